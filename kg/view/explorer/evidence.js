// Sentences with the span marked, and the rows of a panel that lead on to a neighbour.

import { KINDS, bar, button, fold, formatted, make, percent, sign } from "./dom.js";

// Whose words the marked ones are: the head's where they are one of its names, else the tail's.
function markedKind(graph, edge, said) {
  const head = graph.source[edge],
    names = [graph.labels[head], ...graph.aliases(head)].map(fold);
  return KINDS[graph.kinds[!graph.isPaper(head) && names.includes(fold(said)) ? head : graph.target[edge]]];
}

// The sentences of an edge; each names its paper unless that is the one the reader looks at.
export function quotes(page, edge, from = -1) {
  const { graph } = page;
  return graph.evidence(edge).map(({ paper, before, said, after }) => {
    const quote = make(
      "blockquote",
      { dir: "auto" },
      before,
      make("mark", { class: markedKind(graph, edge, said) }, said),
      after,
    );
    const known = paper >= 0 && paper !== from && paper !== graph.source[edge];
    if (known)
      quote.append(
        make(
          "cite",
          {},
          button(graph.labels[paper], () => page.choose({ node: paper }), { class: "source", dir: "auto" }),
        ),
      );
    if (paper < 0) quote.append(make("cite", {}, "a paper that is left out of this page"));
    return quote;
  });
}

export function confidenceBar(graph, edge) {
  const share = graph.confidence[edge];
  return Number.isNaN(share) ? null : bar(share, "confidence");
}

export function nodeRow(page, node, ...more) {
  const { graph } = page;
  return make(
    "button",
    {
      type: "button",
      class: "node-row",
      onclick: () => page.choose({ node }),
      onmouseenter: () => page.hover(node),
      onmouseleave: () => page.hover(-1),
    },
    sign(graph.kinds[node]),
    make("span", { class: "name", dir: "auto" }, graph.labels[node]),
    ...more,
  );
}

export const close = (page) =>
  button("×", () => page.choose(null), { class: "close", "aria-label": "Close" });

// One edge of the node that is looked at: the other end, how sure, and the words.
export function entry(page, edge, node) {
  const { graph } = page,
    other = graph.otherEnd(edge, node);
  const year = graph.years[other] ? make("span", { class: "count" }, String(graph.years[other])) : null;
  const papers =
    !graph.isPaper(other) && graph.support[edge] > 1
      ? make(
          "span",
          { class: "count", title: `said by ${graph.support[edge]} papers` },
          `×${formatted(graph.support[edge])}`,
        )
      : null;
  return make(
    "div",
    { class: "entry" },
    nodeRow(page, other, year, papers, confidenceBar(graph, edge)),
    ...quotes(page, edge, node),
  );
}

// Papers a year as small bars, said in words for those who do not see them.
export function sparkline(graph, papers) {
  const years = papers.map((paper) => graph.years[paper]).filter(Boolean);
  if (!years.length) return null;
  const first = Math.min(...years),
    last = Math.max(...years);
  const counts = Array.from(
    { length: Math.max(last - first + 1, 1) },
    (_, i) => years.filter((year) => year === first + i).length,
  );
  const most = Math.max(...counts);
  const bars = counts.map((count, i) => {
    const fill = make("i", { title: `${first + i}: ${count}` });
    fill.style.height = percent(count / most);
    return fill;
  });
  const words = counts
    .map((count, i) => `${first + i}: ${count}`)
    .filter((_, i) => counts[i])
    .join(", ");
  const figure = make(
    "figure",
    { class: "years" },
    make("div", { class: "bars", role: "img", "aria-label": `papers a year, ${words}` }, ...bars),
    make(
      "figcaption",
      {},
      make("span", {}, String(first)),
      first === last ? null : make("span", {}, String(last)),
    ),
  );
  figure.style.maxWidth = `${Math.max(counts.length * 17, 70)}px`; // few years make no wide bars
  return figure;
}
