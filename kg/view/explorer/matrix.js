// The matrix: two types of concepts against each other, with the papers that hold both. Rows and
// columns are ordered so that blocks appear; an open square is a pair of frequent concepts that no
// paper joins.

import {
  PAPER,
  PLURALS,
  byId,
  button,
  counted,
  formatted,
  isolated,
  make,
  percent,
  refill,
} from "./dom.js";

const FIRST = { rows: 30, columns: 36 },
  FREQUENT = 10;
const shownSize = { ...FIRST };

// The papers that count, as lists of the concepts they hold.
function papersWithConcepts(page) {
  const { graph, shown } = page,
    found = new Map();
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    if (!graph.isRole(edge) || !shown.open[edge] || !shown.papers[graph.source[edge]]) continue;
    if (!found.has(graph.source[edge])) found.set(graph.source[edge], new Set());
    found.get(graph.source[edge]).add(graph.target[edge]);
  }
  return [...found.values()];
}

export function countMatrix(page) {
  const { graph, shown } = page,
    [columnKind, rowKind] = [...page.state.axes].map(Number);
  const papers = papersWithConcepts(page),
    totals = new Int32Array(graph.size);
  for (const concepts of papers) for (const concept of concepts) totals[concept]++;
  const best = (kind, most) => {
    const all = [...shown.nodes.keys()].filter(
      (node) => shown.nodes[node] && graph.kinds[node] === kind && totals[node],
    );
    all.sort((a, b) => totals[b] - totals[a] || a - b);
    return { all: all.length, nodes: all.slice(0, most) };
  };
  const rows = best(rowKind, shownSize.rows),
    columns = best(columnKind, shownSize.columns);
  const rowOf = new Map(rows.nodes.map((node, i) => [node, i])),
    columnOf = new Map(columns.nodes.map((node, i) => [node, i]));
  const counts = rows.nodes.map(() => new Int32Array(columns.nodes.length));
  for (const concepts of papers)
    for (const row of concepts)
      if (rowOf.has(row))
        for (const column of concepts)
          if (columnOf.has(column)) counts[rowOf.get(row)][columnOf.get(column)]++;
  return { rows, columns, counts, totals };
}

// Reciprocal averaging (Hill, 1973): rows stand where their columns are and the other way round,
// until both follow the strongest contrast in the table.
export function blockOrder(counts, width) {
  const rowSums = counts.map((row) => row.reduce((a, b) => a + b, 0));
  const columnSums = Array.from({ length: width }, (_, j) => counts.reduce((sum, row) => sum + row[j], 0));
  let columns = Array.from({ length: width }, (_, j) => j),
    rows = rowSums.map(() => 0);
  for (let round = 0; round < 60; round++) {
    rows = counts.map((row, i) =>
      rowSums[i] ? row.reduce((sum, count, j) => sum + count * columns[j], 0) / rowSums[i] : 1e9,
    );
    columns = columnSums.map((total, j) =>
      total ? counts.reduce((sum, row, i) => sum + row[j] * (rowSums[i] ? rows[i] : 0), 0) / total : 0,
    );
    standardise(columns, columnSums);
  }
  columns = columns.map((value, j) => (columnSums[j] ? value : 1e9));
  const sorted = (values) => values.map((_, i) => i).sort((a, b) => values[a] - values[b] || a - b);
  return { rows: sorted(rows), columns: sorted(columns) };
}

// The mean is the answer that says nothing; taking it out leaves the first that says something.
function standardise(values, weights) {
  const total = weights.reduce((a, b) => a + b, 0) || 1;
  const mean = values.reduce((sum, value, i) => sum + value * weights[i], 0) / total;
  values.forEach((value, i) => {
    values[i] = value - mean;
  });
  const size = Math.sqrt(values.reduce((sum, value, i) => sum + value * value * weights[i], 0) / total) || 1;
  values.forEach((value, i) => {
    values[i] = value / size;
  });
}

// The ten in most papers, if two papers or more hold them.
const frequent = (nodes, totals) => new Set(nodes.slice(0, FREQUENT).filter((node) => totals[node] > 1));

export function showMatrix(page) {
  const { rows, columns, counts, totals } = countMatrix(page),
    { graph, state } = page;
  const order = blockOrder(counts, columns.nodes.length);
  const most = Math.max(1, ...counts.map((row) => Math.max(0, ...row)));
  const often = [rows, columns].map(({ nodes }) => frequent(nodes, totals));
  const name = (node) =>
    button(graph.labels[node], () => page.choose({ node }), {
      title: `${isolated(graph.labels[node].slice(0, 200))}: ${counted(totals[node], PAPER)}`,
      dir: "auto",
    });
  const head = order.columns.map((j) => make("th", { scope: "col" }, name(columns.nodes[j])));
  const body = order.rows.map((i) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name(rows.nodes[i])),
      ...order.columns.map((j) => {
        const pair = [rows.nodes[i], columns.nodes[j]];
        const gap = pair.every((node, side) => often[side].has(node));
        return make("td", {}, cell(page, pair, { count: counts[i][j], most, gap }));
      }),
    ),
  );
  const table =
    rows.nodes.length && columns.nodes.length
      ? make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...head)), make("tbody", {}, ...body))
      : make("p", { class: "soft" }, "Nothing to set against each other is shown. Fewer filters may help.");
  refill(byId("matrix"), controlsAbove(page, state, { rows, columns }), table);
}

function controlsAbove(page, state, { rows, columns }) {
  const axes = ["01", "02", "12"].map((pair) =>
    button(
      [...pair].map((kind) => PLURALS[kind]).join(" × "),
      () => {
        Object.assign(shownSize, FIRST);
        page.change({ axes: pair });
      },
      { "aria-pressed": String(pair === state.axes) },
    ),
  );
  const [across, down] = [...state.axes].map((kind) => PLURALS[kind]);
  const said = `Showing ${formatted(columns.nodes.length)} of ${formatted(columns.all)} ${across} and ${formatted(rows.nodes.length)} of ${formatted(rows.all)} ${down}, those in most papers`;
  const whole = rows.nodes.length === rows.all && columns.nodes.length === columns.all;
  const more = whole
    ? null
    : button(
        "more",
        () => {
          shownSize.rows *= 2;
          shownSize.columns *= 2;
          page.change({});
        },
        { class: "plain" },
      );
  const legend = make(
    "span",
    {},
    "An open square is a gap: two of the ten most frequent that no paper joins.",
  );
  return make("div", { class: "bar-above" }, ...axes, make("span", {}, said), more, legend);
}

function cell(page, pair, { count, most, gap }) {
  const names = pair.map((node) => isolated(page.graph.labels[node].slice(0, 120))).join(" × ");
  const chosen = page.state.chosen?.cell?.join() === pair.join();
  if (!count && !gap) return make("span", { class: "cell none", "aria-hidden": "true" });
  const words = `${names}: ${count ? counted(count, PAPER) : "no paper, though both are frequent"}`;
  const element = button(count ? formatted(count) : "", () => page.choose({ cell: pair }), {
    class: `cell ${count ? "full" : "gap"}`,
    title: words,
    "aria-label": words,
    "aria-pressed": String(chosen),
  });
  if (count) element.style.setProperty("--share", percent(0.14 + 0.45 * Math.sqrt(count / most)));
  return element;
}
