// Colours as the style sheet has them now, and the shapes that stand for kinds.

import { KINDS } from "./dom.js";

const NAMES = [
  "ground",
  "surface",
  "ink",
  "soft",
  "line",
  "edge",
  "edge-dark",
  "region",
  "region-line",
  "region-name",
  ...KINDS,
];

// Custom properties hold light and dark values; only a property in use tells which holds.
export function readColours() {
  const probe = document.createElement("i");
  document.body.append(probe);
  const colours = {};
  for (const name of NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

// "rgba(1, 2, 3, .5)" as four numbers from 0 to 1.
export function channels(colour) {
  const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
  return [red / 255, green / 255, blue / 255, alpha];
}

// How far a shape reaches from its middle, so that all kinds of one radius have one area.
export const REACH = [1, 0.886, 1.25, 0.8];

export function traceShape(context, kind, x, y, radius) {
  const r = radius * REACH[kind];
  context.beginPath();
  if (kind === 1) context.rect(x - r, y - r, 2 * r, 2 * r);
  else if (kind === 2) {
    context.moveTo(x, y - r);
    context.lineTo(x + r, y);
    context.lineTo(x, y + r);
    context.lineTo(x - r, y);
    context.closePath();
  } else context.arc(x, y, r, 0, 2 * Math.PI);
}

export function drawNode(context, colours, kind, x, y, radius) {
  traceShape(context, kind, x, y, radius);
  const ring = kind === 3;
  context.fillStyle = colours[ring ? "ground" : KINDS[kind]];
  context.fill();
  if (!ring && radius < 3) return;
  context.lineWidth = ring ? 1.5 : 1;
  context.strokeStyle = colours[ring ? KINDS[kind] : "ground"];
  context.stroke();
}

// A line from node to node; an arrow stops at the shape it points to.
export function drawEdge(context, style, a, b, reach) {
  context.setLineDash(style.dashed ? [4, 4] : []);
  context.beginPath();
  context.moveTo(a[0], a[1]);
  context.lineTo(b[0], b[1]);
  context.stroke();
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!style.arrow || length < reach + 8) return;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const [x, y] = [b[0] - ux * reach, b[1] - uy * reach];
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(x - ux * 6 - uy * 3, y - uy * 6 + ux * 3);
  context.lineTo(x, y);
  context.lineTo(x - ux * 6 + uy * 3, y - uy * 6 - ux * 3);
  context.stroke();
}
