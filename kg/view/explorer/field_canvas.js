// The field where there is no WebGL2: the same picture on a plain canvas, for some thousand nodes.

import { drawEdge, drawNode, REACH } from "./look.js";

const WHILE_MOVING = 3000;

export class CanvasField {
  constructor(canvas, graph) {
    Object.assign(this, { canvas, graph, shown: null, order: [] });
    this.context = canvas.getContext("2d");
  }

  setShown(shown, edgeOrder) {
    this.shown = shown;
    this.order = Array.from(edgeOrder).filter((edge) => shown.edges[edge]);
  }

  // All at once: what is too much for that is too much for a canvas.
  get unfinished() {
    return false;
  }

  draw(camera, colours, { ratio, moving, fade }) {
    const { context, canvas } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const drawn = moving ? this.order.slice(0, WHILE_MOVING) : this.order;
    for (const bridge of [true, false]) {
      context.globalAlpha = bridge ? fade.bridge : fade.inside;
      const edges = drawn.filter((edge) => this.graph.isBridge(edge) === bridge);
      drawField(context, this.graph, camera, colours, { nodes: [], edges });
    }
    context.globalAlpha = 1;
    const nodes = [];
    for (let node = this.graph.size - 1; node >= 0; node--) if (this.shown.nodes[node]) nodes.push(node);
    drawField(context, this.graph, camera, colours, { nodes, edges: [] });
  }
}

// Some edges and nodes, those out of sight left out.
export function drawField(context, graph, camera, colours, { nodes, edges, strong = false }) {
  for (const edge of edges) {
    const from = graph.source[edge],
      to = graph.target[edge],
      { style } = graph.relations[graph.relation[edge]];
    const a = camera.toScreen(graph.x[from], graph.y[from]),
      b = camera.toScreen(graph.x[to], graph.y[to]);
    if (
      Math.max(a[0], b[0]) < 0 ||
      Math.max(a[1], b[1]) < 0 ||
      Math.min(a[0], b[0]) > camera.width ||
      Math.min(a[1], b[1]) > camera.height
    )
      continue;
    context.strokeStyle = colours[style.dark || strong ? "edge-dark" : "edge"];
    context.lineWidth = (style.dark ? 1.3 : 1) * (strong ? 1.5 : 1);
    drawEdge(context, style, a, b, camera.drawnRadius(graph.radius[to]) * REACH[graph.kinds[to]]);
  }
  context.setLineDash([]);
  for (const node of nodes) {
    const [x, y] = camera.toScreen(graph.x[node], graph.y[node]),
      radius = camera.drawnRadius(graph.radius[node]);
    if (camera.shows(x, y, radius)) drawNode(context, colours, graph.kinds[node], x, y, radius);
  }
}
