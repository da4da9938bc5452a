// A block of data as `kg.view.payload` packs it: values, columns of numbers and texts in shorthand,
// deflated, in base85.

import { spell } from "./words.js";

const LETTERS =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;,=:?@^_`{|}~";
const VALUES = new Uint8Array(128);
[...LETTERS].forEach((letter, value) => (VALUES[letter.charCodeAt(0)] = value));

// Five letters are four bytes; of fewer, the missing count as the last letter.
function bytesOf(text) {
  const groups = Math.ceil(text.length / 5),
    bytes = new DataView(new ArrayBuffer(groups * 4));
  for (let group = 0; group < groups; group++) {
    let value = 0;
    for (let at = group * 5; at < group * 5 + 5; at++)
      value = value * 85 + (at < text.length ? VALUES[text.charCodeAt(at)] : 84);
    bytes.setUint32(group * 4, value);
  }
  return new Uint8Array(bytes.buffer, 0, Math.floor((text.length * 4) / 5));
}

// All lowest bytes, then all second ones, and so on; the lowest bit is the sign.
function column(bytes, start, count) {
  const found = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    let folded = 0;
    for (let plane = 0; plane < 4; plane++) folded |= bytes[start + plane * count + i] << (8 * plane);
    found[i] = (folded >>> 1) ^ -(folded & 1);
  }
  return found;
}

// The numbers whose steps these are.
export function summed(steps) {
  let sum = 0;
  return Int32Array.from(steps, (step) => (sum += step));
}

export async function unpack(id) {
  const packed = bytesOf(document.getElementById(id).textContent);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const values = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)));
  for (const [name, count] of Object.entries(values.numbers)) {
    values.numbers[name] = column(bytes, at, count);
    at += 4 * count;
  }
  const ends = summed(values.numbers.text),
    short = bytes.subarray(at);
  const textOf = (number) => spell(short.subarray(ends[number - 1] ?? 0, ends[number]), values.words);
  return { ...values, textOf, textCount: ends.length };
}
