import { dirname, join, normalize } from "node:path";

/** A source file: its path from the project's root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Lowest first; a file may import from its own layer and from those before it. */
const layers: readonly (readonly string[])[] = [
  ["base"],
  ["config"],
  ["vin"],
  ["database"],
  ["pydantic"],
  ["http"],
  ["policy"],
  ["identity"],
  ["usage"],
  ["leasing"],
  ["limits", "metering"],
  ["ledgers"],
  ["calls"],
  ["families"],
  ["lookups", "management", "imports", "console"],
  ["vpic"],
  ["demo"],
  ["operations"],
  ["app"],
  ["serve"],
  ["serving"],
  ["cli"],
  ["main"],
];

const linesMax = 300;

function layerOf(path: string): { rank: number; name: string } | undefined {
  const name = /^src\/([a-z-]+)/.exec(path)?.[1] ?? "";
  const rank = layers.findIndex((layer) => layer.includes(name));
  return rank < 0 ? undefined : { rank, name };
}

/** The files that a file imports, as types or not. */
function importsOf(source: Source): string[] {
  const statements = source.text.matchAll(
    /^(?:import|export)\s[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...statements].map((match) => normalize(join(dirname(source.path), match[1] ?? match[2] ?? "")));
}

function isTest(path: string): boolean {
  return !path.startsWith("src/") || path.endsWith(".test.ts");
}

/** Imports that point up, or from one sibling to another. */
export function directionFaults(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source.path))
    .flatMap((source) => {
      const own = layerOf(source.path);
      if (!own) return [`${source.path}: is in no layer; test/layering.ts lists them`];
      return importsOf(source).flatMap((target) => {
        const other = layerOf(target);
        if (!other) return [];
        if (other.rank > own.rank) return [`${source.path}: imports upward, ${target}`];
        if (other.rank === own.rank && other.name !== own.name)
          return [`${source.path}: imports its sibling ${target}`];
        return [];
      });
    });
}

/** Layers that name neither a folder nor a file. */
export function absentLayers(sources: readonly Source[]): string[] {
  const names = new Set(sources.map(({ path }) => layerOf(path)?.name));
  return layers.flat().filter((name) => !names.has(name));
}

/** Cycles of imports, those of types alone included, each named once. */
export function cycleFaults(sources: readonly Source[]): string[] {
  const edges = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const done = new Set<string>();
  const faults: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path);
    if (seen >= 0) faults.push(`a cycle of imports: ${[...trail.slice(seen), path].join(" → ")}`);
    if (seen >= 0 || done.has(path)) return;
    for (const target of edges.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return faults;
}

/** Files and folders that a document names, in backticks from the root or as a link, and that do not exist. */
export function namedPathFaults(documents: readonly Source[], exists: (path: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) => {
    const quoted = [...text.matchAll(/`((?:src|test|bench|docs|bin|console)\/[A-Za-z0-9_./-]+)`/g)].map(
      (match) => match[1]!,
    );
    const linked = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) =>
      normalize(join(dirname(path), match[1]!)),
    );
    return [...new Set([...quoted, ...linked])]
      .filter((named) => !exists(named))
      .map((named) => `${path}: names ${named}, which does not exist`);
  });
}

export function sizeFaults(sources: readonly Source[]): string[] {
  return sources
    .map((source) => ({ path: source.path, lines: source.text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > linesMax)
    .map(({ path, lines }) => `${path}: has ${lines} lines, more than ${linesMax}`);
}

// Written in pieces, so that this file does not find itself.
const leftovers: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`\\b(?:${["TO", "FIX", "X"].map((a, i) => a + ["DO", "ME", "XX"][i]).join("|")})\\b`),
    "a note to self",
  ],
  [new RegExp(`\\b${"debug"}ger\\b`), "a breakpoint"],
  [/^export default /m, "a default export"],
  [new RegExp(`\\b(?:test|describe|it)\\.${"only"}\\(`), "a test that silences the others"],
  [new RegExp(`(?:/${"root"}/|/${"home"}/[a-z]|/${"work"}/)`), "a path of one machine"],
];

export function leftoverFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    leftovers
      .filter(([pattern]) => pattern.test(source.text))
      .map(([, what]) => `${source.path}: holds ${what}`),
  );
}
