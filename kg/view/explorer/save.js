// Pictures and files of what is shown, made in the page.

import { byId } from "./dom.js";
import { channels, REACH } from "./look.js";
import { FONT, SIZE } from "./labels.js";
import { regionStroke } from "./regions.js";

// What XML has no way to write is left out, escaped or not.
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
const xml = (text) =>
  String(text)
    .replace(ILLEGAL, "")
    .replace(/[&<>"\r]/g, (sign) => ENTITIES[sign]);

export function listenToSaving(page) {
  const save = {
    png: () => savePng(page),
    svg: () => offer(toSvg(page), "image/svg+xml", "svg"),
    graphml: () => offer(toGraphml(page), "application/xml", "graphml"),
    nodes: () => offer(nodesCsv(page), "text/csv", "nodes.csv"),
    edges: () => offer(edgesCsv(page), "text/csv", "edges.csv"),
  };
  const name = (
    page.graph.title
      .normalize("NFKD")
      .replace(/[^\w]+/g, "-")
      .replace(/^-|-$/g, "") || "graph"
  )
    .slice(0, 60)
    .toLowerCase();
  function offer(content, type, ending) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    link.download = `${name}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    byId("saving").open = false;
  }
  async function savePng() {
    offer(await pngOf(page), "image/png", "png");
  }
  for (const [what, run] of Object.entries(save)) byId(`save-${what}`).addEventListener("click", run);
}

// The canvases one over the other at twice the pixels.
function pngOf({ map }) {
  map.ratio = 2;
  for (const canvas of map.canvases) {
    canvas.width = map.camera.width * 2;
    canvas.height = map.camera.height * 2;
  }
  map.dirty = true;
  map.paint();
  while (map.field.unfinished) map.field.drawMore();
  const whole = document.createElement("canvas");
  [whole.width, whole.height] = [map.field.canvas.width, map.field.canvas.height];
  const context = whole.getContext("2d");
  context.fillStyle = map.colours.ground;
  context.fillRect(0, 0, whole.width, whole.height);
  for (const canvas of map.canvases) {
    context.globalAlpha = Number(getComputedStyle(canvas).opacity);
    context.drawImage(canvas, 0, 0);
  }
  map.resize(true);
  return new Promise((resolve) => whole.toBlob(resolve, "image/png"));
}

const paint = (name, colour, share = 1) => {
  const [red, green, blue, alpha] = channels(colour),
    opacity = alpha * share;
  return `${name}="rgb(${[red, green, blue].map((part) => Math.round(part * 255)).join(",")})"${opacity < 1 ? ` ${name}-opacity="${Number(opacity.toPrecision(2))}"` : ""}`;
};

// The same picture as shapes and text.
export function toSvg({ graph, map, shown }) {
  const { camera, colours, light } = map,
    { width, height } = camera;
  const at = (node) => camera.toScreen(graph.x[node], graph.y[node]).map((value) => value.toFixed(1));
  const regions = map.regions.map((region) => outlined(region, camera, colours));
  const inSight = (node) => camera.shows(...camera.toScreen(graph.x[node], graph.y[node]), 10);
  const edges = (light?.edges ?? [...shown.edges.keys()].filter((edge) => shown.edges[edge])).filter(
    (edge) => inSight(graph.source[edge]) || inSight(graph.target[edge]),
  );
  const nodes = (light?.nodes ?? map.shownNodes()).filter(inSight);
  const fade = light ? { inside: 1, bridge: 1 } : map.fade();
  const lines = edges.map((edge) => {
    const [a, b] = [at(graph.source[edge]), at(graph.target[edge])],
      { style } = graph.relations[graph.relation[edge]];
    const ink = paint(
      "stroke",
      colours[style.dark || light ? "edge-dark" : "edge"],
      graph.isBridge(edge) ? fade.bridge : fade.inside,
    );
    return `<line x1="${a[0]}" y1="${a[1]}" x2="${b[0]}" y2="${b[1]}" ${ink}${style.dashed ? ' stroke-dasharray="4 4"' : ""}/>`;
  });
  const shapes = [...nodes]
    .reverse()
    .map((node) =>
      shapeOf(graph, colours, node, at(node).map(Number), camera.drawnRadius(graph.radius[node])),
    );
  const labels = map.labels.map(
    (label) =>
      `<text x="${label.x.toFixed(1)}" y="${label.y.toFixed(1)}" font-weight="${label.weight}" ${paint("fill", colours[label.kind < 0 ? "region-name" : "ink"])} ${paint("stroke", colours.ground)} stroke-width="3" paint-order="stroke" dominant-baseline="central">${xml(label.text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="${SIZE}" font-family="${xml(FONT)}">`,
    `<title>${xml(graph.title)}</title>`,
    `<rect width="100%" height="100%" ${paint("fill", colours.ground)}/>`,
    ...regions,
    ...lines,
    ...shapes,
    ...labels,
    "</svg>",
    "",
  ].join("\n");
}

function outlined({ corners }, camera, colours) {
  const points = corners.map((corner) =>
    camera
      .toScreen(...corner)
      .map((value) => value.toFixed(1))
      .join(","),
  );
  const width = regionStroke(camera);
  const ring = (name, more) =>
    `<polygon points="${points.join(" ")}" ${paint("fill", colours.region)} ${paint("stroke", colours[name])} stroke-width="${(width + more).toFixed(1)}" stroke-linejoin="round"/>`;
  return ring("region-line", 2) + ring("region", 0);
}

function shapeOf(graph, colours, node, [x, y], radius) {
  const kind = graph.kinds[node],
    r = Number((radius * REACH[kind]).toFixed(1)),
    title = `<title>${xml(graph.labels[node])}</title>`;
  const fill =
    kind === 3
      ? `${paint("fill", colours.ground)} ${paint("stroke", colours.paper)} stroke-width="1.5"`
      : `${paint("fill", colours[graph.kindName(node)])} ${paint("stroke", colours.ground)}`;
  if (kind === 1)
    return `<rect x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}" ${fill}>${title}</rect>`;
  if (kind === 2) return `<path d="M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" ${fill}>${title}</path>`;
  return `<circle cx="${x}" cy="${y}" r="${r}" ${fill}>${title}</circle>`;
}

function nodeValues(graph, node) {
  const paper = graph.isPaper(node);
  return {
    id: graph.ids[node],
    iri: graph.base + graph.ids[node],
    label: graph.labels[node],
    name: graph.labels[node],
    kind: paper ? "paper" : "concept",
    concept_type: paper ? "" : graph.kindName(node),
    year: graph.years[node] || "",
    papers: graph.papers[node],
    aliases: graph.aliases(node).join("; "),
  };
}

function edgeValues(graph, edge) {
  const relation = graph.relations[graph.relation[edge]],
    confidence = graph.confidence[edge];
  return {
    source: graph.ids[graph.source[edge]],
    target: graph.ids[graph.target[edge]],
    edge_id: graph.edgeIds[edge],
    relation: relation.name,
    interaction: relation.words,
    confidence: Number.isNaN(confidence) ? "" : Number(confidence.toFixed(4)),
    support: graph.support[edge],
  };
}

const shownOf = (bits) => [...bits.keys()].filter((item) => bits[item]);

// The keys of `kg export -f graphml`, as far as the page holds them.
const NODE_KEYS = {
  iri: "string",
  label: "string",
  name: "string",
  kind: "string",
  concept_type: "string",
  year: "int",
  papers: "int",
  aliases: "string",
};
const EDGE_KEYS = {
  edge_id: "string",
  relation: "string",
  interaction: "string",
  confidence: "double",
  support: "int",
};

export function toGraphml({ graph, shown }) {
  const keys = (side, types) =>
    Object.entries(types).map(
      ([name, type]) => `  <key id="${side}_${name}" for="${side}" attr.name="${name}" attr.type="${type}"/>`,
    );
  const fields = (side, types, values) =>
    Object.keys(types)
      .filter((name) => values[name] !== "")
      .map((name) => `<data key="${side}_${name}">${xml(values[name])}</data>`)
      .join("");
  const nodes = shownOf(shown.nodes)
    .map((node) => nodeValues(graph, node))
    .map((values) => `    <node id="${xml(values.id)}">${fields("node", NODE_KEYS, values)}</node>`);
  const edges = shownOf(shown.edges)
    .map((edge) => edgeValues(graph, edge))
    .map(
      (values) =>
        `    <edge id="${xml(values.edge_id)}" source="${xml(values.source)}" target="${xml(values.target)}">${fields("edge", EDGE_KEYS, values)}</edge>`,
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys("node", NODE_KEYS),
    ...keys("edge", EDGE_KEYS),
    '  <graph id="paperkg" edgedefault="directed">',
    ...nodes,
    ...edges,
    "  </graph>",
    "</graphml>",
    "",
  ].join("\n");
}

function csv(rows) {
  const quoted = (value) =>
    /[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  if (!rows.length) return "";
  return (
    [Object.keys(rows[0]), ...rows.map(Object.values)].map((row) => row.map(quoted).join(",")).join("\r\n") +
    "\r\n"
  );
}

export const nodesCsv = ({ graph, shown }) =>
  csv(shownOf(shown.nodes).map((node) => nodeValues(graph, node)));
export const edgesCsv = ({ graph, shown }) =>
  csv(shownOf(shown.edges).map((edge) => edgeValues(graph, edge)));
