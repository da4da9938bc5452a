// The panel: what is chosen, who says so and in which words.

import {
  PAPER,
  apart,
  byId,
  button,
  capital,
  clamped,
  counted,
  formatted,
  make,
  refill,
  rowsWithMore,
  sign,
} from "./dom.js";
import { close, entry, nodeRow, sparkline } from "./evidence.js";
import { cellPanel, edgePanel, pathPanel, regionPanel } from "./choices.js";

const FIRST_ROWS = 8;

export function showPanel(page) {
  const panel = byId("panel"),
    { chosen } = page.state;
  const was = panel.dataset.of,
    reading = panel.contains(document.activeElement);
  panel.dataset.of = JSON.stringify(chosen);
  panel.classList.toggle("idle", chosen === null);
  refill(panel, ...parts(page, chosen));
  if (was === panel.dataset.of) return;
  panel.scrollTop = 0;
  if (reading) (panel.offsetHeight ? panel : byId("map")).focus(); // an idle sheet is not there
}

function parts(page, chosen) {
  if (!chosen) return overview(page);
  if (chosen.node !== undefined) return nodePanel(page, chosen.node);
  if (chosen.edge !== undefined) return edgePanel(page, chosen.edge);
  if (chosen.path) return pathPanel(page, chosen.path);
  if (chosen.cell) return cellPanel(page, chosen.cell);
  return regionPanel(page, chosen.region);
}

function nodePanel(page, node) {
  const { graph } = page,
    paper = graph.isPaper(node);
  const found = [
    close(page),
    make(
      "p",
      { class: "kind" },
      sign(graph.kinds[node], false),
      capital(graph.kindName(node)) + (paper ? "" : ` · in ${counted(graph.papers[node], PAPER)}`),
    ),
    clamped("h2", [graph.labels[node]]),
  ];
  const aliases = graph.aliases(node);
  if (aliases.length) found.push(clamped("p", ["Also: ", ...apart(aliases, " · ")], { class: "soft", dir: "ltr" }));
  if (paper) found.push(...sourceLines(graph, node));
  found.push(actions(page, node));
  if (!paper) {
    const years = sparkline(graph, [...graph.papersOf(node).keys()]);
    if (years) found.push(make("h3", {}, "Papers a year"), years);
  }
  return [...found, ...sections(page, node)];
}

function sourceLines(graph, paper) {
  const about = graph.sourceOf(paper),
    found = [];
  const place = [about.venue, graph.years[paper] || null].filter(Boolean).join(", ");
  if (about.authors) found.push(clamped("p", [about.authors], { class: "soft" }));
  if (place) found.push(make("p", { class: "soft", dir: "auto" }, place));
  if (/^https?:\/\//.test(about.url ?? ""))
    found.push(
      make(
        "p",
        {},
        make(
          "a",
          { href: about.url, rel: "noopener noreferrer", target: "_blank" },
          about.url.replace(/^https?:\/\//, ""),
        ),
      ),
    );
  return found;
}

function actions(page, node) {
  const { graph, state } = page;
  const pinned = state.pinned.includes(node),
    focused = state.focus?.node === node;
  const found = [
    button(focused ? "Whole map" : "Focus", () => page.focusOn(focused ? null : node), {
      title: "Show only what surrounds it",
      "aria-pressed": String(focused),
    }),
    button("Path to…", () => page.askPath(node), { title: "The shortest way to another node" }),
    button(pinned ? "Unpin" : "Pin", () => page.change({ pinned: state.toggled("pinned", node, !pinned) }), {
      title: "Keep it in sight, with its name",
      "aria-pressed": String(pinned),
    }),
    button("Hide", () => page.hide(node), { title: "Take it off the map" }),
  ];
  if (!graph.isPaper(node)) {
    const papers = [...graph.papersOf(node).keys()],
      open = papers.some((paper) => page.shown.nodes[paper]);
    if (papers.length)
      found.push(
        button(open ? "Collapse papers" : "Expand papers", () => page.expand(node, !open), {
          "aria-expanded": String(open),
        }),
      );
  }
  if (focused)
    found.push(
      button(state.focus.hops === 1 ? "One link more" : "One link less", () =>
        page.focusOn(node, state.focus.hops === 1 ? 2 : 1),
      ),
    );
  return make("div", { class: "actions" }, ...found);
}

function sections(page, node) {
  const { graph } = page,
    groups = new Map();
  for (const edge of graph.edgesOf(node)) {
    const key = graph.relation[edge] * 2 + (graph.source[edge] === node ? 0 : 1);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(edge);
  }
  if (!groups.size) return [make("p", { class: "soft" }, "Nothing on this page is linked to it.")];
  const sure = (edge) => graph.confidence[edge] || 0;
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .flatMap((key) => {
      const edges = groups
        .get(key)
        .sort((a, b) => sure(b) - sure(a) || graph.otherEnd(a, node) - graph.otherEnd(b, node));
      const heading = `${capital(graph.reading(edges[0], node))} (${formatted(edges.length)})`;
      return [make("h3", {}, heading), rowsWithMore(edges, FIRST_ROWS, (edge) => entry(page, edge, node))];
    });
}

// With nothing chosen: what the field is about.
function overview(page) {
  const { graph } = page,
    shown = page.map.shownNodes();
  if (!graph.size) return [make("p", { class: "soft" }, "This graph has no papers yet.")];
  const found = [make("h2", { dir: "auto" }, "Overview")];
  const years = sparkline(
    graph,
    shown.filter((node) => graph.isPaper(node)),
  );
  if (years) found.push(make("h3", {}, "Papers a year"), years);
  ["Methods", "Tasks", "Datasets"].forEach((words, kind) => {
    const ofKind = shown.filter((node) => graph.kinds[node] === kind);
    // What one paper alone names leads nowhere, unless there is nothing else.
    const nodes = ofKind.filter((node, i) => !i || graph.papers[node] > 1).slice(0, 5);
    if (nodes.length)
      found.push(
        make("h3", {}, `${words} in most papers`),
        ...nodes.map((node) =>
          make(
            "div",
            { class: "entry" },
            nodeRow(page, node, make("span", { class: "count" }, formatted(graph.papers[node]))),
          ),
        ),
      );
  });
  const regions = page.map.regions;
  if (regions.length)
    found.push(
      make("h3", {}, "Communities"),
      rowsWithMore(regions, 8, (region) => regionRow(page, region)),
    );
  return found;
}

function regionRow(page, region) {
  const row = button("", () => page.choose({ region: region.index }), { class: "name" });
  row.replaceChildren(...apart(region.names, " · "));
  return make(
    "div",
    { class: "entry region-row" },
    row,
    make("span", { class: "count" }, counted(region.papers, PAPER)),
  );
}
