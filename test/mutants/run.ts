// `npm run mutants [-- word…]`: plants each bug of mutants.ts, or those with these words, in a copy of the
// sources and runs the test that must fail. Exits with 1 if a bug survives or its edit does not apply or
// compile.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, mutants } from "./mutants.ts";

const root = join(import.meta.dir, "../..");
const copied = ["src", "test", "tools", "package.json", "tsconfig.json"];
const linked = ["node_modules", "vendor", "bin"];

/** A copy of the sources in which bugs may be planted. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), "vingate-mutants-"));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, force: true });
  for (const name of linked) symlinkSync(join(root, name), join(copy, name));
  // An edit may leave declarations unused.
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    tsBuildInfoFile: "mutants.tsbuildinfo",
  };
  const config = { extends: "./tsconfig.json", compilerOptions, include: ["src"] };
  writeFileSync(join(copy, "mutants.json"), JSON.stringify(config));
  return copy;
}

async function run(copy: string, command: readonly string[]): Promise<{ ok: boolean; report: string }> {
  const child = Bun.spawn([...command], { cwd: copy, stdio: ["ignore", "pipe", "pipe"], timeout: 180_000 });
  const report = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { ok: (await child.exited) === 0, report: report.join("") };
}

/** Throws if the edited sources do not compile. */
async function requireCompiles(copy: string): Promise<void> {
  const { ok, report } = await run(copy, [join(root, "node_modules/.bin/tsc"), "-p", "mutants.json"]);
  if (!ok) throw new Error(`it does not compile: ${report.split("\n")[0]}`);
}

/** Whether the named test passes. Throws if no such test runs or its file does not load. */
async function passes(copy: string, { test, named }: Mutant): Promise<boolean> {
  const { ok, report } = await run(copy, [process.execPath, "test", "--timeout", "60000", test, "-t", named]);
  if (/^# Unhandled error between tests/m.test(report)) throw new Error(`${test} cannot be loaded`);
  if (!/^\s*[1-9]\d* (?:pass|fail)$/m.test(report)) throw new Error(`no test "${named}" ran in ${test}`);
  return ok;
}

async function isCaught(copy: string, mutant: Mutant): Promise<boolean> {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, "utf8");
  if (source.split(mutant.find).length !== 2)
    throw new Error(`${mutant.file} does not contain once: ${mutant.find}`);
  if (!(await passes(copy, mutant))) throw new Error(`${mutant.test} fails without the bug`);
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    await requireCompiles(copy);
    return !(await passes(copy, mutant));
  } finally {
    writeFileSync(file, source);
  }
}

const words = process.argv.slice(2);
const chosen = mutants.filter(({ bug }) => words.every((word) => bug.includes(word)));
const copy = copySources();
let wrong = 0;
try {
  await requireCompiles(copy);
  for (const mutant of chosen) {
    let result: string;
    try {
      result = (await isCaught(copy, mutant)) ? "caught" : "SURVIVED";
    } catch (error) {
      result = `BROKEN, ${(error as Error).message}`;
    }
    if (result !== "caught") wrong += 1;
    console.log(`${result}: ${mutant.bug} (${mutant.test})`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${chosen.length - wrong} caught, ${wrong} not`);
process.exit(wrong === 0 ? 0 : 1);
