import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { type TaskName, tasks } from "./tasks.ts";

// What needs a feature's own stub is among its tests.
const root = join(import.meta.dir, "../../..");
const files = ["test/console/presses/*.test.ts", "src/features/*/test/*-presses.test.ts"].flatMap(
  (pattern) => [...new Glob(pattern).scanSync(root)],
);
const scripts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()));
const done = scripts.flatMap((text) => [...text.matchAll(/\.does\(\s*"([^"]+)"/g)].map(([, name]) => name));
const counted = scripts.flatMap((text) =>
  [...text.matchAll(/\.inPresses\(\s*\d+,\s*"([^"]+)"/g)].map(([, name]) => name),
);

test("each of the 39 tasks is done by a script", () => {
  const names = Object.keys(tasks) as TaskName[];
  expect(names).toHaveLength(39);
  expect(names.filter((name) => !done.includes(name))).toEqual([]);
});

test("no script has a number of its own for one of them", () => {
  expect(counted.filter((name) => name! in tasks)).toEqual([]);
});
