// Title bar, search, filters, keys: what joins map and panel.
"use strict";

function choose(id, centre = true) {
  light(id);
  showPanel(id);
  history.replaceState(null, "", id === null ? location.pathname + location.search : `#${encodeURIComponent(id)}`);
  network.setSize("100%", "100%");
  network.redraw();
  if (id !== null && centre) showAround(id);
}

// The whole neighbourhood in sight, beside the legend and above the panel where they cover the map.
function showAround(id) {
  const near = id === null ? values.nodes.map((node) => node.id) : [id, ...edgesOf.get(id).filter(edgeShown).flatMap((edge) => [edge.from, edge.to])];
  const nodes = near.map((other) => nodeOf.get(other));
  const side = (pick, end) => end(...nodes.map(pick));
  const box = { left: side((n) => n.x - n.size, Math.min), right: side((n) => n.x + n.size, Math.max), top: side((n) => n.y - n.size, Math.min), bottom: side((n) => n.y + n.size, Math.max) };
  const { clientWidth: width, clientHeight: height } = byId("map");
  const phone = innerWidth <= 720;
  const left = !phone && byId("filters").open ? byId("filters").offsetWidth + 12 : 0;
  const below = phone && id !== null ? byId("panel").offsetHeight : 0;
  const margin = phone ? 24 : 60;
  const room = { x: Math.max(width - left - 2 * margin, 80), y: Math.max(height - below - 2 * margin, 80) };
  const scale = Math.min(room.x / (box.right - box.left), room.y / (box.bottom - box.top), id === null ? 1.6 : 1.2);
  const position = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  network.moveTo({ position, scale, offset: { x: left / 2, y: -below / 2 }, animation: false });
}
network.on("click", ({ nodes }) => choose(nodes.length ? nodes[0] : null, false));
network.on("hoverNode", ({ node }) => { shownNodes.update({ id: node, label: nameOf(nodeOf.get(node)) }); byId("map").style.cursor = "pointer"; });
network.on("blurNode", ({ node }) => { shownNodes.update(visNode(nodeOf.get(node))); byId("map").style.cursor = ""; });

// --- title bar and status --------------------------------------------------------------------
byId("counts").textContent = ["paper", "method", "task", "dataset"].map((group) => counted(values.counts[group] ?? 0, group)).join(" · ");
function showStatus() {
  const nodes = values.nodes.filter((node) => isShown(node.id)).length;
  const edges = values.edges.filter(edgeShown).length;
  const { total } = values;
  const left = total.nodes - values.nodes.length;
  const why = left > 0 ? `; the ${number(left)} least important are left out of this page (its limit is ${number(values.nodes.length)} nodes)` : "";
  byId("showing").textContent = `Showing ${number(nodes)} of ${number(total.nodes)} nodes, ${number(edges)} of ${number(total.edges)} edges${why}`;
}

// --- legend, which is the filter too ------------------------------------------------------------
function toggle(set, key, on) {
  if (on) set.delete(key);
  else set.add(key);
  refresh();
  showStatus();
}
function option(mark, words, count, onchange) {
  const box = make("input", { type: "checkbox", checked: "", onchange: () => onchange(box.checked) });
  return make("label", {}, box, mark, make("span", {}, words), make("span", { class: "count" }, number(count)));
}
for (const group of GROUPS) {
  const count = values.nodes.filter((node) => node.group === group).length;
  if (count) byId("types").append(option(sign(group), PLURALS[group], count, (on) => toggle(hiddenGroups, group, on)));
}
for (const relation of ORDER) {
  const edges = values.edges.filter((edge) => edge.relation === relation);
  if (edges.length) byId("relations").append(option(stroke(styleOf(relation)), edges[0].words, edges.length, (on) => toggle(hiddenRelations, relation, on)));
}
byId("filters").open = innerWidth > 720;

// --- search --------------------------------------------------------------------------------------
const entries = values.nodes.map((node) => ({ node, names: [node.label, ...(node.aliases ?? [])].map((name) => [name, fold(name)]) }));
let matches = [], active = 0;
function find(text) {
  const wanted = fold(text.trim());
  if (!wanted) return [];
  const found = [];
  for (const { node, names } of entries) {
    let best = null;
    names.forEach(([name, folded], i) => {
      const at = folded.indexOf(wanted);
      const score = at < 0 ? 9 : (folded === wanted ? 0 : at === 0 ? 1 : folded[at - 1] === " " ? 2 : 3) + (i ? 0.5 : 0);
      if (score < 9 && (!best || score < best.score)) best = { node, score, alias: i ? name : "" };
    });
    if (best) found.push(best);
  }
  return found.sort((a, b) => a.score - b.score).slice(0, 12);  // stable: then by importance
}
function pick(match) {
  const { group } = match.node;
  if (hiddenGroups.has(group)) {
    byId("types").querySelectorAll("input")[GROUPS.filter((g) => values.nodes.some((n) => n.group === g)).indexOf(group)].checked = true;
    toggle(hiddenGroups, group, true);
  }
  byId("query").value = "";
  byId("query").blur();
  showMatches();
  choose(match.node.id);
}
function showMatches() {
  const list = byId("matches"), query = byId("query").value;
  matches = find(query);
  active = Math.min(active, Math.max(matches.length - 1, 0));
  const rows = matches.map((match, i) => make("li", { role: "option", id: `match-${i}`, "aria-selected": String(i === active), onmousedown: (event) => { event.preventDefault(); pick(match); } },
    sign(match.node.group), make("span", { class: "name", dir: "auto" }, shorten(match.node.label, 90)), make("span", { class: "also" }, match.alias ? `also ${shorten(match.alias, 22)}` : "")));
  if (query.trim() && !rows.length) rows.push(make("li", { class: "soft" }, "No name holds these letters."));
  list.replaceChildren(...rows);
  list.hidden = !rows.length;
  byId("query").setAttribute("aria-expanded", String(rows.length > 0));
  if (matches.length) byId("query").setAttribute("aria-activedescendant", `match-${active}`);
  else byId("query").removeAttribute("aria-activedescendant");
}
byId("query").addEventListener("input", () => { active = 0; showMatches(); });
byId("query").addEventListener("focus", showMatches);
byId("query").addEventListener("blur", () => { byId("matches").hidden = true; });
byId("query").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && matches.length) { active = (active + step + matches.length) % matches.length; showMatches(); event.preventDefault(); }
  else if (event.key === "Enter" && matches.length) pick(matches[active]);
});
document.addEventListener("keydown", (event) => {
  const typing = document.activeElement === byId("query");
  if (event.key === "/" && !typing) { byId("query").focus(); event.preventDefault(); }
  if (event.key === "Escape") { if (typing) { byId("query").value = ""; byId("query").blur(); } else choose(null); }
});

// --- zoom and start ----------------------------------------------------------------------------
const zoomBy = (factor) => network.moveTo({ scale: network.getScale() * factor, animation: false });
byId("closer").addEventListener("click", () => zoomBy(1.4));
byId("farther").addEventListener("click", () => zoomBy(1 / 1.4));
byId("whole").addEventListener("click", () => showAround(null));
if (!values.nodes.length) {
  byId("map").parentElement.append(make("p", { class: "empty" }, "This graph has no papers yet. Build it from a file of papers and make the page again."));
}
showStatus();
if (values.nodes.length) showAround(null);
const wanted = decodeURIComponent(location.hash.slice(1));
if (nodeOf.has(wanted)) choose(wanted);
network.once("afterDrawing", () => { document.documentElement.dataset.ready = "true"; });
network.redraw();
