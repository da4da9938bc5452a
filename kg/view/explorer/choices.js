// Panels for what is not one node: an edge, a path, a cell of the matrix, a community.

import { PAPER, apart, capital, counted, formatted, make, rowsWithMore } from "./dom.js";
import { close, confidenceBar, nodeRow, quotes, sparkline } from "./evidence.js";
import { shortestPath } from "./graph.js";

const pairHead = (graph, nodes, between) =>
  make("h2", { class: "clamped" }, ...apart(nodes.map((node) => graph.labels[node]), between));

function step(page, edge, from) {
  const { graph } = page;
  const support = graph.support[edge] > 1 ? ` · ${counted(graph.support[edge], PAPER)}` : "";
  return [
    make(
      "p",
      { class: "relation" },
      make("span", {}, graph.reading(edge, from) + support),
      confidenceBar(graph, edge),
    ),
    nodeRow(page, graph.otherEnd(edge, from)),
  ];
}

export function edgePanel(page, edge) {
  const { graph } = page,
    head = graph.source[edge];
  const said = quotes(page, edge);
  return [
    close(page),
    make("p", { class: "kind" }, "Link"),
    make("div", { class: "steps" }, nodeRow(page, head), ...step(page, edge, head)),
    make("h3", {}, "Evidence"),
    ...(said.length ? said : [make("p", { class: "soft" }, "No sentence is kept for this link.")]),
  ];
}

export function pathPanel(page, [from, to]) {
  const { graph } = page,
    path = shortestPath(graph, from, to, page.shown.edges);
  const found = [
    close(page),
    make("p", { class: "kind" }, "Shortest path"),
    pairHead(graph, [from, to], " → "),
  ];
  if (!path)
    return [
      ...found,
      make("p", { class: "soft" }, "No way over the links that are shown. Fewer filters may open one."),
    ];
  found.push(
    make(
      "p",
      { class: "soft" },
      `${formatted(path.edges.length)} ${path.edges.length === 1 ? "link" : "links"}`,
    ),
  );
  const steps = [nodeRow(page, from)];
  path.edges.forEach((edge, i) =>
    steps.push(...step(page, edge, path.nodes[i]), ...quotes(page, edge).slice(0, 1)),
  );
  return [...found, make("div", { class: "steps" }, ...steps)];
}

// The papers that hold both concepts, as far as the filters let papers and links through.
export function papersOfBoth(page, cell) {
  const { graph, shown } = page;
  const [row, column] = cell.map(
    (node) =>
      new Map([...graph.papersOf(node)].filter(([paper, edge]) => shown.papers[paper] && shown.open[edge])),
  );
  return [...row]
    .filter(([paper]) => column.has(paper))
    .map(([paper, edge]) => ({ paper, edges: [edge, column.get(paper)] }));
}

export function cellPanel(page, cell) {
  const { graph } = page,
    both = papersOfBoth(page, cell);
  const found = [
    close(page),
    make("p", { class: "kind" }, both.length ? counted(both.length, PAPER) : "An open square"),
    pairHead(graph, cell, " × "),
  ];
  if (!both.length) {
    found.push(make("p", { class: "soft" }, "No paper of this graph joins the two. Each on its own:"));
    return [
      ...found,
      make(
        "div",
        { class: "steps" },
        ...cell.map((node) =>
          nodeRow(page, node, make("span", { class: "count" }, counted(graph.papers[node], PAPER))),
        ),
      ),
    ];
  }
  const years =
    both.length > 1
      ? sparkline(
          graph,
          both.map((one) => one.paper),
        )
      : null;
  if (years) found.push(years);
  const row = ({ paper, edges }) =>
    make(
      "div",
      { class: "entry" },
      nodeRow(
        page,
        paper,
        graph.years[paper] ? make("span", { class: "count" }, String(graph.years[paper])) : null,
      ),
      ...edges.flatMap((edge) => quotes(page, edge, paper).slice(0, 1)),
    );
  return [...found, rowsWithMore(both, 12, row)];
}

export function regionPanel(page, index) {
  const { graph } = page,
    region = graph.regions[index];
  const members = region.members.filter((node) => page.shown.nodes[node]).sort((a, b) => a - b);
  const found = [
    close(page),
    make("p", { class: "kind" }, "Community"),
    make("h2", {}, ...apart(region.name, " · ")),
  ];
  const years = sparkline(
    graph,
    members.filter((node) => graph.isPaper(node)),
  );
  if (years) found.push(make("h3", {}, "Papers a year"), years);
  ["methods", "tasks", "datasets", "papers"].forEach((words, kind) => {
    const nodes = members.filter((node) => graph.kinds[node] === kind);
    if (nodes.length)
      found.push(
        make("h3", {}, `${capital(words)} (${formatted(nodes.length)})`),
        rowsWithMore(nodes, 6, (node) => make("div", { class: "entry" }, nodeRow(page, node))),
      );
  });
  return found;
}
