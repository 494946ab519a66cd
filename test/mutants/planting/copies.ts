import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, planted } from "./mutant.ts";
import { type TestRun, type Verdict, verdictOf } from "./verdict.ts";

const root = join(import.meta.dir, "../..");
const copied = ["src", "test", "tools", "bench", "package.json", "tsconfig.json"];
const linked = ["node_modules", "docs", "sdk", "vendor", "verify", "bin"];
const logFile = "mutant.log";

/** A copy of the sources in which bugs may be planted. The service's log is also written to a file. */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), "vingate-mutants-"));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, force: true });
  for (const name of linked) symlinkSync(join(root, name), join(copy, name));
  const log = join(copy, "src/base/log.ts");
  const signature = "export function createLog(clock: Clock, write: (line: string) => void): Log {";
  const source = readFileSync(log, "utf8");
  if (!source.includes(signature)) throw new Error("src/base/log.ts has another createLog");
  writeFileSync(
    log,
    `import { appendFileSync } from "node:fs";\n${source.replace(
      signature,
      `export function createLog(clock: Clock, print: (line: string) => void): Log {
  const write = (line: string) => {
    appendFileSync(${JSON.stringify(join(copy, logFile))}, line);
    print(line);
  };`,
    )}`,
  );
  return copy;
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/**
 * Why the edits of some mutants do not fit or compile, by their places in the list. Each edited file is compiled
 * beside the original: imports have no cycle, so no file that it imports depends on its types.
 */
export async function compileFaults(
  copy: string,
  mutants: readonly Mutant[],
): Promise<ReadonlyMap<number, string>> {
  const variants = mutants.map(({ file }, place) => join(copy, file.replace(/\.ts$/, `.mutant${place}.ts`)));
  const faults = new Map<number, string>();
  mutants.forEach((mutant, place) => {
    try {
      writeFileSync(variants[place]!, planted(readFileSync(join(copy, mutant.file), "utf8"), mutant));
    } catch (error) {
      faults.set(place, (error as Error).message);
    }
  });
  try {
    // Types are checked only without syntax errors: the variants that have any are left out of the next run.
    for (let found = -1; found < faults.size; ) {
      found = faults.size;
      for (const [place, fault] of await compile(copy)) {
        faults.set(place, fault);
        rmSync(variants[place]!, { force: true });
      }
    }
    return faults;
  } finally {
    for (const variant of variants) rmSync(variant, { force: true });
  }
}

async function compile(copy: string): Promise<ReadonlyMap<number, string>> {
  // An edit may leave declarations unused.
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    incremental: true,
    tsBuildInfoFile: join(copy, "mutants.tsbuildinfo"),
  };
  const config = join(copy, "mutants.json");
  writeFileSync(config, JSON.stringify({ extends: "./tsconfig.json", compilerOptions, include: ["src"] }));
  const { printed } = await run(copy, [join(root, "node_modules/.bin/tsc"), "-p", config]);
  const faults = new Map<number, string>();
  for (const [line, file, place] of printed.matchAll(/^(src\/\S+?)(?:\.mutant(\d+))?\.ts\(.*$/gm)) {
    if (place === undefined) throw new Error(`${file} does not compile without a bug: ${line}`);
    if (!faults.has(Number(place))) faults.set(Number(place), line);
  }
  return faults;
}

/** The verdict of the mutant's test on sources with the bug; `clean` runs it without the bug. */
export async function tryMutant(copy: string, mutant: Mutant, clean = false): Promise<Verdict> {
  const file = join(copy, mutant.file);
  const log = join(copy, logFile);
  const source = readFileSync(file, "utf8");
  if (!clean) writeFileSync(file, planted(source, mutant));
  rmSync(log, { force: true });
  try {
    const options = ["--timeout", "60000", "--bail", mutant.test, "-t", mutant.named];
    const { code, printed } = await run(copy, [process.execPath, "test", ...options]);
    return verdictOf({ code, printed, logged: existsSync(log) ? readFileSync(log, "utf8") : "" });
  } finally {
    writeFileSync(file, source);
  }
}

async function run(copy: string, command: readonly string[]): Promise<Omit<TestRun, "logged">> {
  const child = Bun.spawn([...command], { cwd: copy, stdio: ["ignore", "pipe", "pipe"], timeout: 180_000 });
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, printed: output.join("") };
}
