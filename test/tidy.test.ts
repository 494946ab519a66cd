import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { cycleFaults, directionFaults, leftoverFaults, type Source, sizeFaults } from "./tidy.ts";

const root = join(import.meta.dir, "..");
const sources: Source[] = [...new Glob("{src,test,bench}/**/*.ts").scanSync(root)]
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("imports go one way", () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(directionFaults(sources)).toEqual([]);
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

test("the type of the application may be imported from anywhere, its code may not", () => {
  const typed = { path: "src/http/a.ts", text: 'import type { App } from "../app.ts";\n' };
  const code = { path: "src/http/b.ts", text: 'import { createApp } from "../app.ts";\n' };
  expect(directionFaults([typed, code])).toEqual(["src/http/b.ts: imports upward, src/app.ts"]);
});

test("no circles of imports", () => {
  expect(cycleFaults(sources)).toEqual([]);
});

test("a planted circle is found", () => {
  const a = { path: "src/vin/a.ts", text: 'import { b } from "./b.ts";\n' };
  const b = { path: "src/vin/b.ts", text: 'export { a } from "./a.ts";\n' };
  expect(cycleFaults([a, b])).toEqual(["a circle of imports: src/vin/a.ts → src/vin/b.ts → src/vin/a.ts"]);
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
