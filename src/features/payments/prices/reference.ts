import { randomInt } from "node:crypto";

// Without letters and digits that are confused when they are copied from a screen.
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 10;

/** What a transfer names: V, and ten letters and digits that are not guessed and not mistaken. */
export function newReference(): string {
  let text = "V";
  while (text.length <= length) text += alphabet[randomInt(alphabet.length)];
  return text;
}

const form = /^V[A-HJ-NP-Z2-9]{10}$/;
/** How much of a text is searched: more is no reference. */
const searchedMax = 4000;

/** A text as banks change it, undone: capitals and digits alone, since a reference can be spread over lines. */
export const squeezed = (text: string): string =>
  text
    .slice(0, searchedMax)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "");

/** All that can be references in the text of a transfer. Most are not: only those of payments are. */
export function referencesIn(text: string): readonly string[] {
  const plain = squeezed(text);
  const found = new Set<string>();
  for (let at = plain.indexOf("V"); at >= 0; at = plain.indexOf("V", at + 1)) {
    const part = plain.slice(at, at + length + 1);
    if (form.test(part)) found.add(part);
  }
  return [...found];
}
