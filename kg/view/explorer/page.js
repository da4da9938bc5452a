// The page: graph, state and views, and what a reader can do with them.

import { byId } from "./dom.js";
import { shortestPath } from "./graph.js";
import { papersOfBoth } from "./choices.js";
import { showPanel } from "./panel.js";
import { sift, statusWords } from "./sift.js";
import { NO_FILTERS, fromHash, toHash } from "./state.js";
import { showMatrix } from "./matrix.js";
import { showTable } from "./table.js";

const FILTERS = new Set([...Object.keys(NO_FILTERS), "all", "pinned"]);

export class Page {
  constructor(graph, state) {
    Object.assign(this, { graph, state, shown: sift(graph, state), hovered: -1 });
    state.onChange((keys) => this.update(keys));
  }

  // The parts that draw; made after the page, since they ask it for things.
  join({ map, search, controls }) {
    Object.assign(this, { map, search, controls });
    map.show(this.shown);
    map.onRest = () => {
      this.state.camera = this.cameraPlace();
      this.writeHash();
    };
  }

  change(values) {
    this.state.change(values);
  }

  update(keys) {
    const sifted = [...keys].some((key) => FILTERS.has(key));
    if (sifted) {
      this.shown = sift(this.graph, this.state);
      this.map.show(this.shown);
      this.controls.update();
    }
    this.showStatus();
    this.showView();
    showPanel(this);
    this.light();
    this.writeHash();
  }

  choose(chosen, { follow = false, fit = false } = {}) {
    this.hovered = -1;
    this.change({ chosen });
    if (!chosen) return;
    const lit = this.lit();
    if (
      this.state.view === "map" &&
      lit &&
      (fit || (follow && !this.inSight(lit.centre.length ? lit.centre : lit.nodes)))
    )
      this.map.fit(lit.nodes, 1.4);
    const words = ["h2", ".kind"].map((part) => byId("panel").querySelector(part)?.textContent);
    byId("spoken").textContent = words.map((said) => said?.slice(0, 200)).join(", ");
  }

  inSight(nodes) {
    const { camera } = this.map;
    return nodes.every((node) =>
      camera.shows(...camera.toScreen(this.graph.x[node], this.graph.y[node]), -40),
    );
  }

  // Choose a node even where filters hide it: it is pinned then.
  reveal(node) {
    if (!this.shown.nodes[node])
      this.change({
        pinned: this.state.toggled("pinned", node, true),
        hidden: this.state.toggled("hidden", node, false),
      });
    this.choose({ node }, { fit: true });
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.light();
  }

  focusOn(node, hops = 1) {
    this.change({ focus: node === null ? null : { node, hops } });
    this.map.fit();
  }

  hide(node) {
    this.change({
      hidden: this.state.toggled("hidden", node, true),
      pinned: this.state.toggled("pinned", node, false),
      chosen: null,
    });
  }

  expand(node, expanded) {
    this.change({ expanded: { ...this.state.expanded, [node]: expanded } });
  }

  askPath(from) {
    this.search.ask("…to which node?", (to) => this.choose({ path: [from, to] }, { fit: true }));
  }

  showAll() {
    this.change({ ...NO_FILTERS, all: true });
    this.map.fit();
  }

  // Esc: first what is chosen goes, then the focus.
  back() {
    if (byId("sheet-filters").open && getComputedStyle(byId("filters")).position === "absolute")
      byId("sheet-filters").open = false;
    else if (this.state.chosen) this.choose(null);
    else if (this.state.focus) this.focusOn(null);
  }

  // What is lit: the node under the mouse, else what is chosen, as nodes, edges and their middle.
  lit() {
    const { graph, shown, state } = this,
      chosen = this.hovered >= 0 ? { node: this.hovered } : state.chosen;
    const present = (nodes) => nodes.filter((node) => shown.nodes[node]);
    if (!chosen) return null;
    if (chosen.node !== undefined) {
      const edges = graph.edgesOf(chosen.node).filter((edge) => shown.edges[edge]);
      return {
        nodes: present([
          ...new Set([chosen.node, ...edges.map((edge) => graph.otherEnd(edge, chosen.node))]),
        ]),
        edges,
        centre: present([chosen.node]),
      };
    }
    if (chosen.edge !== undefined) {
      const ends = [graph.source[chosen.edge], graph.target[chosen.edge]];
      return {
        nodes: present(ends),
        edges: [chosen.edge].filter((edge) => shown.edges[edge]),
        centre: present(ends),
      };
    }
    if (chosen.path) {
      const path = shortestPath(graph, ...chosen.path, shown.edges);
      return path
        ? { ...path, centre: path.nodes }
        : { nodes: present(chosen.path), edges: [], centre: present(chosen.path) };
    }
    if (chosen.cell) {
      const both = papersOfBoth(this, chosen.cell);
      return {
        nodes: present([...chosen.cell, ...both.map((one) => one.paper)]),
        edges: both.flatMap((one) => one.edges).filter((edge) => shown.edges[edge]),
        centre: present(chosen.cell),
      };
    }
    const members = new Set(present(graph.regions[chosen.region].members));
    const edges = [...graph.source.keys()].filter(
      (edge) => shown.edges[edge] && members.has(graph.source[edge]) && members.has(graph.target[edge]),
    );
    return { nodes: [...members], edges, centre: [] };
  }

  light() {
    this.map.shine(this.lit());
  }

  showStatus() {
    const { words, reasons } = statusWords(this.graph, this.state, this.shown);
    byId("showing").textContent = [words, ...reasons].join("; ");
    const whole = this.shown.nodeCount === this.graph.size && this.shown.edgeCount === this.graph.edgeCount;
    byId("all").hidden = byId("reset").hidden = whole;
  }

  showView() {
    const { view } = this.state;
    for (const name of ["map", "table", "matrix"]) {
      byId(name).hidden = view !== name;
      byId(`view-${name}`).setAttribute("aria-pressed", String(view === name));
    }
    byId("zoom").hidden = view !== "map";
    if (view === "map") this.map.resize();
    if (view === "table") showTable(this);
    if (view === "matrix") showMatrix(this);
  }

  cameraPlace() {
    const { x, y, scale } = this.map.camera;
    return this.turned ? [y, x, scale] : [x, y, scale];
  }

  writeHash() {
    const hash = toHash(this.state, this.graph);
    try {
      history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    } catch {
      // A page in a notebook's frame has no address of its own.
    }
  }

  readHash() {
    this.change(fromHash(location.hash, this.graph));
    this.place();
  }

  // Where the view stands at the start: as the address says, else around what is chosen.
  place() {
    const { camera } = this.state,
      lit = this.lit();
    if (camera) {
      const [x, y, scale] = this.turned ? [camera[1], camera[0], camera[2]] : camera;
      Object.assign(this.map.camera, { x, y, scale });
      this.map.request();
    } else this.map.fit(lit?.nodes.length ? lit.nodes : null);
  }
}
