// The graph as typed arrays. Nodes are numbered by importance, 0 the most important.

import { KINDS, PAPER } from "./dom.js";
import { spell } from "./words.js";

const ROLES = new Set(["introduces", "uses", "comparesWith", "addresses", "mentions"]);
// How an edge reads from its end, where that is not its own words.
const BACKWARDS = {
  introduces: "introduced by",
  uses: "used by",
  comparesWith: "compared with by",
  addresses: "addressed by",
  mentions: "mentioned by",
  usedFor: "served by",
  partOf: "has part",
  evaluatedWith: "evaluates",
  trainedWith: "trains",
  benchmarkFor: "has benchmark",
  contrastedWith: "contrasted with",
  broader: "has kind",
};
const COMPARING = new Set(["comparesWith", "contrastedWith"]);

// The numbers whose steps these are.
function summed(steps) {
  let sum = 0;
  return Int32Array.from(steps, (step) => (sum += step));
}

export class Graph {
  constructor(columns) {
    const { nodes, edges } = columns;
    Object.assign(this, {
      title: columns.title,
      scope: columns.scope,
      base: columns.base,
      total: columns.total,
      inScope: columns.inScope,
      counts: columns.counts,
    });
    this.ids = nodes.id;
    this.labels = nodes.label;
    this.size = nodes.id.length;
    this.kinds = Uint8Array.from(nodes.kind);
    this.papers = Int32Array.from(nodes.papers);
    this.years = Int16Array.from(nodes.year);
    this.x = Float32Array.from(nodes.x);
    this.y = Float32Array.from(nodes.y);
    this.radius = Float32Array.from(nodes.radius);
    this.edgeIds = Array.from(summed(edges.id), (number) => `e${number}`);
    this.edgeCount = edges.id.length;
    this.source = Uint32Array.from(edges.source);
    this.target = Uint32Array.from(edges.target);
    this.relation = Uint8Array.from(edges.relation);
    this.confidence = Float32Array.from(edges.confidence, (value) => (value < 0 ? NaN : value / 1e4));
    this.support = Int32Array.from(edges.support);
    this.relations = columns.relations.map(([name, words]) => ({
      name,
      words,
      backwards: BACKWARDS[name] ?? words,
      role: ROLES.has(name),
      style: { dark: name === "introduces", dashed: COMPARING.has(name), arrow: !ROLES.has(name) },
    }));
    this.regions = columns.regions;
    this.regionOf = new Int32Array(this.size).fill(-1);
    this.regions.forEach(({ members }, region) => members.forEach((node) => (this.regionOf[node] = region)));
    this.details = { aliases: {}, sources: {}, evidence: null };
    this.indexOf = new Map(this.ids.map((id, node) => [id, node]));
    this.listEdges();
  }

  // The second block of data, which comes after the first frame.
  addDetails({ aliases, sources, sentences, evidence }) {
    const { count, sentence, start, length } = evidence;
    this.details = {
      aliases,
      sources,
      sentences,
      evidence: { end: summed(count), sentence: summed(sentence), start, length },
    };
  }

  // For each node the edges at it, one after the other in one array.
  listEdges() {
    const first = new Uint32Array(this.size + 1);
    const ends = [this.source, this.target];
    for (const end of ends) for (const node of end) first[node + 1]++;
    for (let node = 0; node < this.size; node++) first[node + 1] += first[node];
    const next = first.slice(),
      list = new Uint32Array(2 * this.edgeCount);
    for (let edge = 0; edge < this.edgeCount; edge++) for (const end of ends) list[next[end[edge]]++] = edge;
    this.firstEdge = first;
    this.edgeList = list;
  }

  edgesOf(node) {
    const edges = this.edgeList.subarray(this.firstEdge[node], this.firstEdge[node + 1]);
    return [...new Set(edges)]; // a loop is there twice
  }

  otherEnd(edge, node) {
    return this.source[edge] === node ? this.target[edge] : this.source[edge];
  }

  // Whether it leads from one community to another.
  isBridge(edge) {
    return this.regionOf[this.source[edge]] !== this.regionOf[this.target[edge]];
  }

  isRole(edge) {
    return this.relations[this.relation[edge]].role;
  }

  isPaper(node) {
    return this.kinds[node] === PAPER;
  }

  kindName(node) {
    return KINDS[this.kinds[node]];
  }

  // "used by" from the concept, "uses" from the paper.
  reading(edge, from) {
    const relation = this.relations[this.relation[edge]];
    return this.source[edge] === from ? relation.words : relation.backwards;
  }

  aliases(node) {
    return this.details.aliases[node] ?? [];
  }

  sourceOf(paper) {
    return this.details.sources[paper] ?? {};
  }

  // What an edge rests on: paper (-1 if it is not on this page) and the sentence in three pieces.
  evidence(edge) {
    const { sentences, evidence } = this.details,
      found = [];
    if (!evidence) return found;
    for (let row = edge ? evidence.end[edge - 1] : 0; row < evidence.end[edge]; row++) {
      const text = spell(sentences.text[evidence.sentence[row]], sentences.words);
      const characters = [...text]; // offsets count code points
      const start = evidence.start[row],
        end = start + evidence.length[row];
      const cut = (from, to) => characters.slice(from, to).join("");
      found.push({
        paper: sentences.paper[evidence.sentence[row]],
        before: cut(0, start),
        said: cut(start, end),
        after: cut(end),
      });
    }
    return found;
  }

  // The papers that a concept stands in, with the edge that says so.
  papersOf(concept) {
    const found = new Map();
    for (const edge of this.edgesOf(concept))
      if (this.isRole(edge) && this.target[edge] === concept) found.set(this.source[edge], edge);
    return found;
  }
}

// The fewest edges between two nodes over the edges that `open` holds; null where there is no way.
export function shortestPath(graph, from, to, open) {
  const before = new Int32Array(graph.size).fill(-2);
  before[from] = -1;
  let fringe = [from];
  while (fringe.length && before[to] === -2) {
    const next = [];
    for (const node of fringe)
      for (const edge of graph.edgesOf(node)) {
        const other = graph.otherEnd(edge, node);
        if (!open[edge] || before[other] !== -2) continue;
        before[other] = edge;
        next.push(other);
      }
    fringe = next;
  }
  if (before[to] === -2) return null;
  const edges = [],
    nodes = [to];
  for (let node = to; before[node] >= 0; node = nodes[0]) {
    edges.unshift(before[node]);
    nodes.unshift(graph.otherEnd(before[node], node));
  }
  return { nodes, edges };
}

// All nodes within so many edges of one, over all edges of the page.
export function neighbourhood(graph, node, hops) {
  const reached = new Set([node]);
  let fringe = [node];
  for (let hop = 0; hop < hops; hop++) {
    const next = [];
    for (const inner of fringe)
      for (const edge of graph.edgesOf(inner)) {
        const other = graph.otherEnd(edge, inner);
        if (!reached.has(other)) next.push(other);
        reached.add(other);
      }
    fringe = next;
  }
  return reached;
}
