// All nodes and edges at once, by WebGL2: one instance a node, one an edge, shapes by distance.

import { KINDS } from "./dom.js";
import { channels, REACH } from "./look.js";

const NODE_VERTEX = `#version 300 es
in vec2 corner; in vec4 node; // x, y, radius, kind
uniform vec2 centre, half_; uniform float scale, nodeScale;
out vec2 at; flat out float radius; flat out int kind;
void main() {
  radius = max(node.z * nodeScale, 1.2);
  kind = int(node.w);
  at = corner * (radius * 1.3 + 1.5);
  vec2 p = (node.xy - centre) * scale + at;
  gl_Position = vec4(p.x / half_.x, -p.y / half_.y, 0, 1);
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

const EDGE_VERTEX = `#version 300 es
in vec2 corner; in vec4 ends; in vec2 style; // radius at the end; 1 dark + 2 dashed + 4 arrow + 8 bridge
uniform vec2 centre, half_; uniform float scale, nodeScale; uniform bool heads;
out float along, across; flat out int kind;
void main() {
  kind = int(style.y);
  vec2 a = (ends.xy - centre) * scale, b = (ends.zw - centre) * scale;
  float span = max(length(b - a), 0.001);
  vec2 u = (b - a) / span, n = vec2(-u.y, u.x);
  bool arrow = (kind & 4) != 0;
  float wide = heads ? 3.0 : (kind & 1) != 0 ? 1.3 : 1.0;
  along = corner.x * span;
  across = corner.y * (wide + 1.0) * 0.5;
  vec2 p = mix(a, b, corner.x) + n * across;
  if (heads) {
    vec2 tip = b - u * max(style.x * nodeScale, 1.2);
    p = corner.x > 0.5 ? tip : tip - u * 6.0 + n * corner.y * 2.6;
    if (!arrow || span < 14.0 + style.x * nodeScale) p = vec2(1e6);
  }
  gl_Position = vec4(p.x / half_.x, -p.y / half_.y, 0, 1);
}`;

const EDGE_FRAGMENT = `#version 300 es
precision highp float;
in float along, across; flat in int kind;
uniform vec4 plain, dark; uniform float ratio; uniform vec2 fade; uniform bool heads;
out vec4 colour;
void main() {
  if (!heads && (kind & 2) != 0 && mod(along, 8.0) > 4.0) discard;
  bool strong = (kind & 1) != 0;
  vec4 ink = strong ? dark : plain;
  float wide = strong ? 1.3 : 1.0;
  float alpha = ink.a * ((kind & 8) != 0 ? fade.y : fade.x) * (heads ? 1.0 : clamp((wide * 0.5 - abs(across)) * ratio + 0.5, 0.0, 1.0));
  colour = vec4(ink.rgb * alpha, alpha);
}`;

const COPY_VERTEX = `#version 300 es
in vec2 corner; in float unused; out vec2 at;
void main() {
  at = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, unused * 0.0, 1);
}`;

const COPY_FRAGMENT = `#version 300 es
precision highp float;
in vec2 at; uniform sampler2D image; out vec4 colour;
void main() { colour = texture(image, at); }`;

const STRIP = new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]);
const SQUARE = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);
const SLICE = 10_000; // edges that one frame draws; the others follow in the next ones
const MOVING = 3_000; // while the map moves, these alone

// Edges gather in a texture, slice by slice, so that a hundred thousand of them keep nobody
// waiting; each frame puts the texture on the canvas and the nodes over it.
export class GlField {
  constructor(canvas, graph) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: true });
    if (!gl) throw new Error("no WebGL2");
    Object.assign(this, { canvas, graph, gl, nodes: 0, edges: 0, drawn: 0 });
    this.nodeLayer = layer(gl, NODE_VERTEX, NODE_FRAGMENT, SQUARE, [["node", 4]]);
    this.edgeLayer = layer(gl, EDGE_VERTEX, EDGE_FRAGMENT, STRIP, [
      ["ends", 4],
      ["style", 2],
    ]);
    this.copyLayer = layer(gl, COPY_VERTEX, COPY_FRAGMENT, SQUARE, [["unused", 1]]);
    fill(gl, this.copyLayer, new Float32Array(1));
    this.texture = gl.createTexture();
    this.frame = gl.createFramebuffer();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  setShown(shown, edgeOrder) {
    const { gl, graph } = this;
    const nodes = new Float32Array(shown.nodeCount * 4),
      edges = new Float32Array(shown.edgeCount * 6);
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
      at += 6;
    }
    [this.nodes, this.edges] = [shown.nodeCount, shown.edgeCount];
    fill(gl, this.nodeLayer, nodes);
    fill(gl, this.edgeLayer, edges);
  }

  // A new picture: the most important edges now, the rest by `drawMore`.
  draw(camera, colours, look) {
    const { gl, canvas } = this;
    Object.assign(this, { view: { camera, colours, look }, drawn: 0 });
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    if (this.sliced) this.clearTexture();
    this.drawMore();
  }

  clearTexture() {
    const { gl, canvas } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    if (this.size !== canvas.width + canvas.height * 65536) {
      this.size = canvas.width + canvas.height * 65536;
      gl.texImage2D(
        gl.TEXTURE_2D,
        0,
        gl.RGBA,
        canvas.width,
        canvas.height,
        0,
        gl.RGBA,
        gl.UNSIGNED_BYTE,
        null,
      );
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    }
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  // A picture that is done in one frame needs no texture.
  get sliced() {
    return this.edges > SLICE && !this.view.look.moving;
  }

  // Whether edges are still to come.
  get unfinished() {
    return this.drawn < this.edges;
  }

  drawMore() {
    const { gl } = this,
      { colours } = this.view;
    const { sliced } = this;
    const count = Math.min(this.edges - this.drawn, this.view.look.moving ? MOVING : SLICE);
    if (sliced) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
      this.drawEdges(count);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (sliced) {
      use(gl, this.copyLayer);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, 1);
    } else this.drawEdges(count); // few go straight to the canvas
    const uniform = use(gl, this.nodeLayer);
    this.setView(uniform);
    gl.uniform3fv(
      uniform("colours"),
      KINDS.flatMap((kind) => channels(colours[kind]).slice(0, 3)),
    );
    gl.uniform3fv(uniform("ground"), channels(colours.ground).slice(0, 3));
    gl.uniform1fv(uniform("reach"), REACH);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.nodes);
  }

  drawEdges(count) {
    if (!count) return;
    const { gl } = this,
      { camera, colours, look } = this.view;
    const uniform = use(gl, this.edgeLayer);
    this.setView(uniform);
    gl.uniform2f(uniform("fade"), look.fade.inside, look.fade.bridge);
    gl.uniform4fv(uniform("plain"), channels(colours.edge));
    gl.uniform4fv(uniform("dark"), channels(colours["edge-dark"]));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.edgeLayer.buffer);
    pointTo(gl, this.edgeLayer, this.drawn);
    // Heads of arrows too small to be seen are left out.
    for (const heads of camera.scale < 0.5 ? [0] : [0, 1]) {
      gl.uniform1i(uniform("heads"), heads);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    }
    this.drawn += count;
  }

  setView(uniform) {
    const { gl } = this,
      { camera, look } = this.view;
    gl.uniform2f(uniform("centre"), camera.x, camera.y);
    gl.uniform2f(uniform("half_"), camera.width / 2, camera.height / 2);
    gl.uniform1f(uniform("scale"), camera.scale);
    gl.uniform1f(uniform("nodeScale"), camera.nodeScale);
    gl.uniform1f(uniform("ratio"), look.ratio);
  }
}

// A program with its corners and one buffer of instances.
function layer(gl, vertex, fragment, corners, attributes) {
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
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 8, 0);
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  const made = { program, array, buffer, attributes, places: new Map() };
  pointTo(gl, made, 0);
  return made;
}

// The attributes of the instances, from one of them on. (WebGL has no first instance.)
function pointTo(gl, { program, attributes }, first) {
  const stride = 4 * attributes.reduce((sum, [, size]) => sum + size, 0);
  let offset = first * stride;
  for (const [name, size] of attributes) {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
    gl.vertexAttribDivisor(place, 1);
    offset += 4 * size;
  }
}

function fill(gl, { buffer }, values) {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
}

function use(gl, { program, array, places }) {
  gl.useProgram(program);
  gl.bindVertexArray(array);
  return (name) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
    return places.get(name);
  };
}
