// A text as `kg.view.words` writes it: one byte or two stand for a word, and letters between two
// bytes of 255 for themselves.
const PAIRS = 128,
  AS_IT_IS = 255;
const letters = new TextDecoder("utf-8", { ignoreBOM: true });

export function spell(bytes, words) {
  let text = "";
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === AS_IT_IS) {
      const end = bytes.indexOf(AS_IT_IS, i + 1);
      text += letters.decode(bytes.subarray(i + 1, end));
      i = end;
    } else text += words[bytes[i] < PAIRS ? bytes[i] : PAIRS + (bytes[i] - PAIRS) * 256 + bytes[++i]];
  }
  return text;
}
