import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import {
  absentLayers,
  cycleFaults,
  directionFaults,
  leftoverFaults,
  namedPathFaults,
  type Source,
  sizeFaults,
} from "./layering.ts";

const root = join(import.meta.dir, "..");
const sources: Source[] = ["{src,test,bench}/**/*.ts", "console/src/**/*.ts", "console/src/**/*.tsx"]
  .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
  .filter((path) => !path.endsWith(".gen.ts"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("imports go one way", () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(directionFaults(sources)).toEqual([]);
});

test("every layer is a folder or a file", () => {
  expect(absentLayers(sources)).toEqual([]);
  expect(absentLayers(sources.filter(({ path }) => !path.startsWith("src/vin/")))).toEqual(["vin"]);
});

test("a planted upward import is found", () => {
  const planted = { path: "src/vin/planted.ts", text: 'import { sql } from "../database/sql.ts";\n' };
  expect(directionFaults([...sources, planted])).toEqual([
    "src/vin/planted.ts: imports upward, src/database/sql.ts",
  ]);
});

test("a planted import of a sibling is found", () => {
  const text = 'import {\n  User,\n} from "../management/users.ts";\n';
  expect(directionFaults([{ path: "src/lookups/planted.ts", text }])).toEqual([
    "src/lookups/planted.ts: imports its sibling src/management/users.ts",
  ]);
});

test("a planted upward import of a type alone is found", () => {
  const text = 'import type { Context } from "../calls/context.ts";\n';
  expect(directionFaults([{ path: "src/http/planted.ts", text }])).toEqual([
    "src/http/planted.ts: imports upward, src/calls/context.ts",
  ]);
});

test("no cycles of imports", () => {
  expect(cycleFaults(sources)).toEqual([]);
});

test("a planted cycle is found, one of types alone included", () => {
  const a = { path: "src/vin/a.ts", text: 'import { b } from "./b.ts";\n' };
  const b = { path: "src/vin/b.ts", text: 'import type { A } from "./a.ts";\n' };
  expect(cycleFaults([a, b])).toEqual(["a cycle of imports: src/vin/a.ts → src/vin/b.ts → src/vin/a.ts"]);
});

test("documents name files and folders that exist", () => {
  const documents = ["*.md", "{docs,src,bench,test}/**/*.md"]
    .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  expect(documents.length).toBeGreaterThan(20);
  const exists = (path: string) => existsSync(join(root, path));
  expect(namedPathFaults(documents, exists)).toEqual([]);
  const planted = { path: "docs/planted.md", text: "`src/gone.ts`, [b](../README.md), [c](gone.md)" };
  expect(namedPathFaults([planted], exists)).toEqual([
    "docs/planted.md: names src/gone.ts, which does not exist",
    "docs/planted.md: names docs/gone.md, which does not exist",
  ]);
});

test("files are short", () => {
  expect(sizeFaults(sources)).toEqual([]);
  expect(sizeFaults([{ path: "src/long.ts", text: "\n".repeat(301) }])).toEqual([
    "src/long.ts: has 301 lines, more than 300",
  ]);
});

test("nothing is left over", () => {
  expect(leftoverFaults(sources)).toEqual([]);
  expect(leftoverFaults([{ path: "src/a.ts", text: `// ${"TO"}${"DO"}: finish\n` }])).toEqual([
    "src/a.ts: holds a note to self",
  ]);
});
