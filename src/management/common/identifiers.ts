import { z } from "zod";

/** An id, created here or given by the operator, that needs no escape in a path. */
export const entityId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._~-]*$/);

/**
 * What no line has, since it would end the line, turn the direction of what follows, or could not be seen: controls (tabs
 * too), separators of lines and paragraphs, embeddings, overrides and isolates, and characters without width that join
 * or separate no letters. Marks of direction, and the joiners of Persian and of emoji, are parts of names.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const refused = /[\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/;
/** Surrogates that are half a character. */
const halved = /\p{Surrogate}/u;

/** The pattern of lines, by which programs and tests find them. */
export const linePattern = `^[^${refused.source.slice(1, -1)}]*$`;

/** Why a text is no line; undefined if it is one. */
function lineRefusal(text: string): string | undefined {
  const [found] = refused.exec(text) ?? halved.exec(text) ?? [];
  if (found === undefined) return undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `has the character U+${code}, which one line of text must not have: remove it`;
}

/** One line of text for people: names, addresses, subjects. */
export function line(charactersMax: number, charactersMin = 1) {
  return z
    .string()
    .min(charactersMin)
    .max(charactersMax)
    .refine((given) => lineRefusal(given) === undefined, { error: ({ input }) => lineRefusal(String(input)) })
    .meta({ accepts: linePattern });
}

/** A longer remark, perhaps of several lines; it may be empty. It has no NUL, which PostgreSQL does not accept. */
export function remark(charactersMax: number) {
  return z
    .string()
    .max(charactersMax)
    .refine((given) => !given.includes("\0"), "a NUL character is not allowed")
    .meta({ accepts: "^[^\\u0000]*$" });
}
