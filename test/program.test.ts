import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");
const sources = [...new Glob("src/**/*.ts").scanSync(root)]
  .filter((path) => !/\.test\.ts$|^src\/features\/[^/]+\/(bench|test)\//.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("one file knows where the program's scripts and data are", () => {
  const place = /new Worker\(|import\.meta\.(url|dir|path|file|main)\b|process\.execPath/g;
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(place)].map(([use]) => `${path}: ${use}`),
  );
  expect([...new Set(found)]).toEqual([
    "src/base/program/place.ts: import.meta.dir",
    "src/base/program/place.ts: new Worker(",
    "src/base/program/place.ts: process.execPath",
    "src/main.ts: import.meta.main",
    // Builds the console, which the executable contains.
    "src/server/console/console-build.ts: import.meta.main",
    // The program that the process becomes.
    "src/server/processes/outgoing-requests.ts: process.execPath",
    // The packaged data, which the executable does not read.
    "src/vehicles/imports/vpic/vpic-packaged.ts: import.meta.url",
    // The library's alone.
    "src/vin/open-decoder.ts: import.meta.url",
  ]);
});

test("threads, processes and data are named by paths that exist", () => {
  const use = /\b(startThread|scriptOutput|programFile|script|comparisons|datasetFit)(?:\(|:)\s*"([^"]+)"/g;
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(use)].map(([, by, path]) => ({ by, path: path! })),
  );
  // A checkout has no pack.
  const absent = named.filter(
    ({ path }) => path !== "library/dist/vin.pack" && !existsSync(join(root, path)),
  );
  expect(absent).toEqual([]);
  const scripts = sources.map(({ path }) => path).filter((path) => /-(worker|script)\.ts$/.test(path));
  const started = named.filter(({ by, path }) => by !== "programFile" && !path.endsWith("console-build.ts"));
  expect(started.map(({ path }) => path).sort()).toEqual(scripts);
});
