// Mouse, pen and fingers on the map: drag, wheel and pinch move it; a click chooses.

const STILL = 5; // pixels that a click may stray

export function listenToPointer(map, { hover, click }) {
  const { element, camera } = map,
    down = new Map();
  let strayed = 0;
  const at = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, at(event));
    if (down.size === 1) strayed = 0;
  });
  element.addEventListener("pointermove", (event) => {
    const now = at(event);
    if (!down.has(event.pointerId)) return event.pointerType === "mouse" ? hover(...now) : undefined;
    const before = down.get(event.pointerId);
    strayed += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (down.size === 2) pinch(camera, down, event.pointerId, now);
    else camera.panBy(now[0] - before[0], now[1] - before[1]);
    down.set(event.pointerId, now);
    if (strayed >= STILL) {
      element.classList.add("dragged");
      map.move();
    }
  });
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    element.classList.remove("dragged");
    if (event.type === "pointerup" && strayed < STILL && !down.size)
      click(...at(event), event.pointerType === "mouse" ? 4 : 14);
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", () => hover(-1e6, -1e6));
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
      camera.zoomAt(...at(event), Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0022));
      map.move();
    },
    { passive: false },
  );
  element.addEventListener("dblclick", (event) => {
    camera.zoomAt(...at(event), 1.8);
    map.move();
  });
}

function pinch(camera, down, moved, now) {
  const [other] = [...down].filter(([id]) => id !== moved).map(([, place]) => place);
  const before = down.get(moved);
  const spread = (a, b) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
  camera.panBy((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  camera.zoomAt((now[0] + other[0]) / 2, (now[1] + other[1]) / 2, spread(now, other) / spread(before, other));
}
