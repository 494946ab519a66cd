import { dirname, join, normalize } from "node:path";

/** A source file: its path from the project's root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The folders and files of `src`, lowest first: each imports only from itself and those before it. */
export const order = [
  "base",
  "database",
  "entities",
  "decisions",
  "config.ts",
  "http",
  "vin",
  "outbound",
  "telemetry",
  "access",
  "outbox",
  "metering",
  "running",
  "calls",
  "vehicles",
  "management",
  "feature.ts",
  "server",
  "cli",
  "pdf",
  "features",
  "features.ts",
  "operations.ts",
  "scripts",
  "main.ts",
] as const;

/** Imports of one feature by another that are allowed: the first works with the second alone. */
export const pairs: readonly string[] = [
  "declaration > gateway",
  "declaration > offers",
  "billing > offers",
  "payments > offers",
  "payments > billing",
  "payments > papers",
];

/** Imports of one feature by another. */
export function featureFaults(sources: readonly Source[]): string[] {
  const featureOf = (path: string) => /^(?:console\/)?src\/features\/([^/]+)\//.exec(path)?.[1];
  return sources.flatMap((source) => {
    const own = featureOf(source.path);
    if (own === undefined) return [];
    return importsOf(source)
      .filter((target) => {
        const other = featureOf(target);
        return other !== undefined && other !== own && !pairs.includes(`${own} > ${other}`);
      })
      .map((target) => `${source.path}: imports another feature, ${target}`);
  });
}

/** The folders of the console, lowest first. */
const consoleOrder = ["api", "parts", "pages", "features", "features.ts", "frame"] as const;

/** Areas contain rooms; every other top-level folder is one room. */
const areas = ["metering", "vehicles", "management", "server", "features"];

/** Forbidden imports that the order would permit; `except` lists permitted targets, `unless` the folder that may. */
const forbidden: readonly {
  readonly from: string;
  readonly to: string;
  readonly except?: readonly string[];
  readonly unless?: string;
}[] = [
  { from: "src/vehicles/lookups/", to: "src/vehicles/imports/" },
  { from: "src/vehicles/imports/", to: "src/vehicles/lookups/", except: ["src/vehicles/lookups/records/"] },
  { from: "src/metering/rates/", to: "src/metering/quotas/" },
  { from: "src/metering/rates/", to: "src/metering/credits/" },
  { from: "src/metering/quotas/", to: "src/metering/rates/" },
  { from: "src/metering/quotas/", to: "src/metering/credits/" },
  { from: "src/metering/credits/", to: "src/metering/rates/" },
  { from: "src/metering/credits/", to: "src/metering/quotas/" },
  { from: "src/management/", to: "src/vehicles/", except: ["src/vehicles/families/"] },
  { from: "src/vin/", to: "src/", except: ["src/vin/", "src/base/"] },
  // The build of the console is named by its own sources and these.
  { from: "console/src/", to: "src/", except: ["src/base/reading/"] },
  { from: "src/", to: "tools/" },
  { from: "src/", to: "sdk/", unless: "src/features/cli-client/" },
  { from: "src/", to: "verify/", unless: "src/features/proof/" },
  { from: "src/http/encoding/", to: "src/http/", except: ["src/http/encoding/"] },
  { from: "src/http/validation/", to: "src/http/", except: ["src/http/validation/"] },
];

/** Words that a file name contains only if the file is about them. */
const reserved: readonly { readonly word: string; readonly within: RegExp }[] = [
  { word: "ledger", within: /^(src\/management\/subscriptions\/|src\/metering\/credits\/)/ },
  { word: "vpic", within: /^src\/(vehicles\/imports\/|cli\/|vin\/)/ },
  { word: "nhtsa", within: /^src\/(features\/nhtsa-api\/|vin\/nhtsa\/)/ },
];

const linesMax = 300;
const filesMax = 26;
const areaFilesMax = 8;
const roomShareMax = 0.15;

export function isTest(path: string): boolean {
  return (
    !/^(console\/)?src\//.test(path) ||
    /\.test\.tsx?$/.test(path) ||
    /^src\/features\/[^/]+\/(bench|test)\//.test(path)
  );
}

/** The files that a file imports, types included. */
export function importsOf(source: Source): string[] {
  const statements = source.text.matchAll(
    /^(?:import|export)\s[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...statements].map((match) => normalize(join(dirname(source.path), match[1] ?? match[2] ?? "")));
}

function rankOf(path: string): number | undefined {
  const [root, ranks]: [string, readonly string[]] = path.startsWith("console/src/")
    ? ["console/src/", consoleOrder]
    : ["src/", order];
  const rank = path.startsWith(root) ? ranks.indexOf(path.slice(root.length).split("/")[0]!) : -1;
  return rank < 0 ? undefined : rank;
}

/** Imports against the order, and files without a place in it. */
export function directionFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) => {
      const own = rankOf(source.path);
      if (own === undefined)
        return source.path.startsWith("src/") && !source.path.endsWith(".test.ts")
          ? [`${source.path}: has no place in the order of test/layering.ts`]
          : [];
      return importsOf(source)
        .filter((target) => (rankOf(target) ?? own) > own)
        .map((target) => `${source.path}: imports upward, ${target}`);
    });
}

/** Names in the order that are neither a folder nor a file. */
export function absentLayers(sources: readonly Source[]): string[] {
  return order.filter(
    (name) => !sources.some(({ path }) => path === `src/${name}` || path.startsWith(`src/${name}/`)),
  );
}

/** Imports between rooms that must not depend on each other. */
export function forbiddenFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      forbidden
        .filter(
          ({ from, unless }) => source.path.startsWith(from) && !(unless && source.path.startsWith(unless)),
        )
        .flatMap(({ to, except = [] }) =>
          importsOf(source)
            .filter(
              (target) => target.startsWith(to) && !except.some((allowed) => target.startsWith(allowed)),
            )
            .map((target) => `${source.path}: must not import ${target}`),
        ),
    );
}

/** Each cycle of a directed graph once, by a depth-first walk. */
function circles(edges: ReadonlyMap<string, Iterable<string>>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const walk = (node: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(node);
    if (seen >= 0) found.push([...trail.slice(seen), node]);
    if (seen >= 0 || done.has(node)) return;
    for (const target of edges.get(node) ?? []) walk(target, [...trail, node]);
    done.add(node);
  };
  for (const node of edges.keys()) walk(node, []);
  return found;
}

/** Import cycles among files. */
export function cycleFaults(sources: readonly Source[]): string[] {
  const edges = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return circles(edges).map((circle) => `a circle of imports: ${circle.join(" → ")}`);
}

/** Import cycles among a folder's entries, at every depth: a loose file counts as a folder. Benches of features count. */
export function folderCycleFaults(sources: readonly Source[]): string[] {
  const own = sources.filter(({ path }) => !isTest(path) || /^src\/features\/[^/]+\/bench\//.test(path));
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const source of own)
    for (const target of importsOf(source)) {
      const [from, to] = [source.path.split("/"), target.split("/")];
      let depth = 0;
      while (from[depth] === to[depth] && depth < from.length) depth += 1;
      const folder = from.slice(0, depth).join("/");
      if (depth === 0 || depth >= from.length || depth >= to.length) continue;
      const edges = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, edges);
      edges.set(from[depth]!, (edges.get(from[depth]!) ?? new Set()).add(to[depth]!));
    }
  return [...folders].flatMap(([folder, edges]) =>
    circles(edges).map((circle) => `${folder}: a circle of ${circle.join(" → ")}`),
  );
}

/** Files that are too long, folders with too many files of their own, and rooms that are too large. */
export function sizeFaults(sources: readonly Source[]): string[] {
  const program = sources.filter(({ path }) => path.startsWith("src/") && !isTest(path));
  const linesOf = ({ text }: Source) => text.split("\n").length - 1;
  const long = sources
    .filter((source) => linesOf(source) > linesMax && !source.path.endsWith(".gen.ts"))
    .map((source) => `${source.path}: has ${linesOf(source)} lines, more than ${linesMax}`);
  const files = Map.groupBy(program, ({ path }) => dirname(path));
  const full = [...files].flatMap(([folder, { length }]) => {
    const most = areas.some((area) => folder === `src/${area}`) ? areaFilesMax : filesMax;
    return length > most ? [`${folder}: has ${length} files of its own, more than ${most}`] : [];
  });
  const all = program.reduce((sum, source) => sum + linesOf(source), 0);
  const rooms = Map.groupBy(program, ({ path }) => {
    const [, area, room] = path.split("/");
    return areas.includes(area!) ? `src/${area}/${room}` : `src/${area}`;
  });
  // A few planted files have no shares.
  const large =
    program.length < 30
      ? []
      : [...rooms].flatMap(([room, sources]) => {
          const share = sources.reduce((sum, source) => sum + linesOf(source), 0) / all;
          return share > roomShareMax ? [`${room}: is ${Math.round(share * 100)} % of src`] : [];
        });
  return [...long, ...full, ...large];
}

/** File names with a word that is reserved for other files. */
export function nameFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith("src/"))
    .flatMap(({ path }) =>
      reserved
        .filter(({ word, within }) => path.split("/").at(-1)!.includes(word) && !within.test(path))
        .map(({ word }) => `${path}: is not about ${word}`),
    );
}

/**
 * Files and folders that a document names, in backticks from the root or as a link, and that do not exist.
 */
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

// In parts, so that this file does not match.
const leftovers: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`\\b(?:${["TO", "FIX", "X"].map((a, i) => a + ["DO", "ME", "XX"][i]).join("|")})\\b`),
    "a note to self",
  ],
  [new RegExp(`\\b${"debug"}ger\\b`), "a breakpoint"],
  [/^export default /m, "a default export"],
  [new RegExp(`\\b(?:test|describe|it)\\.${"only"}\\(`), "a test that silences the others"],
  [new RegExp(`(?:/${"root"}/|/${"home"}/[a-z]|/${"work"}/)`), "a path of one machine"],
  [/\.\.\.\{ /, "a spread of a literal"],
];

export function leftoverFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    leftovers
      .filter(([pattern]) => pattern.test(source.text))
      .map(([, what]) => `${source.path}: contains ${what}`),
  );
}
