// Small makers of DOM and words. Text of the graph goes in as text nodes, never as HTML.

export const byId = (id) => document.getElementById(id);
export const KINDS = ["method", "task", "dataset", "paper"];
export const PAPER = 3;
export const PLURALS = ["methods", "tasks", "datasets", "papers"];

export const formatted = (count) => count.toLocaleString("en");
export const counted = (count, kind) => `${formatted(count)} ${count === 1 ? KINDS[kind] : PLURALS[kind]}`;
export const links = (count) => `${formatted(count)} ${count === 1 ? "link" : "links"}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const percent = (share) => `${Math.round(share * 100)}%`;

// Case, accents and compatibility forms do not matter when one searches.
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function shorten(text, length) {
  if (text.length <= length) return text; // code units are never fewer than characters
  const characters = [...text];
  return characters.length > length
    ? characters
        .slice(0, length - 1)
        .join("")
        .trimEnd() + "…"
    : text;
}

const REACHED = "button, a, input, summary";

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const button = (words, onclick, attributes = {}) =>
  make("button", { type: "button", onclick, ...attributes }, words);

const SVG = "http://www.w3.org/2000/svg";
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const SIGNS = [
  "M7 2a5 5 0 1 0 .01 0z",
  "M2.5 2.5h9v9h-9z",
  "M7 .8l6.2 6.2-6.2 6.2L.8 7z",
  "M7 3.5a3.5 3.5 0 1 0 .01 0z",
];

// The sign of a kind, in shape and colour: the same on map, legend and lists. A reader of the screen
// says it, unless the word stands beside it.
export function sign(kind, said = true) {
  const path = makeSvg("path", { d: SIGNS[kind], class: `sign-${KINDS[kind]}` });
  const words = said ? { role: "img", "aria-label": KINDS[kind] } : { "aria-hidden": "true" };
  return makeSvg("svg", { viewBox: "0 0 14 14", class: "sign", ...words }, path);
}

// A short line as an edge of this style is drawn.
export function stroke(style) {
  const path = makeSvg("path", {
    d: style.arrow ? "M1 5h19M16 2l4 3-4 3" : "M1 5h20",
    class: `stroke${style.dark ? " dark" : ""}${style.dashed ? " dashed" : ""}`,
  });
  return makeSvg("svg", { viewBox: "0 0 22 10", class: "stroke-sign", "aria-hidden": "true" }, path);
}

// A share between 0 and 1 as a bar, said in words too.
export function bar(share, what) {
  const fill = make("i");
  fill.style.width = percent(share);
  const words = `${what} ${percent(share)}`;
  return make("span", { class: "bar", title: words, role: "img", "aria-label": words }, fill);
}

// The first few of many rows, and a button for the rest.
export function rowsWithMore(items, first, makeRow) {
  const list = make("div", { class: "rows" }, ...items.slice(0, first).map(makeRow));
  if (items.length <= first) return list;
  const showRest = () => {
    const rest = items.slice(first).map(makeRow);
    more.replaceWith(...rest);
    rest[0].querySelector(REACHED)?.focus();
  };
  const more = button(`Show all ${formatted(items.length)}`, showRest, { class: "more" });
  list.append(more);
  return list;
}

// Names in one line, each on its own: one that runs from right to left turns no other around.
export const apart = (names, between) =>
  names.flatMap((name, i) => [i ? between : "", make("bdi", {}, name)]);
// The same where there is room for text alone.
export const isolated = (text) => `\u2068${text}\u2069`;

// New content for old; whoever was at the third button of it by the keyboard still is.
export function refill(element, ...children) {
  const at = [...element.querySelectorAll(REACHED)].indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (at >= 0) element.querySelectorAll(REACHED)[at]?.focus({ preventScroll: true });
}

const LONG = 260;

// A text of any length takes a few lines until one asks for the rest.
export function clamped(tag, children, attributes = {}) {
  const element = make(tag, { dir: "auto", ...attributes }, ...children);
  if (element.textContent.length <= LONG) return element;
  element.classList.add("clamped");
  const more = button(
    "more",
    () => {
      element.classList.remove("clamped");
      element.tabIndex = -1; // where the keyboard was is gone
      element.focus();
      more.remove();
    },
    { class: "more" },
  );
  return make("div", {}, element, more);
}
