// The panel: what the chosen node is, who says so and in which words.
"use strict";

const TYPES = { method: "Method", task: "Task", dataset: "Dataset", paper: "Paper" };
// How an edge reads from its end, where that is not its own words.
const BACKWARDS = {
  introduces: "introduced by", uses: "used by", comparesWith: "compared with by", addresses: "addressed by",
  mentions: "mentioned by", usedFor: "served by", partOf: "has part", evaluatedWith: "evaluates",
  trainedWith: "trains", benchmarkFor: "has benchmark", contrastedWith: "contrasted with", broader: "has kind",
};
const ORDER = Object.keys(BACKWARDS);
const sentenceCase = (text) => text[0].toUpperCase() + text.slice(1);

function quotes(edge, group) {
  return (values.evidence[edge.id] ?? []).map(([paper, before, said, after]) => {
    const block = make("blockquote", { dir: "auto" }, before, make("mark", { class: group }, said), after);
    if (paper !== edge.from && nodeOf.has(paper)) block.title = nodeOf.get(paper).label;
    return block;
  });
}
function entry(edge, node, markGroup) {
  const other = nodeOf.get(edge.from === node.id ? edge.to : edge.from);
  const row = make("button", { type: "button", onclick: () => choose(other.id) }, sign(other.group), make("span", { class: "name", dir: "auto" }, other.label));
  if (other.year !== undefined) row.append(make("span", { class: "count" }, String(other.year)));
  if (edge.confidence !== undefined) {
    const share = `${Math.round(edge.confidence * 100)}%`;
    const fill = make("i");
    fill.style.width = share;
    row.append(make("span", { class: "bar", title: `confidence ${share}`, role: "img", "aria-label": `confidence ${share}` }, fill));
  }
  return make("div", { class: "entry" }, row, ...quotes(edge, markGroup ?? nodeOf.get(edge.to).group));
}
function head(node) {
  const parts = [
    make("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => choose(null) }, "×"),
    make("div", { class: "kind" }, sign(node.group), TYPES[node.group] + (node.group === "paper" ? "" : ` · in ${counted(node.papers, "paper")}`)),
    make("h2", { dir: "auto" }, node.label),
  ];
  if (node.aliases) parts.push(make("p", { class: "soft", dir: "auto" }, `Also: ${node.aliases.join(" · ")}`));
  const about = values.papers[node.id] ?? {};
  if (about.authors) parts.push(make("p", { class: "soft", dir: "auto" }, about.authors));
  const place = [about.venue, node.year].filter((item) => item !== undefined).join(", ");
  if (place) parts.push(make("p", { class: "soft" }, place));
  if (/^https?:\/\//.test(about.url ?? "")) parts.push(make("p", { class: "soft" }, make("a", { href: about.url, rel: "noopener noreferrer", target: "_blank" }, about.url)));
  return parts;
}
function showPanel(id) {
  const panel = byId("panel");
  panel.hidden = id === null;
  if (id === null) return panel.replaceChildren();
  const node = nodeOf.get(id), groups = new Map();
  for (const edge of edgesOf.get(id)) {
    const forth = edge.from === id;
    const key = `${String(ORDER.indexOf(edge.relation)).padStart(2, "0")} ${forth ? edge.words : BACKWARDS[edge.relation] ?? edge.words}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(edge);
  }
  const parts = head(node);
  for (const key of [...groups.keys()].sort()) {
    const edges = groups.get(key).sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
    parts.push(make("h3", {}, `${sentenceCase(key.slice(3))} (${number(edges.length)})`), ...edges.map((edge) => entry(edge, node)));
  }
  if (groups.size === 0) parts.push(make("p", { class: "soft" }, "Nothing that is shown here is linked to it."));
  else if (edgesOf.get(id).length < node.degree) parts.push(make("p", { class: "soft" }, `${number(node.degree - edgesOf.get(id).length)} more links lead to nodes left out of this page.`));
  panel.replaceChildren(...parts);
  panel.scrollTop = 0;
}
