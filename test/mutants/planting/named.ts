import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./copies.ts";

/** The texts that a pattern of names matches, one for each of its choices. */
function choicesOf(pattern: string): string[] {
  const [group, inner = ""] = /\(([^()]*\|[^()]*)\)/.exec(pattern) ?? [];
  const parts =
    group === undefined ? [pattern] : inner.split("|").map((part) => pattern.replace(group, part));
  return parts.flatMap((part) => part.split("|")).map((part) => part.replaceAll("\\", ""));
}

/** Whether a text has some words together; of a single word, whether it is a value, its plural, or beside one. */
function hasTogether(text: string, words: string): boolean {
  if (words.includes(" ")) return text.includes(words);
  const word = words.replaceAll('"', "").replace(/,$/, "");
  const forms = [
    `"${word}`,
    `"${word.replace(/s'?$/, "")}"`,
    `${word} $`,
    `${word} %`,
    `} ${word}`,
    `%s ${word}`,
  ];
  return forms.some((form) => text.includes(form));
}

/** Whether a text has some words in at most four parts: names can be joined of values. */
function has(text: string, words: string, cuts = 3): boolean {
  if (hasTogether(text, words)) return true;
  for (let at = words.lastIndexOf(" "); at > 0 && cuts > 0; at = words.lastIndexOf(" ", at - 1))
    if (
      hasTogether(text, words.slice(0, at).replace(/,$/, "")) &&
      has(text, words.slice(at + 1).replace(/^"/, ""), cuts - 1)
    )
      return true;
  return false;
}

/** A file of tests, with the files beside it that it imports: these may have tables of its tests. */
function textsOf(file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const beside = [...text.matchAll(/ from "(\.\/[\w-]+\.ts)"/g)].map(([, path = ""]) =>
    textsOf(normalize(join(dirname(file), path))),
  );
  return [text.replaceAll('\\"', '"'), ...beside].join("\n");
}

/**
 * Whether the file of a mutant's test has the words of its pattern of names, in each choice. Kinds of databases and
 * numbers are values, which are in no text.
 */
export function namesTest({ test, named }: { readonly test: string; readonly named: string }): boolean {
  if (!existsSync(join(root, test))) return false;
  const text = textsOf(test);
  return choicesOf(named).every((choice) =>
    choice
      .split(/\b(?:sqlite|postgres|\d[\d,]*)\b/)
      .map((part) => part.trim())
      .every((part) => part === "" || text.includes(part) || has(text, part)),
  );
}
