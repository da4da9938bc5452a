// Communities as faint regions with their names.

function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const line = [];
    for (const point of list) {
      while (line.length > 1 && turn(line[line.length - 2], line[line.length - 1], point) <= 0) line.pop();
      line.push(point);
    }
    line.pop();
    return line;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

// The shown members of each region with their outline; regions that are mostly hidden have none.
export function outlines(graph, shown) {
  const found = [];
  graph.regions.forEach((region, index) => {
    const members = region.members.filter((node) => shown.nodes[node]);
    if (members.length < 3) return;
    const points = members.map((node) => [graph.x[node], graph.y[node]]);
    const xs = points.map((point) => point[0]),
      ys = points.map((point) => point[1]);
    const side = (list, pick) => list.reduce((a, b) => pick(a, b));
    const box = {
      left: side(xs, Math.min),
      right: side(xs, Math.max),
      top: side(ys, Math.min),
      bottom: side(ys, Math.max),
    };
    found.push({ index, names: region.name, corners: hull(points), box, size: members.length });
  });
  return found;
}

const PADDING = 18; // of the outline around its nodes, in units of the layout

export function drawRegions(context, regions, camera, colours) {
  context.lineJoin = "round";
  context.lineWidth = 2 * Math.max(PADDING * camera.scale, 3);
  context.fillStyle = context.strokeStyle = colours.region;
  for (const region of regions) {
    context.beginPath();
    for (const corner of region.corners) context.lineTo(...camera.toScreen(...corner));
    context.closePath();
    context.fill();
    context.stroke();
  }
}

// Where the name of a region may stand: over it, or on it where it is small; as many of its
// concepts as there is room for.
export function nameOf(region, camera, measure) {
  const [left, top] = camera.toScreen(region.box.left, region.box.top);
  const [right, bottom] = camera.toScreen(region.box.right, region.box.bottom);
  if (right - left < 30 && bottom - top < 30) return null;
  for (let count = region.names.length; count > 0; count--) {
    const text = region.names.slice(0, count).join(" · "),
      width = measure(text);
    if (count > 1 && width > Math.max((right - left) * 1.15, 130)) continue;
    return {
      text,
      width,
      x: (left + right) / 2,
      y: top - PADDING * camera.scale - 5,
      inside: (top + bottom) / 2,
    };
  }
  return null;
}

export function regionAt(regions, x, y) {
  const inside = ({ corners }) =>
    corners.every((a, i) => {
      const b = corners[(i + 1) % corners.length];
      return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0;
    });
  return regions.find((region) => region.corners.length > 2 && inside(region));
}
