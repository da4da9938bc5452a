// From places of the layout to pixels of the screen and back.

const SMALLEST = 0.002,
  LARGEST = 12;

export class Camera {
  constructor() {
    Object.assign(this, { x: 0, y: 0, scale: 1, width: 1, height: 1 });
  }

  toScreen(x, y) {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  toWorld(px, py) {
    return [(px - this.width / 2) / this.scale + this.x, (py - this.height / 2) / this.scale + this.y];
  }

  // Near by, space grows faster than nodes do, and makes room for labels.
  get nodeScale() {
    return this.scale < 1 ? this.scale : this.scale ** 0.4;
  }

  drawnRadius(radius) {
    return Math.max(radius * this.nodeScale, 1.2);
  }

  panBy(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  zoomAt(px, py, factor) {
    const [x, y] = this.toWorld(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, SMALLEST), LARGEST);
    const [nx, ny] = this.toWorld(px, py);
    this.x += x - nx;
    this.y += y - ny;
  }

  // Bring a box of the layout into the part of the screen that nothing covers.
  fit(box, inset, largest) {
    const room = {
      x: Math.max(this.width - inset.left - inset.right, 60),
      y: Math.max(this.height - inset.top - inset.bottom, 60),
    };
    const scale = Math.min(
      room.x / Math.max(box.right - box.left, 1),
      room.y / Math.max(box.bottom - box.top, 1),
      largest,
    );
    this.scale = Math.max(scale, SMALLEST);
    this.x = (box.left + box.right) / 2 - (inset.left - inset.right) / 2 / this.scale;
    this.y = (box.top + box.bottom) / 2 - (inset.top - inset.bottom) / 2 / this.scale;
  }

  shows(px, py, margin) {
    return px > -margin && py > -margin && px < this.width + margin && py < this.height + margin;
  }
}

export function boxAround(graph, nodes) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const node of nodes) {
    const [x, y, r] = [graph.x[node], graph.y[node], graph.radius[node]];
    box.left = Math.min(box.left, x - r);
    box.right = Math.max(box.right, x + r);
    box.top = Math.min(box.top, y - r);
    box.bottom = Math.max(box.bottom, y + r);
  }
  return box;
}
