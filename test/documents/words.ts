import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

export interface PageWords {
  readonly path: string;
  readonly words: number;
}

/** Pages that programs write, and the list of changes, which only grows. */
const notCounted = ["CHANGELOG.md", "bench/RESULTS.md", "docs/examples.md", "docs/fidelity.md"];

/** After this line a page is made by `npm run generate`. */
const generatedFrom = "<!-- The rest is generated from the declarations. -->";

const folders = "{.github,bench,console,demo,docs,library,ops,sdk,src,test,tools,verify}";
const isForeign = (path: string) => /(^|\/)(node_modules|dist|target)\//.test(path);

/** The hand-written Markdown pages below a folder with their words, the longest first. */
export function pagesByWords(home: string): PageWords[] {
  return ["*.md", `${folders}/**/*.md`]
    .flatMap((pattern) => [...new Glob(pattern).scanSync({ cwd: home, dot: true })])
    .filter((path) => !isForeign(path) && !notCounted.includes(path))
    .map((path) => ({ path, words: wordsOf(readFileSync(join(home, path), "utf8")) }))
    .sort((a, b) => b.words - a.words);
}

/** The words of a page's hand-written part: what stands between blanks and has a letter or a digit. */
export const wordsOf = (page: string): number =>
  page
    .split(generatedFrom)[0]!
    .split(/\s+/)
    .filter((text) => /[\p{L}\p{N}]/u.test(text)).length;

/** What is wrong with pages that have more words than `most` together: each page, the longest first. */
export function tooManyWords(pages: readonly PageWords[], most: number): string[] {
  const sum = pages.reduce((all, { words }) => all + words, 0);
  if (sum <= most) return [];
  const lines = pages.map(({ path, words }) => `${path}: ${words}`);
  return [`the documents have ${sum} words, ${sum - most} more than ${most}: shorten a page`, ...lines];
}
