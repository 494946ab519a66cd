import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { typedFaults, typedFiles } from "./typed-numbers.ts";

const root = join(import.meta.dir, "..");
const sources = typedFiles
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .filter(
    (path) => !/\.test\.tsx?$|-records\.tsx?$|\.gen\.ts$|^console\/src\/base\/typed-numbers\.ts$/.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("typed numbers are read in one place", () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(typedFaults(sources)).toEqual([]);
});

test("a typed number that is read elsewhere is found", () => {
  const planted = (text: string) => typedFaults([{ path: "console/src/pages/planted.tsx", text }], {});
  for (const text of [
    "const days = Number(typed);",
    "const price = parseFloat(typed);",
    "const price = Number.parseInt(typed, 10);",
    "const price = input.valueAsNumber;",
    "send({ price: +typed });",
    'const all = typed.split(";").map(Number);',
  ])
    expect(planted(text)).toEqual(["console/src/pages/planted.tsx: makes 1 numbers of texts, not 0"]);
  expect(planted("// Number(typed) is no reader.\nconst shown = Number.isNaN(value);")).toEqual([]);
  expect(typedFaults([], { "src/cli/a.ts": [2, "nothing"] })).toEqual([
    "src/cli/a.ts: makes 0 numbers of texts, not 2",
  ]);
});
