// The column of filters, which is the legend too.

import { KINDS, PAPER, PLURALS, byId, button, formatted, make, percent, sign, stroke } from "./dom.js";

export class Controls {
  constructor(page) {
    this.page = page;
    this.boxes = [];
    this.makeKinds();
    this.makeRelations();
    this.makeYears();
    this.makeRanges();
    byId("reset").addEventListener("click", () => page.showAll());
  }

  tick(list, value, { mark, words, count }) {
    const { page } = this,
      box = make("input", { type: "checkbox", "data-value": String(value) });
    box.addEventListener("change", () =>
      page.change({ [list]: page.state.toggled(list, value, !box.checked) }),
    );
    this.boxes.push({ box, list, value });
    return make(
      "label",
      {},
      box,
      mark,
      make("span", {}, words),
      make("span", { class: "count" }, formatted(count)),
    );
  }

  makeKinds() {
    const { graph } = this.page,
      counts = new Int32Array(KINDS.length);
    for (const kind of graph.kinds) counts[kind]++;
    KINDS.forEach((_, kind) => {
      if (counts[kind])
        byId("kinds").append(
          this.tick("hiddenKinds", kind, { mark: sign(kind, false), words: PLURALS[kind], count: counts[kind] }),
        );
    });
  }

  makeRelations() {
    const { graph } = this.page,
      counts = new Int32Array(graph.relations.length);
    for (const relation of graph.relation) counts[relation]++;
    graph.relations.forEach((relation, i) => {
      if (counts[i])
        byId(relation.role ? "roles" : "relations").append(
          this.tick("hiddenRelations", i, {
            mark: stroke(relation.style),
            words: relation.words,
            count: counts[i],
          }),
        );
    });
    for (const id of ["roles", "relations"]) byId(id).hidden = byId(id).children.length < 2;
  }

  // Bars of papers a year over two numbers.
  makeYears() {
    const { page } = this,
      { graph } = page;
    const years = [...graph.years.keys()]
      .filter((node) => graph.kinds[node] === PAPER)
      .map((node) => graph.years[node])
      .filter(Boolean);
    byId("years").hidden = !years.length;
    if (!years.length) return;
    this.span = [years.reduce((a, b) => Math.min(a, b)), years.reduce((a, b) => Math.max(a, b))];
    const counts = Array.from({ length: this.span[1] - this.span[0] + 1 }, () => 0);
    for (const year of years) counts[year - this.span[0]]++;
    const most = Math.max(...counts);
    this.bars = counts.map((count, i) => {
      const fill = make("i", { title: `${this.span[0] + i}: ${formatted(count)}` });
      fill.style.height = percent(count / most);
      return fill;
    });
    const field = (words) =>
      make("input", { type: "number", min: this.span[0], max: this.span[1], "aria-label": words });
    this.from = field("From year");
    this.to = field("To year");
    for (const input of [this.from, this.to])
      input.addEventListener("change", () => {
        const wanted = [Number(this.from.value) || this.span[0], Number(this.to.value) || this.span[1]];
        page.change({ years: wanted[0] <= this.span[0] && wanted[1] >= this.span[1] ? null : wanted });
      });
    byId("years").append(
      make("div", { class: "bars", "aria-hidden": "true" }, ...this.bars),
      make("div", { class: "pair" }, this.from, "–", this.to),
    );
  }

  makeRanges() {
    const { page } = this,
      { graph } = page;
    const most = graph.papers.reduce(
      (a, papers, node) => (graph.kinds[node] === PAPER ? a : Math.max(a, papers)),
      1,
    );
    this.papers = this.range("papers", { max: Math.min(most, 50), step: 1, min: 1 }, (value) =>
      page.change({ minPapers: value }),
    );
    this.confidence = this.range("confidence", { max: 1, step: 0.05, min: 0 }, (value) =>
      page.change({ minConfidence: value }),
    );
    byId("papers").parentElement.hidden = most < 2;
  }

  range(id, limits, onValue) {
    const input = byId(id);
    for (const [name, value] of Object.entries(limits)) input.setAttribute(name, value);
    input.addEventListener("input", () => onValue(Number(input.value)));
    return input;
  }

  // Venues come with the details, after the first frame.
  fillVenues() {
    const { graph, state, change } = this.page,
      counts = new Map();
    for (const { venue } of Object.values(graph.details.sources))
      if (venue) counts.set(venue, (counts.get(venue) ?? 0) + 1);
    const select = byId("venue");
    select.parentElement.hidden = counts.size < 2;
    const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    select.replaceChildren(
      make("option", { value: "" }, "all venues"),
      ...sorted.map(([venue, count]) => make("option", { value: venue }, `${venue} (${formatted(count)})`)),
    );
    select.value = state.venue;
    select.addEventListener("change", () => change.call(this.page, { venue: select.value }));
  }

  // Show what the state says, wherever it was changed.
  update() {
    const { state } = this.page;
    for (const { box, list, value } of this.boxes) box.checked = !state[list].includes(value);
    if (this.span) {
      const [from, to] = state.years ?? this.span;
      [this.from.value, this.to.value] = [from, to];
      this.bars.forEach((fill, i) =>
        fill.classList.toggle("out", this.span[0] + i < from || this.span[0] + i > to),
      );
    }
    byId("venue").value = state.venue;
    this.papers.value = state.minPapers;
    this.confidence.value = state.minConfidence;
    byId("papers-value").textContent = String(state.minPapers);
    byId("confidence-value").textContent = percent(state.minConfidence);
  }
}
