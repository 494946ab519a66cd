import { join, normalize } from "node:path";

const root = join(import.meta.dir, "..");

/** Each source file with the files that it imports when it starts, by their paths from the project's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The imports of all sources; those of types alone are left out. */
export async function importGraph(): Promise<ImportGraph> {
  const places = ["src", "test", "tools", "console/src"].map((folder) => `${folder}/**/*.{ts,tsx}`);
  const files = places.flatMap((place) => [...new Bun.Glob(place).scanSync(root)]).sort();
  const transpilers = {
    ts: new Bun.Transpiler({ loader: "ts" }),
    tsx: new Bun.Transpiler({ loader: "tsx" }),
  };
  const graph = new Map<string, readonly string[]>();
  for (const file of files) {
    const transpiler = file.endsWith(".tsx") ? transpilers.tsx : transpilers.ts;
    const found = transpiler.scanImports(await Bun.file(join(root, file)).text());
    graph.set(
      file,
      found.filter(({ path }) => path.startsWith(".")).map(({ path }) => normalize(join(file, "..", path))),
    );
  }
  return graph;
}

/** The test files that reach one of the files by imports, with the least number of imports between them. */
export function reaching(graph: ImportGraph, files: Iterable<string>): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const each of imports) importers.set(each, [...(importers.get(each) ?? []), file]);
  const distances = new Map([...files].map((file) => [file, 0]));
  // A map is walked in the order in which its entries were added, so the nearest come first.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return new Map([...distances].filter(([file]) => /\.test\.tsx?$/.test(file)));
}
