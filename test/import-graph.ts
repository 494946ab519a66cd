import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

const root = join(import.meta.dir, "..");
const transpilers = {
  ts: new Bun.Transpiler({ loader: "ts" }),
  tsx: new Bun.Transpiler({ loader: "tsx" }),
};

/** Parts that a file starts or bundles by a path that it computes. */
const computed: Readonly<Record<string, readonly string[]>> = {
  "test/program.ts": ["src/main.ts"],
  "src/server/console/console-build.ts": [
    "console/src/main.tsx",
    "console/src/prerender.tsx",
    "console/src/theme.ts",
    "console/src/styles/console.css",
  ],
};

/** Each source file of the project, with those that it imports or names by their path. Imports of types are no part. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function importGraph(): ImportGraph {
  const files = new Bun.Glob("{src,test,console,library,sdk,tools,verify,bench}/**/*.{ts,tsx,css}");
  const own = [...files.scanSync(root)].filter((file) => !/\/(?:node_modules|dist)\//.test(file));
  return new Map(own.map((file) => [file, targetsOf(file)]));
}

function targetsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const targets = new Set(computed[file]);
  const add = (path: string) => {
    const target = path.startsWith(".") ? normalize(join(file, "..", path)) : path;
    if (target !== file && existsSync(join(root, target))) targets.add(target);
  };
  const isStyle = file.endsWith(".css");
  if (!isStyle)
    for (const { path } of transpilers[file.endsWith(".tsx") ? "tsx" : "ts"].scanImports(text))
      if (path.startsWith(".")) add(path);
  // Threads and scripts are named by their path in the project. What follows `from` may be a file of types, and what
  // planted bugs name is a file to edit.
  const named = /(?<!\bfrom |\bfile: )["']((?:\.|src\/)[\w./-]*\.(?:tsx?|css))["']/g;
  for (const [, path = ""] of text.matchAll(named)) add(path);
  return [...targets];
}

/** The files that reach one of some files by imports, by the number of imports between them. */
export function reaching(graph: ImportGraph, files: readonly string[]): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const found = new Map<string, number>();
  let ring = files;
  for (let distance = 0; ring.length > 0; distance += 1) {
    for (const file of ring) found.set(file, distance);
    ring = [...new Set(ring.flatMap((file) => importers.get(file) ?? []))].filter((file) => !found.has(file));
  }
  return found;
}
