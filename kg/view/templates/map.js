// The map: vis-network draws nodes, edges and names, and nothing moves.
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
  for (const name of ["paper", "ink", "edge", "edge-dark", "method", "task", "dataset", "article"])
    colours[name] = style.getPropertyValue(`--${name}`).trim();
}
readColours();

// vis-network lets names overlap, so few have one: the most important of what is looked at.
const NAMED = 30;
const namesOf = (nodes) => new Set(nodes.slice(0, NAMED).map((node) => node.id));
const concepts = values.nodes.filter((node) => node.group !== "paper");
let named = namesOf(concepts);
const nameOf = (node) => shorten(node.label, 32);

const visNode = (node) => {
  const paper = node.group === "paper", fill = paper ? colours.paper : colours[node.group];
  const color = { background: fill, border: paper ? colours.article : colours.paper, highlight: { background: fill, border: colours.ink } };
  const font = { color: colours.ink, strokeColor: colours.paper };
  return { id: node.id, label: named.has(node.id) ? nameOf(node) : "", x: node.x, y: node.y, shape: node.shape, size: node.size, color: { ...color, hover: color.highlight }, font, hidden: !isShown(node.id), borderWidth: paper ? 1.6 : 1 };
};
const visEdge = (edge) => {
  const style = styleOf(edge.relation);
  const arrows = style.arrow ? { to: { enabled: true, scaleFactor: 0.3 } } : {};
  const color = { color: colours[style.dark ? "edge-dark" : "edge"], highlight: colours.ink, hover: colours.ink, inherit: false };
  return { id: edge.id, from: edge.from, to: edge.to, arrows, dashes: style.dashes ? [4, 4] : false, width: style.dark ? 1.2 : 0.8, color, hidden: !edgeShown(edge) };
};
const shownNodes = new vis.DataSet(values.nodes.map(visNode));
const shownEdges = new vis.DataSet(values.edges.map(visEdge));
const network = new vis.Network(byId("map"), { nodes: shownNodes, edges: shownEdges }, values.options);
const refresh = () => {
  shownNodes.update(values.nodes.map(visNode));
  shownEdges.update(values.edges.map(visEdge));
};
function light(id) {
  const near = id === null ? concepts : edgesOf.get(id).filter(edgeShown).map((edge) => nodeOf.get(edge.from === id ? edge.to : edge.from));
  named = namesOf(id === null ? near : [nodeOf.get(id), ...near.filter((node) => node.group !== "paper")]);
  refresh();
  network.setSelection({ nodes: id === null ? [] : [id] }); // with its edges
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); refresh(); });
