// Labels that touch neither each other nor a node: the important first, each in the first of six
// places beside its node that is free, or not at all.

import { PAPER, shorten } from "./dom.js";
import { REACH } from "./look.js";
import { nameOf } from "./regions.js";

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
export const SIZE = 12;
const CELL = 40,
  SEEN = 1.6; // smaller dots are texture, not things one reads
const NEAR = 0.95; // from this scale on there is room for every label that fits
const PAPERS_FROM = 1.1;
export const FAR_AWAY = 0.2;
const NAMES_ENOUGH = 4; // with fewer regions the map would say nothing
const NAMED_AWAY = 8; // neighbours that are named at some distance if need be
const FAR = 40_000; // square pixels for each node that is named at some distance if need be

const widths = new Map();
const ruler = document.createElement("canvas").getContext("2d");
export function textWidth(text, weight = 400) {
  const key = weight + text;
  if (!widths.has(key)) {
    ruler.font = `${weight} ${SIZE}px ${FONT}`;
    widths.set(key, ruler.measureText(text).width);
  }
  return widths.get(key);
}

export class Room {
  constructor(width, height) {
    Object.assign(this, { width, height, cells: new Map() });
  }

  *cellsOf([left, top, right, bottom]) {
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++)
      for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
        yield row * 4096 + column;
  }

  take(box) {
    for (const cell of this.cellsOf(box)) {
      const there = this.cells.get(cell);
      if (there) there.push(box);
      else this.cells.set(cell, [box]);
    }
  }

  free(box) {
    if (box[0] < 2 || box[1] < 2 || box[2] > this.width - 2 || box[3] > this.height - 2) return false;
    for (const cell of this.cellsOf(box))
      for (const other of this.cells.get(cell) ?? [])
        if (box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]) return false;
    return true;
  }
}

export const labelText = (graph, node) =>
  shorten((graph.short[node] ?? graph.labels[node]).replace(/\s+/g, " "), graph.kinds[node] === PAPER ? 44 : 38);

// Places for a label beside a node at (x, y): right, below, left, above, and two corners.
function spots(x, y, reach, width) {
  const gap = reach + 4,
    height = SIZE + 2;
  return [
    [x + gap, y - height / 2],
    [x - width / 2, y + gap - 1],
    [x - gap - width, y - height / 2],
    [x - width / 2, y - gap - height + 1],
    [x + gap * 0.7, y + gap * 0.6],
    [x + gap * 0.7, y - gap * 0.6 - height],
  ];
}

// Farther places all around, for what is too important to go without a name in a crowd.
function* farSpots(x, y, reach, width, farthest) {
  for (let away = reach + 12; away < reach + farthest; away += 13)
    for (let turn = 0; turn < 16; turn++) {
      const [cos, sin] = [Math.cos((turn * Math.PI) / 8), Math.sin((turn * Math.PI) / 8)];
      yield [x + cos * away - (width * (1 - cos)) / 2, y + sin * away - SIZE / 2 - 1];
    }
}

function place(room, graph, camera, node, { weight = 400, force = false, far = 0 } = {}) {
  const text = labelText(graph, node),
    width = textWidth(text, weight);
  const [x, y] = camera.toScreen(graph.x[node], graph.y[node]);
  const reach = camera.drawnRadius(graph.radius[node]) * REACH[graph.kinds[node]];
  const boxAt = ([left, top]) => [left - 2, top - 1, left + width + 2, top + SIZE + 3];
  const near = spots(x, y, reach, width).map(boxAt);
  let box = near.find((candidate) => room.free(candidate)),
    leader = null;
  if (!box && far)
    for (const spot of farSpots(x, y, reach, width, far)) {
      if (!room.free(boxAt(spot))) continue;
      box = boxAt(spot);
      leader = [
        x,
        y,
        reach,
        Math.min(Math.max(x, box[0] + 4), box[2] - 4),
        Math.min(Math.max(y, box[1] + 2), box[3] - 2),
      ];
      break;
    }
  box ??= force ? near[0] : null;
  if (!box) return null;
  room.take(box);
  return {
    node,
    text,
    weight,
    leader,
    x: box[0] + 2,
    y: (box[1] + box[3]) / 2,
    box,
    kind: graph.kinds[node],
  };
}

function keepClear(room, graph, camera, nodes) {
  for (const node of nodes) {
    const radius = camera.drawnRadius(graph.radius[node]);
    if (radius < SEEN) continue;
    const [x, y] = camera.toScreen(graph.x[node], graph.y[node]),
      r = radius * REACH[graph.kinds[node]];
    if (camera.shows(x, y, r)) room.take([x - r, y - r, x + r, y + r]);
  }
}

function inSight(graph, camera, shown) {
  const [left, top] = camera.toWorld(-20, -8),
    [right, bottom] = camera.toWorld(camera.width + 8, camera.height + 8);
  const found = [];
  for (let node = 0; node < graph.size; node++)
    if (
      shown.nodes[node] &&
      graph.x[node] > left &&
      graph.x[node] < right &&
      graph.y[node] > top &&
      graph.y[node] < bottom
    )
      found.push(node);
  return found;
}

// The labels of the whole map: names of regions from afar, names of nodes from near by.
export function placeLabels(graph, camera, shown, { regions, pinned, covered }) {
  const room = new Room(camera.width, camera.height);
  covered.forEach((box) => room.take(box));
  const seen = inSight(graph, camera, shown),
    found = [];
  // From afar nodes are texture, and one reads the names of regions, on them, and no others.
  if (camera.scale < FAR_AWAY) found.push(...placeNames(room, camera, regions));
  const enough = found.length >= NAMES_ENOUGH;
  if (!enough) keepClear(room, graph, camera, seen);
  for (const node of pinned) found.push(place(room, graph, camera, node, { weight: 600, force: true }));
  if (enough) return found;
  if (camera.scale >= FAR_AWAY && camera.scale < 0.9) found.push(...placeNames(room, camera, regions));
  const papers = camera.scale >= PAPERS_FROM;
  const near = camera.scale >= NEAR;
  let left = near ? 300 : Math.round((camera.width * camera.height) / 14000);
  // What a region is named after alone is said there: no line leads to it, and nothing of less
  // importance takes its turn.
  const said = new Set(found.map((label) => label?.region !== undefined && label.text));
  // The room at the rim is no reason to name what is of no importance.
  const most = near ? Infinity : 3 * left;
  const far = Math.min((camera.width * camera.height) / FAR, 24);
  let tried = 0;
  for (const node of seen) {
    if (left <= 0 || tried >= most) break;
    if ((!papers && graph.kinds[node] === PAPER) || pinned.includes(node)) continue;
    const named = said.has(labelText(graph, node));
    const reaches = named || tried >= far || graph.papers[node] < 2 ? 0 : tried < far / 4 ? 120 : 60;
    const label = place(room, graph, camera, node, { far: reaches });
    tried++;
    if (label) found.push(label);
    if (label || named) left--;
  }
  return found.filter(Boolean);
}

function placeNames(room, camera, regions) {
  const found = [],
    far = camera.scale < FAR_AWAY;
  for (const region of regions) {
    const name = nameOf(region, camera, far, (text) => textWidth(text, 600));
    if (!name) continue;
    for (const [middle, y] of name.spots) {
      const x = Math.min(Math.max(middle - name.width / 2, 6), camera.width - name.width - 6);
      const box = [x - 4, y - SIZE / 2 - 3, x + name.width + 4, y + SIZE / 2 + 3];
      if (!room.free(box)) continue;
      room.take(box);
      found.push({ region: region.index, text: name.text, weight: 600, x, y, box, kind: -1 });
      break;
    }
  }
  return found;
}

// The labels of a lit neighbourhood: the middle always, the others as they fit.
export function placeAround(graph, camera, nodes, centre, covered) {
  const room = new Room(camera.width, camera.height);
  covered.forEach((box) => room.take(box));
  keepClear(room, graph, camera, nodes);
  const first = centre.map((node) => place(room, graph, camera, node, { weight: 600, force: true }));
  const others = nodes
    .filter((node) => !centre.includes(node))
    .sort((a, b) => (graph.kinds[a] === PAPER) - (graph.kinds[b] === PAPER) || a - b);
  const rest = others.map((node, i) => place(room, graph, camera, node, { far: i < NAMED_AWAY ? 60 : 0 }));
  return [...first, ...rest].filter(Boolean);
}

export function drawLabels(context, labels, colours) {
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = colours.ground;
  for (const { leader } of labels) if (leader) drawLeader(context, leader, colours);
  for (const label of labels) {
    context.font = `${label.weight} ${SIZE}px ${FONT}`;
    context.strokeText(label.text, label.x, label.y);
    context.fillStyle = colours[label.kind < 0 ? "region-name" : label.kind === PAPER ? "soft" : "ink"];
    context.fillText(label.text, label.x, label.y);
  }
}

function drawLeader(context, [x, y, reach, toX, toY], colours) {
  const away = Math.hypot(toX - x, toY - y) || 1;
  context.save();
  context.lineWidth = 1;
  context.strokeStyle = colours.soft;
  context.beginPath();
  context.moveTo(x + ((toX - x) / away) * reach, y + ((toY - y) / away) * reach);
  context.lineTo(toX, toY);
  context.stroke();
  context.restore();
}
