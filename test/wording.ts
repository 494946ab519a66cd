import type { Source } from "./layering.ts";

/** The files whose texts users read. Extend the list when another folder follows the rules. */
export const wordedFiles = ["console/src/**/*.ts", "console/src/**/*.tsx"];

const banned =
  /\b(told|tells|books|former|stands|at once|where it is empty|answers? (?:4\d\d|from|until))\b/gi;

const tokens = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//g;

/** The text of a file that users can see: string literals; of TSX everything except comments, for JSX text. */
function visibleText({ path, text }: Source): string {
  if (path.endsWith(".tsx")) return text.replace(tokens, (token) => (token.startsWith("/") ? "" : token));
  const literals = [...text.matchAll(tokens)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith("/"));
  return literals.join("\n").replace(/\$\{[^}]*\}/g, "");
}

/** Banned words in user-facing text, one fault per word and file. */
export function wordingFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const found = [...visibleText(source).matchAll(banned)].map(([words]) => words.replace(/\s+/g, " "));
    return [...new Set(found)].map((words) => `${source.path}: says "${words}" to users`);
  });
}
