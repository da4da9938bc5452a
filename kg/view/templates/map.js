// The map. vis-network draws nodes and edges; regions, labels and the light on what is chosen are
// drawn here, since vis-network has labels that overlap and no cheap way to dim 2,000 edges.
"use strict";

// The map is laid out wide; on a screen that is high it is turned over its diagonal.
if (byId("map").clientHeight > byId("map").clientWidth * 1.15)
  for (const node of values.nodes) [node.x, node.y] = [node.y, node.x];

const nodeOf = new Map(values.nodes.map((node) => [node.id, node]));
const edgesOf = new Map(values.nodes.map((node) => [node.id, []]));
for (const edge of values.edges) {
  edgesOf.get(edge.from).push(edge);
  if (edge.to !== edge.from) edgesOf.get(edge.to).push(edge);
}
const ROLES = new Set(["introduces", "uses", "comparesWith", "addresses", "mentions"]);
const styleOf = (relation) => ({
  dark: relation === "introduces",
  dashes: relation === "comparesWith" || relation === "contrastedWith",
  arrow: !ROLES.has(relation),
});
const hiddenGroups = new Set();
const hiddenRelations = new Set();
const isShown = (id) => !hiddenGroups.has(nodeOf.get(id).group);
const edgeShown = (edge) => isShown(edge.from) && isShown(edge.to) && !hiddenRelations.has(edge.relation);

const colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["paper", "surface", "ink", "soft", "edge", "edge-dark", "region", "region-name", "method", "task", "dataset", "article", "method-text", "task-text", "dataset-text", "paper-text"])
    colours[name] = style.getPropertyValue(`--${name}`).trim();
}
readColours();

const nodeColour = (group) => colours[group === "paper" ? "article" : group];
const visNode = (node) => {
  const colour = { background: node.group === "paper" ? colours.paper : nodeColour(node.group), border: node.group === "paper" ? colours.article : colours.paper };
  return { id: node.id, x: node.x, y: node.y, shape: node.shape, size: node.size, color: { ...colour, hover: colour, highlight: colour }, hidden: !isShown(node.id), borderWidth: node.group === "paper" ? 1.6 : 1 };
};
const visEdge = (edge) => {
  const style = styleOf(edge.relation);
  const arrows = style.arrow ? { to: { enabled: true, scaleFactor: 0.3 } } : {};
  return { id: edge.id, from: edge.from, to: edge.to, arrows, dashes: style.dashes ? [4, 4] : false, width: style.dark ? 1.2 : 0.8, color: { color: colours[style.dark ? "edge-dark" : "edge"], inherit: false }, hidden: !edgeShown(edge) };
};
const shownNodes = new vis.DataSet(values.nodes.map(visNode));
const shownEdges = new vis.DataSet(values.edges.map(visEdge));
const network = new vis.Network(byId("map"), { nodes: shownNodes, edges: shownEdges }, values.options);
const refresh = () => {
  shownNodes.update(values.nodes.map(visNode));
  shownEdges.update(values.edges.map(visEdge));
};
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); refresh(); });

// --- regions -------------------------------------------------------------------------------
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list) => {
    const line = [];
    for (const p of list) {
      while (line.length > 1 && turn(line[line.length - 2], line[line.length - 1], p) <= 0) line.pop();
      line.push(p);
    }
    line.pop();
    return line;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
const regions = values.regions.map((region) => {
  const points = region.members.map((id) => nodeOf.get(id));
  const xs = points.map((p) => p.x);
  return { name: region.name, size: points.length, corners: hull(points), x: (Math.min(...xs) + Math.max(...xs)) / 2, top: Math.min(...points.map((p) => p.y - p.size)) };
});
network.on("beforeDrawing", (context) => {
  context.save();
  context.lineJoin = "round";
  context.lineWidth = 26;
  context.fillStyle = context.strokeStyle = colours.region;
  for (const region of regions) {
    context.beginPath();
    region.corners.forEach((p) => context.lineTo(p.x, p.y));
    context.closePath();
    context.fill();
    context.stroke();
  }
  context.restore();
});

// --- labels --------------------------------------------------------------------------------
const news = new Set(values.edges.filter((edge) => edge.relation === "introduces").map((edge) => edge.to));
const byImportance = [...values.nodes].sort((a, b) => (b.group !== "paper") - (a.group !== "paper") || b.papers - a.papers || news.has(b.id) - news.has(a.id) || b.degree - a.degree || (a.id < b.id ? -1 : 1));
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const widths = new Map();
function widthOf(context, text) {
  const key = context.font + text;
  if (!widths.has(key)) widths.set(key, context.measureText(text).width);
  return widths.get(key);
}

// Greedy, the important first: a label takes the first free of four places or is left out.
class Labels {
  constructor(context, scale) {
    this.context = context;
    this.scale = scale;
    const map = byId("map").getBoundingClientRect();
    this.width = map.width;
    this.height = map.height;
    this.taken = ["filters", "zoom"].map((id) => {
      const r = byId(id).getBoundingClientRect();
      return [r.left - map.left, r.top - map.top, r.right - map.left, r.bottom - map.top];
    });
  }
  free(box) {
    const inside = box[0] >= 0 && box[1] >= 0 && box[2] <= this.width && box[3] <= this.height;
    return inside && !this.taken.some((t) => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]);
  }
  // A disc that labels should not cover.
  keepClear(node) {
    const p = network.canvasToDOM({ x: node.x, y: node.y });
    const r = Math.max(node.size * this.scale - 1, 1);
    this.taken.push([p.x - r, p.y - r, p.x + r, p.y + r]);
  }
  place(node, text, size, colour, weight = 400) {
    const { context } = this;
    context.font = `${weight} ${size}px ${FONT}`;
    const p = network.canvasToDOM({ x: node.x, y: node.y });
    const r = node.size * this.scale + 3;
    const w = widthOf(context, text), h = size + 2;
    for (const [x, y] of [[p.x + r, p.y - h / 2], [p.x - w / 2, p.y + r - 1], [p.x - r - w, p.y - h / 2], [p.x - w / 2, p.y - r - h]]) {
      const box = [x - 3, y - 1, x + w + 3, y + h];
      if (!this.free(box)) continue;
      this.write(text, x, y + h / 2, colour, box);
      return true;
    }
    return false;
  }
  write(text, x, y, colour, box) {
    const { context } = this;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colours.paper;
    context.strokeText(text, x, y);
    context.fillStyle = colour;
    context.fillText(text, x, y);
    this.taken.push(box);
  }
}
const labelOf = (node) => shorten(node.label, node.group === "paper" ? 46 : 40);
const fontSize = (node) => (node.group === "paper" ? 11 : Math.min(16, 11 + 1.1 * Math.sqrt(node.papers)));

function drawLabels(context, scale, width, height) {
  const labels = new Labels(context, scale);
  let left = scale > 0.95 ? Infinity : Math.round((width * height) / 17000);  // as many as one can read
  const seen = (node) => {
    const p = network.canvasToDOM({ x: node.x, y: node.y });
    return p.x > -40 && p.y > -10 && p.x < width + 10 && p.y < height + 10;
  };
  for (const node of byImportance) if (node.papers > 2 && isShown(node.id)) labels.keepClear(node);
  // Regions are read between the two: from afar their names would hide them, near by they are plain.
  if (scale > 0.34 && scale < 0.85) drawRegionNames(context, labels);
  for (const node of byImportance) {
    if (left <= 0) break;
    if (!isShown(node.id) || !seen(node) || (node.group === "paper" && scale < 1.15)) continue;
    left -= labels.place(node, labelOf(node), fontSize(node), colours[node.group === "paper" ? "soft" : "ink"]);
  }
}
function drawRegionNames(context, labels) {
  for (const region of regions) {
    context.font = `600 12px ${FONT}`;
    const p = network.canvasToDOM({ x: region.x, y: region.top });
    const w = widthOf(context, region.name);
    p.x = Math.min(Math.max(p.x, w / 2 + 5), labels.width - w / 2 - 5);
    const box = [p.x - w / 2 - 4, p.y - 22, p.x + w / 2 + 4, p.y - 6];
    if (labels.free(box)) labels.write(region.name, p.x - w / 2, p.y - 14, colours["region-name"], box);
  }
}

// --- light on one node and what it is linked to --------------------------------------------------
const focus = { hovered: null, chosen: null };
const focused = () => focus.hovered ?? focus.chosen;

function shape(context, node) {
  const { x, y, size: r } = node;
  context.beginPath();
  if (node.group === "task") context.rect(x - r, y - r, 2 * r, 2 * r);
  else if (node.group === "dataset") { context.moveTo(x, y - r); context.lineTo(x + r, y); context.lineTo(x, y + r); context.lineTo(x - r, y); context.closePath(); }
  else context.arc(x, y, r, 0, 2 * Math.PI);
}
function drawFocus(context, scale, ratio, width, height) {
  const centre = nodeOf.get(focused());
  const edges = edgesOf.get(centre.id).filter(edgeShown);
  const near = [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))].map((id) => nodeOf.get(id));
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalAlpha = 0.84;
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, width, height);
  context.restore();
  context.strokeStyle = colours["edge-dark"];
  for (const edge of edges) {
    const a = nodeOf.get(edge.from), b = nodeOf.get(edge.to), style = styleOf(edge.relation);
    context.lineWidth = (style.dark ? 2.2 : 1.2) / Math.max(scale, 0.5);
    context.setLineDash(style.dashes ? [5, 4] : []);
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
  }
  context.setLineDash([]);
  for (const node of new Set([...near, centre])) {
    shape(context, node);
    context.fillStyle = node.group === "paper" ? colours.paper : nodeColour(node.group);
    context.fill();
    context.lineWidth = node === centre ? 2.5 / scale : 1.4;
    context.strokeStyle = node === centre ? colours.ink : node.group === "paper" ? colours.article : colours.paper;
    context.stroke();
  }
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const labels = new Labels(context, scale);
  for (const node of new Set([centre, ...near])) labels.keepClear(node);
  labels.place(centre, labelOf(centre), fontSize(centre) + 1, colours.ink, 650);
  const ordered = near.filter((node) => node !== centre).sort((a, b) => byImportance.indexOf(a) - byImportance.indexOf(b));
  for (const node of ordered) labels.place(node, labelOf(node), fontSize(node), colours[`${node.group}-text`]);
  context.restore();
}
network.on("afterDrawing", (context) => {
  const canvas = context.canvas, ratio = canvas.width / canvas.clientWidth, scale = network.getScale();
  if (focused() !== null && isShown(focused())) return drawFocus(context, scale, ratio, canvas.clientWidth, canvas.clientHeight);
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawLabels(context, scale, canvas.clientWidth, canvas.clientHeight);
  context.restore();
});
