// `npm run mutants [word…]`: plants every bug of mutants.ts, or those whose words are given, one at a time in a copy of the sources, and
// runs the test that must fail. Ends with 1 where one passes.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, mutants } from "./mutants.ts";

const root = join(import.meta.dir, "../..");
const copied = ["src", "test", "package.json", "tsconfig.json"];
const linked = ["node_modules", "vendor", "bin"];

/** A copy of the sources in which bugs may be planted. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), "vingate-mutants-"));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, force: true });
  for (const name of linked) symlinkSync(join(root, name), join(copy, name));
  return copy;
}

/** Whether the named test passes there; throws where there is no such test. */
async function passes(copy: string, { test, named }: Mutant): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "test", test, "-t", named], {
    cwd: copy,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 120_000,
  });
  const report = await new Response(child.stderr).text();
  const code = await child.exited;
  if (!/^\s*[1-9]\d* (?:pass|fail)$/m.test(report)) throw new Error(`no test "${named}" ran in ${test}`);
  return code === 0;
}

async function isCaught(copy: string, mutant: Mutant): Promise<boolean> {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, "utf8");
  if (source.split(mutant.find).length !== 2)
    throw new Error(`${mutant.file} does not hold once: ${mutant.find}`);
  if (!(await passes(copy, mutant))) throw new Error(`${mutant.test} fails without the bug`);
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    return !(await passes(copy, mutant));
  } finally {
    writeFileSync(file, source);
  }
}

const words = process.argv.slice(2);
const chosen = mutants.filter(({ bug }) => words.every((word) => bug.includes(word)));
const copy = copySources();
let survived = 0;
try {
  for (const mutant of chosen) {
    let verdict: string;
    try {
      verdict = (await isCaught(copy, mutant)) ? "caught" : "SURVIVED";
    } catch (error) {
      verdict = `FAILED, ${(error as Error).message}`;
    }
    if (verdict !== "caught") survived += 1;
    console.log(`${verdict}: ${mutant.bug} (${mutant.test})`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(survived === 0 ? 0 : 1);
