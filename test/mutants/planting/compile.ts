import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { type Mutant, planted } from "../mutant.ts";
import { root } from "./copies.ts";
import { runIn } from "./run-in.ts";

const transpilers = {
  ".ts": new Bun.Transpiler({ loader: "ts" }),
  ".tsx": new Bun.Transpiler({ loader: "tsx" }),
};

/** The settings of the types of the program and of the console, with the files that each compiles. */
const projects = [
  { settings: "tsconfig.json", isOwn: (file: string) => !file.startsWith("console/") },
  { settings: "console/tsconfig.json", isOwn: (file: string) => file.startsWith("console/") },
];

/** What an edit makes of a file, beside the original. */
interface Variant {
  readonly place: number;
  readonly file: string;
}

/**
 * Why the edits of some mutants do not fit or compile, by their places in the list. Each edited file is compiled
 * beside the original, all of them at once: imports have no cycle, so no file that it imports depends on its types.
 */
export async function compileFaults(
  copy: string,
  mutants: readonly Mutant[],
): Promise<ReadonlyMap<number, string>> {
  const faults = new Map<number, string>();
  const variants: Variant[] = [];
  for (const [place, mutant] of mutants.entries())
    try {
      const text = planted(readFileSync(join(copy, mutant.file), "utf8"), mutant);
      const [extension] = /\.tsx?$/.exec(mutant.file) ?? [];
      // Style sheets and texts are no code.
      if (extension === undefined) continue;
      transpilers[extension as keyof typeof transpilers].transformSync(text);
      const file = mutant.file.replace(extension, `.mutant${place}${extension}`);
      writeFileSync(join(copy, file), text);
      variants.push({ place, file });
    } catch (error) {
      faults.set(place, (error as Error).message);
    }
  try {
    for (const { settings, isOwn } of projects) {
      const own = variants.filter(({ file }) => isOwn(file));
      for (const [place, fault] of await typeFaults(copy, settings, own)) faults.set(place, fault);
    }
    return faults;
  } finally {
    for (const { file } of variants) rmSync(join(copy, file), { force: true });
  }
}

/** Compiles variants, and those without a fault again if a fault of syntax kept TypeScript from checking types. */
async function typeFaults(
  copy: string,
  settings: string,
  variants: readonly Variant[],
): Promise<ReadonlyMap<number, string>> {
  const faults = new Map<number, string>();
  for (let left = variants; left.length > 0; ) {
    const found = await compile(copy, settings, left);
    for (const [place, fault] of found) faults.set(place, fault);
    const isSyntax = [...found.values()].every((fault) => /error TS1\d{3}:/.test(fault));
    left = found.size > 0 && isSyntax ? left.filter(({ place }) => !found.has(place)) : [];
  }
  return faults;
}

async function compile(
  copy: string,
  settings: string,
  variants: readonly Variant[],
): Promise<ReadonlyMap<number, string>> {
  // The console's types of calls are generated.
  if (settings.startsWith("console") && !existsSync(join(copy, "console/src/api/schema.gen.ts")))
    await runIn(copy, [process.execPath, "console/typegen.ts"]);
  // An edit may leave declarations unused.
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    incremental: false,
    tsBuildInfoFile: null,
  };
  const config = join(copy, "mutants.json");
  // Types of events and permissions are closed by what features declare.
  const declared = [
    ...["src/http/permissions.ts", "src/outbox/events.ts"],
    ...new Glob("src/features/*/{events,permissions}.ts").scanSync(copy),
  ];
  const files = [...variants.map(({ file }) => file), ...(settings.startsWith("console") ? [] : declared)];
  writeFileSync(config, JSON.stringify({ extends: `./${settings}`, compilerOptions, files, include: [] }));
  const command = [join(root, "node_modules/.bin/tsc"), "-p", config];
  const { code, printed } = await runIn(copy, command);
  const faults = new Map<number, string>();
  for (const [line, file, place] of printed.matchAll(/^(\S+?)(?:\.mutant(\d+))?\.tsx?\(\d.*$/gm)) {
    if (place === undefined) throw new Error(`${file} does not compile without a bug: ${line}`);
    if (!faults.has(Number(place))) faults.set(Number(place), line);
  }
  if (code !== 0 && faults.size === 0) throw new Error(`the edits cannot be compiled: ${printed}`);
  return faults;
}
