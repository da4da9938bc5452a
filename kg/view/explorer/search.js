// Search by label and alias, with suggestions; also how the far end of a path is named.

import { PAPER, byId, counted, fold, formatted, isolated, make, shorten, sign } from "./dom.js";

const MOST = 12;

export class Search {
  constructor(page) {
    Object.assign(this, {
      page,
      input: byId("query"),
      list: byId("matches"),
      matches: [],
      active: 0,
      onPick: null,
    });
    const { input } = this;
    input.addEventListener("input", () => {
      this.active = 0;
      this.update();
    });
    input.addEventListener("focus", () => this.update());
    input.addEventListener("blur", () => this.leave());
    input.addEventListener("keydown", (event) => this.key(event));
  }

  // Folded names, made once; details with the aliases arrive after the first frame.
  get names() {
    if (this.folded?.details !== this.page.graph.details) {
      const { graph } = this.page;
      this.folded = {
        details: graph.details,
        lists: graph.labels.map((label, node) => [label, ...graph.aliases(node)].map(fold)),
      };
    }
    return this.folded.lists;
  }

  find(text) {
    const wanted = fold(text.trim()),
      found = [];
    if (!wanted) return found;
    this.names.forEach((names, node) => {
      let best = 9,
        alias = 0;
      names.forEach((name, i) => {
        const at = name.indexOf(wanted);
        if (at < 0) return;
        const score =
          (name === wanted ? 0 : at === 0 ? 1 : /[\s\-(]/.test(name[at - 1]) ? 2 : 3) + (i ? 0.5 : 0);
        if (score < best) [best, alias] = [score, i];
      });
      if (best < 9)
        found.push({ node, score: best, alias: alias ? this.page.graph.aliases(node)[alias - 1] : "" });
    });
    return found.sort((a, b) => a.score - b.score || a.node - b.node);
  }

  update() {
    const { input, list, page } = this,
      all = this.find(input.value);
    this.matches = all.slice(0, MOST);
    const rows = this.matches.map((match, i) =>
      make(
        "li",
        {
          role: "option",
          id: `match-${i}`,
          "aria-selected": String(i === this.active),
          onpointerdown: (event) => {
            event.preventDefault();
            this.pick(match);
          },
        },
        sign(page.graph.kinds[match.node]),
        make("span", { class: "name", dir: "auto" }, shorten(page.graph.labels[match.node], 90)),
        make("span", { class: "count" }, this.beside(match)),
      ),
    );
    if (all.length > MOST)
      rows.push(make("li", { class: "soft" }, `and ${formatted(all.length - MOST)} more`));
    if (input.value.trim() && !rows.length)
      rows.push(make("li", { class: "soft" }, "No name holds these letters."));
    list.replaceChildren(...rows);
    list.hidden = !rows.length;
    input.setAttribute("aria-expanded", String(this.matches.length > 0));
    if (this.matches.length) input.setAttribute("aria-activedescendant", `match-${this.active}`);
    else input.removeAttribute("aria-activedescendant");
  }

  // What helps to tell a name from the next: why it is here, or how much there is of it.
  beside({ node, alias }) {
    const { graph, shown } = this.page;
    if (alias) return `also ${isolated(shorten(alias, 22))}`;
    if (!shown.nodes[node]) return "not shown";
    return graph.isPaper(node) ? graph.years[node] || "" : counted(graph.papers[node], PAPER);
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.matches.length) {
      this.active = (this.active + step + this.matches.length) % this.matches.length;
      this.update();
      event.preventDefault();
    } else if (event.key === "Enter" && this.matches.length) this.pick(this.matches[this.active]);
    else if (event.key === "Escape") {
      this.input.blur();
      event.stopPropagation();
    }
  }

  pick(match) {
    const { onPick, page } = this;
    this.input.blur();
    if (onPick) onPick(match.node);
    else page.reveal(match.node);
    byId(page.state.view === "map" ? "map" : "panel").focus(); // to walk on, or to read
  }

  // Ask for a node in place of a search.
  ask(words, onPick) {
    this.onPick = onPick;
    this.input.placeholder = words;
    this.input.value = "";
    this.input.focus();
  }

  leave() {
    this.list.hidden = true;
    this.input.value = "";
    this.input.setAttribute("aria-expanded", "false");
    this.input.placeholder = "Search a name";
    this.onPick = null;
  }
}
