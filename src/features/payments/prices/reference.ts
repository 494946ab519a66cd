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

/** A reference in the text of a transfer, as banks change it: in capitals, without separators. */
export const referencesIn = (text: string): readonly string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length === length + 1 && word.startsWith("V"));
