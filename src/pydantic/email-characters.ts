import { repr } from "./python-text.ts";

/** Controls, spaces and unassigned characters beyond ASCII, and a combining mark in front. */
export function unsafeFault(text: string): string | null {
  const unsafe = text.match(/[\p{C}\p{Z}]|^\p{M}/gu);
  return unsafe === null ? null : `The email address contains unsafe characters: ${listed(unsafe)}.`;
}

/** Characters as email-validator lists them: each once, sorted, visible ones quoted. */
export function listed(characters: readonly string[]): string {
  return [...new Set(characters.map(display))].sort().join(", ");
}

function display(character: string): string {
  if (character === "\\") return '"\\"';
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return repr(character);
  if (character === " ") return "SPACE";
  return `U+${character.codePointAt(0)!.toString(16).padStart(4, "0").toUpperCase()}`;
}
