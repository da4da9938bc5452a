// Start: unpack, draw the first frame, then load the rest.

import { KINDS, byId, counted, make } from "./dom.js";
import { Controls } from "./controls.js";
import { Graph } from "./graph.js";
import { listenToKeys } from "./keys.js";
import { GraphMap } from "./map.js";
import { Page } from "./page.js";
import { listenToPointer } from "./pointer.js";
import { listenToSaving } from "./save.js";
import { Search } from "./search.js";
import { State, fromHash } from "./state.js";
import { unpack } from "./unpack.js";

async function start() {
  const graph = new Graph(await unpack("map-data"));
  const state = new State();
  Object.assign(state, fromHash(location.hash, graph));
  const page = new Page(graph, state);
  // The layout is wide; on a screen that is high it is turned over its diagonal.
  page.turned = byId("map").clientHeight > byId("map").clientWidth * 1.15;
  if (page.turned) [graph.x, graph.y] = [graph.y, graph.x];
  const map = new GraphMap(graph, state);
  page.join({ map, search: new Search(page), controls: new Controls(page) });
  map.onPaint = () => {
    map.onPaint = null;
    document.documentElement.dataset.firstFrame = String(Math.round(performance.now()));
    setTimeout(() => loadDetails(page));
  };
  showHead(graph);
  map.resize();
  page.change({});
  page.controls.update();
  page.place();
  listen(page);
  window.explorer = page; // for whoever looks closer with the browser's console
}

function showHead(graph) {
  byId("counts").textContent = KINDS.map((_, i) => (i + 3) % 4)
    .map((kind) => counted(graph.counts[KINDS[kind]] ?? 0, kind))
    .join(" · ");
  if (!graph.size)
    byId("map").append(
      make(
        "p",
        { class: "empty" },
        "This graph has no papers yet. Build it from a file of papers and make the page again.",
      ),
    );
}

async function loadDetails(page) {
  page.graph.addDetails(await unpack("details-data"));
  page.controls.fillVenues();
  page.change(page.state.venue ? { venue: page.state.venue } : {}); // sift again only if need be
  document.documentElement.dataset.ready = "true";
}

function listen(page) {
  const { map } = page,
    { camera } = map;
  const hover = (px, py) => {
    const node = map.nodeAt(px, py, 4);
    map.element.classList.toggle("pointing", node >= 0 || map.edgeAt(px, py, 4) >= 0);
    page.hover(node);
  };
  const click = (px, py, reach) => {
    const node = map.nodeAt(px, py, reach),
      edge = node < 0 ? map.edgeAt(px, py, reach) : -1;
    const label = map.labels.find(({ box }) => px > box[0] && px < box[2] && py > box[1] && py < box[3]);
    if (node >= 0) page.choose({ node });
    else if (label?.node !== undefined) page.choose({ node: label.node });
    else if (label?.region !== undefined) page.choose({ region: label.region }, { fit: true });
    else page.choose(edge >= 0 ? { edge } : null);
  };
  listenToPointer(map, { hover, click });
  listenToKeys(page);
  listenToSaving(page);
  const zoom = (factor) => {
    camera.zoomAt(camera.width / 2, camera.height / 2, factor);
    map.move();
  };
  byId("closer").addEventListener("click", () => zoom(1.5));
  byId("farther").addEventListener("click", () => zoom(1 / 1.5));
  byId("whole").addEventListener("click", () => {
    map.fit();
    map.move();
  });
  byId("all").addEventListener("click", () => page.showAll());
  for (const view of ["map", "table", "matrix"])
    byId(`view-${view}`).addEventListener("click", () => page.change({ view }));
  byId("theme").addEventListener("click", () => turnTheme(map));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.recolour());
  new ResizeObserver(() => map.resize()).observe(map.element);
  window.addEventListener("hashchange", () => page.readHash());
}

function turnTheme(map) {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  map.recolour();
}

function complain(error) {
  byId("notice").textContent =
    `This page could not be drawn: ${error.message}. It needs a browser of 2024 or later.`;
  byId("notice").hidden = false;
  throw error;
}

byId("sheet-filters").open = innerWidth > 760;
start().catch(complain);
