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
    const papers = members.filter((node) => graph.isPaper(node)).length;
    found.push({ index, names: region.name, corners: hull(points), box, papers });
  });
  return found;
}

const PADDING = 18; // of the outline around its nodes, in units of the layout

// The outline is as wide as the padding, on both sides of the hull.
export const regionStroke = (camera) => 2 * Math.max(PADDING * camera.scale, 3);

export function drawRegions(context, regions, camera, colours) {
  context.lineJoin = "round";
  const width = regionStroke(camera);
  for (const region of regions) {
    context.beginPath();
    for (const corner of region.corners) context.lineTo(...camera.toScreen(...corner));
    context.closePath();
    // The outline is what a wider stroke leaves uncovered of a narrower one.
    for (const [name, more] of [["region-line", 2], ["region", 0]]) {
      context.lineWidth = width + more;
      context.strokeStyle = colours[name];
      context.stroke();
    }
    context.fillStyle = colours.region;
    context.fill();
  }
}

// Places for the name of a region, as the middles of its line: over it, under it, on it; on it alone,
// or a line away, from afar. As many of its concepts as there is room for.
export function nameOf(region, camera, far, measure) {
  const [left, top] = camera.toScreen(region.box.left, region.box.top);
  const [right, bottom] = camera.toScreen(region.box.right, region.box.bottom);
  if (right - left < 30 && bottom - top < 30) return null;
  for (let count = region.names.length; count > 0; count--) {
    const text = region.names.slice(0, count).join(" · "),
      width = measure(text);
    if (count > 1 && width > Math.max((right - left) * 1.15, 130)) continue;
    const middle = [(left + right) / 2, (top + bottom) / 2],
      away = PADDING * camera.scale + 11;
    const around = [top - away, bottom + away].flatMap((y) =>
      [middle[0], left + width / 2, right - width / 2, left, right].map((x) => [x, y]),
    );
    return { text, width, spots: far ? [0, 17, -17].map((dy) => [middle[0], middle[1] + dy]) : [...around, middle] };
  }
  return null;
}
