// The graph as typed arrays. Nodes are numbered by importance, 0 the most important.

import { KINDS, PAPER } from "./dom.js";
import { summed } from "./unpack.js";

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

export class Graph {
  constructor({ id, textOf, textCount, numbers, regions, ...rest }) {
    const label = Array.from({ length: textCount }, (_, node) => textOf(node));
    const { title, scope, base, total, inScope, counts, short } = rest;
    Object.assign(this, { title, scope, base, total, inScope, counts, short });
    // An id that is left out is the one that a plain label makes.
    this.ids = id.map((given, node) => given || `c-${label[node].toLowerCase().replaceAll(" ", "-")}`);
    this.labels = label;
    this.size = label.length;
    this.kinds = Uint8Array.from(numbers.kind);
    this.papers = numbers.papers;
    this.years = numbers.year;
    this.x = Float32Array.from(numbers.x);
    this.y = Float32Array.from(numbers.y);
    this.radius = Float32Array.from(numbers.radius, (value) => value / 100);
    this.edgeIds = Array.from(summed(numbers.edge), (number) => `e${number}`);
    this.edgeCount = numbers.edge.length;
    this.source = summed(numbers.source);
    this.target = numbers.target;
    this.relation = Uint8Array.from(numbers.relation);
    this.confidence = Float32Array.from(numbers.confidence, (value) => (value < 0 ? NaN : value / 1e4));
    this.support = numbers.support;
    this.relations = rest.relations.map(([name, words]) => ({
      name,
      words,
      backwards: BACKWARDS[name] ?? words,
      role: ROLES.has(name),
      style: { dark: name === "introduces", dashed: COMPARING.has(name), arrow: !ROLES.has(name) },
    }));
    this.regionOf = numbers.region;
    this.regions = regions.map((name) => ({ name, members: [] }));
    this.regionOf.forEach((region, node) => region >= 0 && this.regions[region].members.push(node));
    this.details = { aliases: {}, sources: {}, evidence: null };
    this.indexOf = new Map(this.ids.map((id, node) => [id, node]));
    this.listEdges();
  }

  // The second block of data, which comes after the first frame.
  addDetails({ sources, numbers, textOf }) {
    const { start, length } = numbers,
      [end, mention, sentence, paper] = ["count", "mention", "sentence", "paper"].map((name) =>
        summed(numbers[name]),
      );
    // The aliases of all nodes follow the sentences.
    let next = paper.length;
    const aliases = Array.from(numbers.aliases, (count) =>
      Array.from({ length: count }, () => textOf(next++)),
    );
    this.details = { aliases, sources, evidence: { end, mention, sentence, start, length, paper, textOf } };
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
    const { evidence } = this.details,
      found = [];
    if (!evidence) return found;
    for (let row = edge ? evidence.end[edge - 1] : 0; row < evidence.end[edge]; row++) {
      const mention = evidence.mention[row],
        sentence = evidence.sentence[mention];
      const characters = [...evidence.textOf(sentence)]; // offsets count code points
      const start = evidence.start[mention],
        end = start + evidence.length[mention];
      const cut = (from, to) => characters.slice(from, to).join("");
      found.push({
        paper: evidence.paper[sentence],
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
