import { expect, test } from "bun:test";
import { join } from "node:path";
import { anchorFaults, anchorsOf, readerOf } from "./anchors.ts";
import { pagesByWords } from "./words.ts";

const home = join(import.meta.dir, "..", "..");

test("links of documents lead to headings that exist", () => {
  const paths = ["CHANGELOG.md", ...pagesByWords(home).map(({ path }) => path)];
  expect(anchorFaults(paths, readerOf(home))).toEqual([]);
});

test("a heading that is gone, and a page that is gone, are reported", () => {
  const pages: Record<string, string> = {
    "docs/a.md": "# A\n\n[x](b.md#two-words) [y](b.md#gone) [z](#a) [g](/docs/c.md#d) [h](gone.md#e)\n",
    "docs/b.md": "# B\n\n```sh\n# comment\n```\n\n## Two, words\n",
    "docs/guide/c.md": "## D\n",
  };
  expect(anchorFaults(["docs/a.md"], (path) => pages[path])).toEqual([
    "docs/a.md: docs/b.md has no heading #gone",
    "docs/a.md: links to docs/gone.md, which does not exist",
  ]);
  expect(anchorsOf(pages["docs/b.md"]!)).toEqual(["b", "two-words"]);
});
