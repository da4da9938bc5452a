// Papers, concepts and links as sortable rows, those that the map shows.

import { PAPER, byId, button, capital, formatted, make, refill } from "./dom.js";
import { nodeRow } from "./evidence.js";

const FIRST_ROWS = 200;
const order = { column: null, down: false, rows: FIRST_ROWS };

const text = (name, of, cell = null) => ({ name, of, cell, style: "", down: false });
const short = (name, of, cell = null) => ({ ...text(name, of, cell), style: "short" });
const number = (name, of) => ({ name, of, number: true, style: "number", down: true });

function columnsOf(page, tab) {
  const { graph } = page,
    label = (node) => graph.labels[node];
  const cell = (pick) => (item) => nodeRow(page, pick(item));
  const shownLinks = (node) => graph.edgesOf(node).filter((edge) => page.shown.edges[edge]).length;
  const years = (node) =>
    [...graph.papersOf(node).keys()]
      .map((paper) => graph.years[paper])
      .filter(Boolean)
      .sort((a, b) => a - b);
  if (tab === "papers")
    return [
      text(
        "Title",
        label,
        cell((node) => node),
      ),
      number("Year", (node) => graph.years[node] || ""),
      text("Venue", (node) => graph.sourceOf(node).venue ?? ""),
      text("Authors", (node) => graph.sourceOf(node).authors ?? ""),
      number("Links", shownLinks),
    ];
  if (tab === "links")
    return [
      text(
        "From",
        (edge) => label(graph.source[edge]),
        cell((edge) => graph.source[edge]),
      ),
      short(
        "Relation",
        (edge) => graph.relations[graph.relation[edge]].words,
        (edge) =>
          button(graph.relations[graph.relation[edge]].words, () => page.choose({ edge }), {
            class: "plain",
          }),
      ),
      text(
        "To",
        (edge) => label(graph.target[edge]),
        cell((edge) => graph.target[edge]),
      ),
      number("Papers", (edge) => graph.support[edge]),
      number("Confidence", (edge) =>
        Number.isNaN(graph.confidence[edge]) ? "" : graph.confidence[edge].toFixed(2),
      ),
    ];
  return [
    text(
      "Name",
      label,
      cell((node) => node),
    ),
    short("Type", (node) => graph.kindName(node)),
    number("Papers", (node) => graph.papers[node]),
    number("Links", shownLinks),
    number("First year", (node) => years(node)[0] ?? ""),
    number("Last year", (node) => years(node).at(-1) ?? ""),
    { ...text("Also", (node) => graph.aliases(node).join(" · ")), style: "also" },
  ];
}

function itemsOf(page, tab) {
  const { graph, shown } = page;
  if (tab === "links") return [...shown.edges.keys()].filter((edge) => shown.edges[edge]);
  return [...shown.nodes.keys()].filter(
    (node) => shown.nodes[node] && (graph.kinds[node] === PAPER) === (tab === "papers"),
  );
}

function sorted(items, column) {
  if (!column) return items;
  const keyed = items.map((item) => [column.of(item), item]);
  const compare = column.number
    ? (a, b) => Number(a) - Number(b)
    : new Intl.Collator("en", { numeric: true }).compare;
  // What is not known comes last, whichever way one sorts.
  const empty = ([key]) => (key === "" ? 1 : 0);
  keyed.sort((a, b) => empty(a) - empty(b) || (order.down ? -1 : 1) * compare(a[0], b[0]));
  return keyed.map(([, item]) => item);
}

export function showTable(page) {
  const { tab } = page.state,
    all = itemsOf(page, tab);
  // A column that says nothing of any row takes room from those that do.
  const columns = columnsOf(page, tab).filter(
    ({ of }, i) => !i || !all.length || all.some((item) => of(item) !== ""),
  );
  const column = columns.find(({ name }) => name === order.column);
  const items = sorted(all, column),
    seen = items.slice(0, order.rows);
  const table = make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...columns.map((one) => heading(page, one)))),
    make("tbody", {}, ...seen.map((item) => row(page, columns, item))),
  );
  const tabs = ["concepts", "papers", "links"].map((name) =>
    button(
      capital(name),
      () => {
        order.rows = FIRST_ROWS;
        page.change({ tab: name });
      },
      { "aria-pressed": String(name === tab) },
    ),
  );
  const said = make("span", {}, `${formatted(seen.length)} of ${formatted(items.length)} rows`);
  const more =
    seen.length < items.length
      ? button(
          `Show ${formatted(Math.min(1000, items.length - seen.length))} more`,
          () => {
            order.rows += 1000;
            showTable(page);
          },
          { class: "plain" },
        )
      : null;
  refill(byId("table"), make("div", { class: "bar-above" }, ...tabs, said), table, more ?? "");
}

function heading(page, column) {
  const sorts = column.name === order.column;
  const arrow = sorts ? (order.down ? " ↓" : " ↑") : "";
  const press = button(column.name + arrow, () => {
    Object.assign(order, { column: column.name, down: sorts ? !order.down : column.down });
    showTable(page);
  });
  return make(
    "th",
    {
      scope: "col",
      class: column.style,
      "aria-sort": sorts ? (order.down ? "descending" : "ascending") : "none",
    },
    press,
  );
}

function row(page, columns, item) {
  const { chosen, tab } = page.state,
    selected = (tab === "links" ? chosen?.edge : chosen?.node) === item;
  const cells = columns.map((column) =>
    make(
      "td",
      { class: column.style, dir: column.number ? undefined : "auto" },
      column.cell ? column.cell(item) : make("span", { class: "name" }, String(column.of(item))),
    ),
  );
  return make("tr", { "aria-current": selected ? "true" : false }, ...cells);
}
