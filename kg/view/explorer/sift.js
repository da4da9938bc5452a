// Which nodes and edges the filters let through, and in which words that is said.

import { PAPER, formatted, isolated, shorten } from "./dom.js";
import { neighbourhood } from "./graph.js";
import { FIRST_NODES } from "./state.js";

// Besides what is shown: `papers` that pass and edges that are `open`, whether or not there is room
// for them on the map. The matrix counts these, so that its numbers are those of SPARQL.
export function sift(graph, state) {
  const open = openEdges(graph, state);
  const shown = new Uint8Array(graph.size);
  const near = state.focus && neighbourhood(graph, state.focus.node, state.focus.hops);
  const papers = passingPapers(graph, state, near);
  const limit = state.all ? graph.size : FIRST_NODES;
  const hiddenKind = Uint8Array.from([0, 1, 2, 3], (kind) => state.hiddenKinds.includes(kind));
  const named = conceptsNamed(graph, papers, open, state);
  for (let node = 0; node < graph.size; node++) {
    const passes =
      graph.kinds[node] === PAPER ? papers[node] : named[node] && graph.papers[node] >= state.minPapers;
    shown[node] =
      passes && node < limit && !hiddenKind[graph.kinds[node]] && (!near || near.has(node)) ? 1 : 0;
  }
  openConcepts(graph, state, shown, papers);
  for (const node of [...state.pinned, ...(state.focus ? [state.focus.node] : [])]) shown[node] = 1;
  for (const node of state.hidden) shown[node] = 0;
  return { ...count(graph, shown, open), open, papers };
}

function count(graph, nodes, open) {
  const edges = new Uint8Array(graph.edgeCount);
  let nodeCount = 0,
    edgeCount = 0;
  for (let node = 0; node < graph.size; node++) nodeCount += nodes[node];
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    edges[edge] = open[edge] & nodes[graph.source[edge]] & nodes[graph.target[edge]];
    edgeCount += edges[edge];
  }
  return { nodes, edges, nodeCount, edgeCount };
}

function openEdges(graph, state) {
  const hidden = Uint8Array.from(graph.relations, (_, relation) => state.hiddenRelations.includes(relation));
  const open = new Uint8Array(graph.edgeCount);
  for (let edge = 0; edge < graph.edgeCount; edge++)
    // An edge of unknown confidence is not known to be weak.
    open[edge] = !hidden[graph.relation[edge]] && !(graph.confidence[edge] < state.minConfidence) ? 1 : 0;
  return open;
}

function passingPapers(graph, state, near) {
  const pass = new Uint8Array(graph.size),
    { years, venue } = state;
  const hidden = new Set(state.hidden);
  for (let node = 0; node < graph.size; node++) {
    if (graph.kinds[node] !== PAPER || hidden.has(node) || (near && !near.has(node))) continue;
    const year = graph.years[node];
    pass[node] =
      (!years || (year >= years[0] && year <= years[1])) && (!venue || graph.sourceOf(node).venue === venue)
        ? 1
        : 0;
  }
  return pass;
}

// A concept stays while a paper that passes names it in a role that is shown, or if none of its
// papers is on this page to judge it by. With all roles switched off only concepts are looked at,
// and those with a relation stay.
function conceptsNamed(graph, papers, open, state) {
  const named = new Uint8Array(graph.size),
    judged = new Uint8Array(graph.size);
  const roles = graph.relations.some((relation, i) => relation.role && !state.hiddenRelations.includes(i));
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const { role } = graph.relations[graph.relation[edge]],
      from = graph.source[edge],
      to = graph.target[edge];
    if (role) judged[to] = 1;
    if (open[edge] && role && papers[from]) named[to] = 1;
    if (open[edge] && !role && !roles) named[from] = named[to] = 1;
  }
  for (let node = 0; node < graph.size; node++) if (!judged[node]) named[node] = 1;
  return named;
}

// Expanded concepts bring their papers in; collapsed ones take away those that no other shows.
function openConcepts(graph, state, shown, papers) {
  const states = Object.entries(state.expanded).map(([node, expanded]) => [Number(node), expanded]);
  for (const [concept, expanded] of states)
    if (!expanded) for (const paper of graph.papersOf(concept).keys()) shown[paper] = 0;
  for (const [concept, expanded] of states)
    if (expanded) for (const paper of graph.papersOf(concept).keys()) if (papers[paper]) shown[paper] = 1;
}

// "Showing N of M": M counts the whole graph, as SPARQL does.
export function statusWords(graph, state, shown) {
  const of = (count, total) => `${formatted(count)} of ${formatted(total)}`;
  const words = `Showing ${of(shown.nodeCount, graph.total.nodes)} nodes, ${of(shown.edgeCount, graph.total.edges)} edges`;
  const reasons = [];
  if (graph.scope) reasons.push(`the page holds what is ${isolated(shorten(graph.scope, 120))}`);
  const left = graph.inScope.nodes - graph.size;
  if (left > 0)
    reasons.push(`${formatted(left)} less important nodes are left out of this page (--max-nodes)`);
  if (!state.all && graph.size > FIRST_NODES) reasons.push("the most important first");
  if (state.focus)
    reasons.push(
      `within ${state.focus.hops === 1 ? "1 link" : `${state.focus.hops} links`} of ${isolated(shorten(graph.labels[state.focus.node], 60))}`,
    );
  if (state.hidden.length) reasons.push(`${formatted(state.hidden.length)} hidden by you`);
  return { words, reasons };
}
