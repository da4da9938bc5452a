// Small makers of DOM. Every text from the graph goes in as textContent and never as HTML.
"use strict";

const values = JSON.parse(document.getElementById("values").textContent);
const byId = (id) => document.getElementById(id);
const GROUPS = ["method", "task", "dataset", "paper"];
const PLURALS = { method: "methods", task: "tasks", dataset: "datasets", paper: "papers" };
const number = (n) => n.toLocaleString("en");
const counted = (n, group) => `${number(n)} ${n === 1 ? group : PLURALS[group]}`;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// The sign of a node type, in shape and colour: the same on map, legend and lists.
function sign(group) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 14 14");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const circle = (r) => `M7 ${7 - r}a${r} ${r} 0 1 0 .01 0z`;
  path.setAttribute("d", { method: circle(5), task: "M2.5 2.5h9v9h-9z", dataset: "M7 1l6 6-6 6-6-6z", paper: circle(3.2) }[group]);
  const colour = `var(--${group === "paper" ? "article" : group})`;
  path.style.fill = group === "paper" ? "none" : colour;
  path.style.stroke = colour;
  path.style.strokeWidth = group === "paper" ? "1.6" : "0";
  svg.append(path);
  return svg;
}

// A short line as an edge of this kind is drawn.
function stroke(style) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 22 10");
  svg.setAttribute("width", "22");
  svg.setAttribute("height", "10");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", style.arrow ? "M1 5h19M16 2l4 3-4 3" : "M1 5h20");
  path.style.fill = "none";
  path.style.stroke = "var(--soft)";
  path.style.strokeWidth = style.dark ? "2" : "1";
  if (style.dashes) path.style.strokeDasharray = "4 3";
  svg.append(path);
  return svg;
}

// Case, accents and compatibility forms do not matter when one searches.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const shorten = (text, length) => ([...text].length > length ? [...text].slice(0, length - 1).join("").trimEnd() + "…" : text);
