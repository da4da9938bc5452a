// The keyboard: everything the mouse does.

import { byId } from "./dom.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") page.back();
    if (typing) return;
    if (event.key === "/") {
      byId("query").focus();
      event.preventDefault();
    }
  });
  byId("map").addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key],
      { map } = page,
      { camera } = map;
    const zoom = { "+": 1.4, "=": 1.4, "-": 1 / 1.4 }[event.key];
    if (arrow && event.shiftKey) camera.panBy(-arrow[0] * 80, -arrow[1] * 80);
    else if (arrow) walk(page, arrow);
    else if (zoom) camera.zoomAt(camera.width / 2, camera.height / 2, zoom);
    else if (event.key === "0") map.fit();
    else return;
    map.move();
    event.preventDefault();
  });
}

// To the neighbour that lies most in the direction of the arrow; from nowhere to the first node.
function walk(page, [dx, dy]) {
  const { graph, shown, state } = page,
    from = state.chosen?.node;
  if (from === undefined) {
    const first = shown.nodes.indexOf(1);
    if (first >= 0) page.choose({ node: first }, { follow: true });
    return;
  }
  let best = -1,
    most = 0.2;
  for (const edge of graph.edgesOf(from)) {
    const to = graph.otherEnd(edge, from);
    if (!shown.edges[edge] || to === from) continue;
    const [x, y] = [graph.x[to] - graph.x[from], graph.y[to] - graph.y[from]];
    const straight = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
    if (straight > most) [best, most] = [to, straight];
  }
  if (best >= 0) page.choose({ node: best }, { follow: true });
}
