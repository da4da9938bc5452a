// The map: three canvases one over the other. Regions and field are drawn when the view moves;
// lighting a neighbourhood dims these two by style and draws on the third alone, so it is at once.

import { byId } from "./dom.js";
import { boxAround, Camera } from "./camera.js";
import { CanvasField, drawField } from "./field_canvas.js";
import { GlField } from "./field_gl.js";
import { FAR_AWAY, drawLabels, placeAround, placeLabels } from "./labels.js";
import { readColours, REACH, traceShape } from "./look.js";
import { drawRegions, outlines } from "./regions.js";

const STANDS_AFTER = 140; // milliseconds without a move

export class GraphMap {
  constructor(graph, state) {
    Object.assign(this, {
      graph,
      state,
      camera: new Camera(),
      colours: readColours(),
      shown: null,
      regions: [],
      light: null,
      labels: [],
      moving: false,
      dirty: false,
      frame: 0,
    });
    this.element = byId("map");
    this.order = edgesByImportance(graph);
    this.openField();
    this.covers = [byId("zoom")];
  }

  openField() {
    try {
      this.field = new GlField(byId("field"), this.graph);
      byId("field").addEventListener("webglcontextlost", (event) => {
        event.preventDefault();
        this.fallBack();
      });
    } catch {
      this.fallBack();
    }
    this.element.dataset.renderer = this.field instanceof GlField ? "webgl" : "canvas";
  }

  // A canvas that has had a WebGL context can have no other, so it is replaced.
  fallBack() {
    const fresh = byId("field").cloneNode();
    byId("field").replaceWith(fresh);
    this.field = new CanvasField(fresh, this.graph);
    this.element.dataset.renderer = "canvas";
    byId("notice").textContent =
      "This browser offers no WebGL 2, so the map is drawn on a plain canvas: slower, otherwise the same.";
    byId("notice").hidden = false;
    if (this.shown) this.show(this.shown);
  }

  get canvases() {
    return [byId("regions"), this.field.canvas, byId("top")];
  }

  // Take the size of the window's part; the middle of the view stays.
  resize(again = false) {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === this.camera.width && height === this.camera.height && !again) return;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    for (const canvas of this.canvases) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
    }
    Object.assign(this.camera, { width, height });
    if (width && this.waiting) this.fit(...this.waiting);
    this.request();
  }

  show(shown) {
    this.shown = shown;
    this.regions = outlines(this.graph, shown);
    this.field.setShown(shown, this.order);
    this.request();
  }

  recolour() {
    this.colours = readColours();
    this.request();
  }

  // Light some nodes and edges and dim the rest; null for none.
  shine(light) {
    this.light = light;
    this.element.classList.toggle("dimmed", light !== null);
    this.requestTop();
  }

  request() {
    this.dirty = true;
    this.requestTop();
  }

  requestTop() {
    this.topDirty = true;
    this.nextFrame();
  }

  nextFrame() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paint());
  }

  // The view moves: draw what is quick now and the rest when it stands.
  move() {
    this.moving = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.moving = false;
      this.request();
      this.onRest?.();
    }, STANDS_AFTER);
    this.request();
  }

  paint() {
    this.frame = 0;
    if (!this.shown || !this.camera.width || !this.camera.height) return;
    if (this.dirty) {
      this.dirty = false;
      this.element.classList.toggle("far", this.camera.scale < FAR_AWAY);
      drawRegions(this.clear(byId("regions")), this.regions, this.camera, this.colours);
      this.field.draw(this.camera, this.colours, {
        ratio: this.ratio,
        moving: this.moving,
        fade: this.fade(),
      });
      this.paintTop(this.clear(byId("top")));
      this.onPaint?.();
    } else if (this.topDirty) this.paintTop(this.clear(byId("top")));
    else this.field.drawMore();
    this.topDirty = false;
    if (this.field.unfinished && !this.moving) this.nextFrame();
  }

  // Many edges seen from afar would be one grey; each gets fainter, and bridges between communities
  // more so, or they would hide what is a community.
  fade() {
    const many = Math.sqrt(2500 / Math.max(this.shown.edgeCount, 1)) + this.camera.scale * 0.4;
    const inside = Math.min(1, Math.max(many, 0.06));
    return { inside, bridge: inside * inside };
  }

  clear(canvas) {
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return context;
  }

  paintTop(context) {
    const { graph, camera, colours, light } = this;
    const covered = this.covered();
    if (light) {
      drawField(context, graph, camera, colours, {
        ...light,
        nodes: [...light.nodes].reverse(),
        strong: true,
      });
      for (const node of light.centre) this.circle(context, node);
      this.labels = placeAround(graph, camera, light.nodes, light.centre, covered);
    } else {
      this.labels = placeLabels(graph, camera, this.shown, {
        regions: this.regions,
        pinned: this.state.pinned,
        covered,
      });
    }
    for (const node of this.state.pinned) this.circle(context, node);
    drawLabels(context, this.labels, colours);
  }

  circle(context, node) {
    const [x, y] = this.camera.toScreen(this.graph.x[node], this.graph.y[node]);
    traceShape(context, this.graph.kinds[node], x, y, this.camera.drawnRadius(this.graph.radius[node]) + 2.5);
    context.lineWidth = 1.5;
    context.strokeStyle = this.colours.ink;
    context.stroke();
  }

  covered() {
    const map = this.element.getBoundingClientRect();
    return this.covers
      .map((element) => element.getBoundingClientRect())
      .map((box) => [box.left - map.left, box.top - map.top, box.right - map.left, box.bottom - map.top]);
  }

  // Bring nodes, all of them by default, into the part of the map that no sheet covers.
  fit(nodes, largest = 1.4) {
    this.waiting = this.camera.width ? null : [nodes, largest]; // until the map is the view again
    if (this.waiting) return;
    const wanted = nodes ?? this.shownNodes();
    if (!wanted.length) return;
    const map = this.element.getBoundingClientRect(),
      margin = Math.min(56, map.width * 0.06 + 8);
    const sheet = byId("panel").getBoundingClientRect();
    const under =
      getComputedStyle(byId("panel")).position === "absolute" && sheet.height
        ? Math.max(map.bottom - sheet.top, 0)
        : 0;
    this.camera.fit(
      boxAround(this.graph, wanted),
      { left: margin, right: margin, top: margin, bottom: margin + under },
      largest,
    );
    this.request();
  }

  shownNodes() {
    const found = [];
    for (let node = 0; node < this.graph.size; node++) if (this.shown.nodes[node]) found.push(node);
    return found;
  }

  nodeAt(px, py, reach) {
    const { graph, camera, shown } = this,
      [wx, wy] = camera.toWorld(px, py);
    let best = -1,
      nearest = Infinity;
    for (let node = 0; node < graph.size; node++) {
      if (!shown.nodes[node]) continue;
      const away =
        Math.hypot(graph.x[node] - wx, graph.y[node] - wy) * camera.scale -
        camera.drawnRadius(graph.radius[node]) * REACH[graph.kinds[node]];
      if (away < reach && away < nearest) [best, nearest] = [node, away];
    }
    return best;
  }

  edgeAt(px, py, reach) {
    const { graph, camera, shown } = this,
      [wx, wy] = camera.toWorld(px, py);
    let best = -1,
      nearest = reach / camera.scale;
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (!shown.edges[edge]) continue;
      const ax = graph.x[graph.source[edge]],
        ay = graph.y[graph.source[edge]];
      const dx = graph.x[graph.target[edge]] - ax,
        dy = graph.y[graph.target[edge]] - ay;
      const along = Math.min(Math.max(((wx - ax) * dx + (wy - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      const away = Math.hypot(ax + along * dx - wx, ay + along * dy - wy);
      if (away < nearest) [best, nearest] = [edge, away];
    }
    return best;
  }
}

// Edges inside communities first, since they are short and show the shape, then the bridges; each
// between important nodes first, so that any beginning of the list is the best of it.
function edgesByImportance(graph) {
  const count = graph.edgeCount,
    keys = new Float64Array(count);
  for (let edge = 0; edge < count; edge++) {
    const rank = graph.source[edge] + graph.target[edge] + (graph.isBridge(edge) ? 2 * graph.size : 0);
    keys[edge] = rank * count + edge;
  }
  return Uint32Array.from(keys.sort(), (key) => key % count);
}
