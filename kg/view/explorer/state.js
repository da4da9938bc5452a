// What the reader has chosen; one object, changed in one way, kept in the address of the page.

// Above this many nodes a page opens with the most important ones and offers the rest.
export const FIRST_NODES = 12000;

export const NO_FILTERS = {
  hiddenKinds: [],
  hiddenRelations: [],
  years: null,
  venue: "",
  minPapers: 1,
  minConfidence: 0,
  hidden: [],
  expanded: {},
  focus: null,
};

export class State {
  constructor() {
    // `chosen` is null or one of {node}, {edge}, {path: [a, b]}, {cell: [row, column]}, {region}.
    Object.assign(this, {
      ...NO_FILTERS,
      all: false,
      pinned: [],
      chosen: null,
      view: "map",
      tab: "concepts",
      axes: "01",
      camera: null,
    });
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  change(values) {
    Object.assign(this, values);
    for (const listener of this.listeners) listener(new Set(Object.keys(values)));
  }

  // The list with a value put in or taken out.
  toggled(name, value, present) {
    const without = this[name].filter((other) => other !== value);
    return present ? [...without, value] : without;
  }
}

const SEPARATOR = " "; // ids hold none: everything but letters is percent-encoded in them

export function toHash(state, graph) {
  const values = new URLSearchParams();
  const put = (key, value) => value !== "" && value !== null && value !== undefined && values.set(key, value);
  const ids = (nodes) => nodes.map((node) => graph.ids[node]).join(SEPARATOR);
  const { chosen } = state;
  if (chosen?.node !== undefined) put("node", graph.ids[chosen.node]);
  if (chosen?.edge !== undefined) put("edge", graph.edgeIds[chosen.edge]);
  if (chosen?.path) put("path", ids(chosen.path));
  if (chosen?.cell) put("cell", ids(chosen.cell));
  if (chosen?.region !== undefined) put("region", chosen.region);
  if (state.view !== "map") put("view", state.view);
  if (state.view === "table") put("tab", state.tab);
  if (state.axes !== "01") put("axes", state.axes);
  put("without", state.hiddenKinds.join(SEPARATOR));
  put("norel", state.hiddenRelations.map((relation) => graph.relations[relation].name).join(SEPARATOR));
  put("years", state.years?.join("-"));
  put("venue", state.venue);
  if (state.minPapers > 1) put("papers", state.minPapers);
  if (state.minConfidence > 0) put("confidence", state.minConfidence);
  if (state.all) put("all", 1);
  put("pinned", ids(state.pinned));
  put("hidden", ids(state.hidden));
  const opened = (wanted) =>
    ids(
      Object.keys(state.expanded)
        .filter((node) => state.expanded[node] === wanted)
        .map(Number),
    );
  put("expanded", opened(true));
  put("collapsed", opened(false));
  if (state.focus) put("focus", `${graph.ids[state.focus.node]}${SEPARATOR}${state.focus.hops}`);
  put("at", state.camera?.map((value) => Number(value.toPrecision(5))).join(SEPARATOR));
  return values.toString();
}

export function fromHash(hash, graph) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const words = (key) => (values.get(key) ?? "").split(SEPARATOR).filter(Boolean);
  const nodes = (key) =>
    words(key)
      .map((id) => graph.indexOf.get(id))
      .filter((node) => node !== undefined);
  const numbers = (list) => list.map(Number).filter(Number.isFinite);
  const focus = words("focus"),
    years = numbers((values.get("years") ?? "").split("-")),
    camera = numbers(words("at"));
  const expanded = {};
  for (const node of nodes("expanded")) expanded[node] = true;
  for (const node of nodes("collapsed")) expanded[node] = false;
  return {
    chosen: chosenOf(values, nodes, graph),
    view: ["table", "matrix"].includes(values.get("view")) ? values.get("view") : "map",
    tab: ["papers", "links"].includes(values.get("tab")) ? values.get("tab") : "concepts",
    axes: ["02", "12"].includes(values.get("axes")) ? values.get("axes") : "01",
    hiddenKinds: numbers(words("without")),
    hiddenRelations: words("norel")
      .map((name) => graph.relations.findIndex((relation) => relation.name === name))
      .filter((index) => index >= 0),
    years: values.has("years") && years.length === 2 ? years : null,
    venue: values.get("venue") ?? "",
    minPapers: Math.max(Number(values.get("papers")) || 1, 1),
    minConfidence: Number(values.get("confidence")) || 0,
    all: values.has("all"),
    pinned: nodes("pinned"),
    hidden: nodes("hidden"),
    expanded,
    focus: graph.indexOf.has(focus[0])
      ? { node: graph.indexOf.get(focus[0]), hops: Math.min(Number(focus[1]) || 1, 3) }
      : null,
    camera: camera.length === 3 ? camera : null,
  };
}

function chosenOf(values, nodes, graph) {
  const [node] = nodes("node"),
    edge = graph.edgeIds.indexOf(values.get("edge"));
  const path = nodes("path"),
    cell = nodes("cell"),
    region = Number(values.get("region") ?? NaN);
  if (node !== undefined) return { node };
  if (values.has("edge") && edge >= 0) return { edge };
  if (path.length === 2) return { path };
  if (cell.length === 2) return { cell };
  return graph.regions[region] ? { region } : null;
}
