// All nodes and edges at once, by WebGL2: two triangles each, shapes by distance.

import { KINDS } from "./dom.js";
import { channels, REACH } from "./look.js";

// What is drawn lies in a texture, and a vertex finds its own part of it. Instances would be shorter,
// but a processor that plays the GPU draws each of them apart, at some four times the price.
const WIDTH = 2048; // of that texture
const VERTEX = `#version 300 es
precision highp float; precision highp int; precision highp sampler2D;
uniform sampler2D items; uniform vec2 centre, half_; uniform float scale, nodeScale;
const vec2 CORNERS[6] = vec2[6](
  vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
vec4 item(int i) { return texelFetch(items, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0); }
void put(vec2 p) { gl_Position = vec4(p.x / half_.x, -p.y / half_.y, 0, 1); }
`;

const NODE_VERTEX = `${VERTEX}
out vec2 at; flat out float radius; flat out int kind;
void main() {
  vec4 node = item(gl_VertexID / 6); // x, y, radius, kind
  radius = max(node.z * nodeScale, 1.2);
  kind = int(node.w);
  at = CORNERS[gl_VertexID % 6] * (radius * 1.3 + 1.5);
  put((node.xy - centre) * scale + at);
}`;

const NODE_FRAGMENT = `#version 300 es
precision highp float;
in vec2 at; flat in float radius; flat in int kind;
uniform vec3 colours[4]; uniform vec3 ground; uniform float ratio, reach[4];
out vec4 colour;
void main() {
  float r = radius * reach[kind];
  vec2 a = abs(at);
  float outside = kind == 1 ? max(a.x, a.y) - r : kind == 2 ? (a.x + a.y - r) * 0.7071 : length(at) - r;
  bool ring = kind == 3;
  float edge = ring ? 1.5 : radius < 3.0 ? 0.0 : 1.0;
  float alpha = clamp(0.5 - (outside - edge * 0.5) * ratio, 0.0, 1.0);
  if (alpha <= 0.0) discard;
  float inner = clamp(0.5 - (outside + edge * 0.5) * ratio, 0.0, 1.0);
  vec3 fill = colours[kind];
  colour = vec4(mix(ring ? fill : edge > 0.0 ? ground : fill, ring ? ground : fill, inner) * alpha, alpha);
}`;

const EDGE_VERTEX = `${VERTEX}
uniform bool heads;
out float along, across; flat out int kind, number;
void main() {
  number = gl_VertexID / 6;
  int edge = number * 2;
  vec4 ends = item(edge), style = item(edge + 1); // radius at the end; 1 dark + 2 dashed + 4 arrow + 8 bridge
  vec2 corner = CORNERS[gl_VertexID % 6];
  kind = int(style.y);
  vec2 a = (ends.xy - centre) * scale, b = (ends.zw - centre) * scale;
  float span = max(length(b - a), 0.001);
  vec2 u = (b - a) / span, n = vec2(-u.y, u.x);
  if (heads) {
    vec2 tip = b - u * max(style.x * nodeScale, 1.2);
    bool drawn = (kind & 4) != 0 && span > 14.0 + style.x * nodeScale;
    put(!drawn ? vec2(1e6) : corner.x > 0.0 ? tip : tip - u * 6.0 + n * corner.y * 2.6);
    return;
  }
  float wide = (kind & 1) != 0 ? 1.3 : 1.0;
  along = (corner.x + 1.0) * 0.5 * span;
  across = corner.y * (wide + 1.0) * 0.5;
  put(a + u * along + n * across);
}`;

const EDGE_FRAGMENT = `#version 300 es
precision highp float;
in float along, across; flat in int kind, number;
uniform vec4 plain, dark; uniform float ratio; uniform vec2 fade; uniform bool heads;
out vec4 colour;
void main() {
  if (!heads && (kind & 2) != 0 && mod(along, 8.0) > 4.0) discard;
  bool strong = (kind & 1) != 0;
  vec4 ink = strong ? dark : plain;
  float wide = strong ? 1.3 : 1.0;
  float alpha = ink.a * ((kind & 8) != 0 ? fade.y : fade.x) * (heads ? 1.0 : clamp((wide * 0.5 - abs(across)) * ratio + 0.5, 0.0, 1.0));
  // A line too faint for the numbers of a screen is drawn at some of its points, as strong as it can be.
  const float LEAST = 0.016;
  vec2 p = gl_FragCoord.xy + float(number % 97) * 5.588238;
  float chance = fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); // Jimenez, 2014
  if (alpha < LEAST * chance) discard;
  alpha = max(alpha, LEAST);
  colour = vec4(ink.rgb * alpha, alpha);
}`;

const SLICE = 10_000; // edges that one frame draws; the others follow in the next ones
const MOVING = 3_000; // while the map moves, these alone

// Nodes come first and edges go behind what is there, slice by slice, so that a hundred thousand of
// them keep nobody waiting and nothing is drawn twice.
export class GlField {
  constructor(canvas, graph) {
    const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL2");
    Object.assign(this, { canvas, graph, gl, nodes: 0, edges: 0, drawn: 0 });
    this.nodeLayer = layer(gl, NODE_VERTEX, NODE_FRAGMENT);
    this.edgeLayer = layer(gl, EDGE_VERTEX, EDGE_FRAGMENT);
    gl.enable(gl.BLEND);
  }

  setShown(shown, edgeOrder) {
    const { gl, graph } = this;
    const nodes = texels(shown.nodeCount),
      edges = texels(2 * shown.edgeCount);
    let at = 0;
    for (let node = graph.size - 1; node >= 0; node--) {
      // the important last, on top
      if (!shown.nodes[node]) continue;
      nodes[at] = graph.x[node];
      nodes[at + 1] = graph.y[node];
      nodes[at + 2] = graph.radius[node];
      nodes[at + 3] = graph.kinds[node];
      at += 4;
    }
    at = 0;
    for (const edge of edgeOrder) {
      if (!shown.edges[edge]) continue;
      const a = graph.source[edge],
        b = graph.target[edge],
        { style } = graph.relations[graph.relation[edge]];
      edges[at] = graph.x[a];
      edges[at + 1] = graph.y[a];
      edges[at + 2] = graph.x[b];
      edges[at + 3] = graph.y[b];
      edges[at + 4] = graph.radius[b] * REACH[graph.kinds[b]];
      edges[at + 5] = style.dark + 2 * style.dashed + 4 * style.arrow + 8 * graph.isBridge(edge);
      at += 8;
    }
    [this.nodes, this.edges] = [shown.nodeCount, shown.edgeCount];
    fill(gl, this.nodeLayer, nodes);
    fill(gl, this.edgeLayer, edges);
  }

  // A new picture: the nodes and the most important edges now, the rest by `drawMore`.
  draw(camera, colours, look) {
    const { gl, canvas } = this;
    Object.assign(this, { view: { camera, colours, look }, drawn: 0 });
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const uniform = this.use(this.nodeLayer);
    gl.uniform3fv(
      uniform("colours"),
      KINDS.flatMap((kind) => channels(colours[kind]).slice(0, 3)),
    );
    gl.uniform3fv(uniform("ground"), channels(colours.ground).slice(0, 3));
    gl.uniform1fv(uniform("reach"), REACH);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * this.nodes);
    this.drawMore();
  }

  // Whether edges are still to come.
  get unfinished() {
    return this.drawn < this.edges;
  }

  drawMore() {
    const { gl } = this,
      { camera, colours, look } = this.view;
    const count = Math.min(this.edges - this.drawn, look.moving ? MOVING : SLICE);
    if (!count) return;
    gl.blendFunc(gl.ONE_MINUS_DST_ALPHA, gl.ONE);
    const uniform = this.use(this.edgeLayer);
    gl.uniform2f(uniform("fade"), look.fade.inside, look.fade.bridge);
    gl.uniform4fv(uniform("plain"), channels(colours.edge));
    gl.uniform4fv(uniform("dark"), channels(colours["edge-dark"]));
    // Heads of arrows too small to be seen are left out; they lie over the lines.
    for (const heads of camera.scale < 0.5 ? [0] : [1, 0]) {
      gl.uniform1i(uniform("heads"), heads);
      gl.drawArrays(gl.TRIANGLES, 6 * this.drawn, 6 * count);
    }
    this.drawn += count;
  }

  // Take a layer in hand, with what it shows and from where; gives the places of its other values.
  use({ program, texture, places }) {
    const { gl } = this,
      { camera, look } = this.view;
    gl.useProgram(program);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    const uniform = (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name);
    };
    gl.uniform2f(uniform("centre"), camera.x, camera.y);
    gl.uniform2f(uniform("half_"), camera.width / 2, camera.height / 2);
    gl.uniform1f(uniform("scale"), camera.scale);
    gl.uniform1f(uniform("nodeScale"), camera.nodeScale);
    gl.uniform1f(uniform("ratio"), look.ratio);
    return uniform;
  }
}

// A program and the texture that holds its items.
function layer(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(`WebGL: ${gl.getProgramInfoLog(program)}`);
  return { program, texture: gl.createTexture(), places: new Map() };
}

// Four numbers for each of so many, and as many more as fill the last row.
const texels = (count) => new Float32Array(4 * WIDTH * Math.max(1, Math.ceil(count / WIDTH)));

function fill(gl, { texture }, values) {
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(
    gl.TEXTURE_2D,
    0,
    gl.RGBA32F,
    WIDTH,
    values.length / (4 * WIDTH),
    0,
    gl.RGBA,
    gl.FLOAT,
    values,
  );
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
}
