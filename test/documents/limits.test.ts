import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const page = "docs/decisions/limits.md";

/** The rows of the page's tables. */
const rows = readFileSync(page, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| bound "));

/** The tests that a row names: title and file. */
const testsOf = (row: string) =>
  [...row.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)].map(([, title, file]) => ({
    title: title!,
    file: join(dirname(page), file!),
  }));

test("each bound names a test, and the test is there", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => testsOf(row).length === 0)).toEqual([]);
  const missing = rows
    .flatMap(testsOf)
    .filter(({ title, file }) => !readFileSync(file, "utf8").includes(title));
  expect(missing).toEqual([]);
});
