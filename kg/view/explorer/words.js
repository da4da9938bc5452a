// A sentence as `kg.view.words` writes it: a character stands for a word, and letters between two
// exclamation marks for themselves.
export function spell(short, words) {
  let text = "";
  for (let i = 0; i < short.length; i++) {
    if (short[i] === "!") {
      const end = short.indexOf("!", i + 1);
      text += short.slice(i + 1, end);
      i = end;
      continue;
    }
    const code = short.charCodeAt(i);
    text += words[code - 0x23 - (code > 0x5c ? 1 : 0) - (code > 0xdfff ? 0x800 : 0)];
  }
  return text;
}
