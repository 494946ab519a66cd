import { join } from "node:path";
import { type Quarantined, quarantine } from "./quarantine.ts";
import { sharedDataTests } from "./shared-data-tests.ts";

// `npm test [path…]`: types, format and lint, then all tests, or the tests of the paths. The
// last line has the counts. `npm test -- --shared`: only the tests that read `../shared`. `npm run test:changed`: only
// the tests that import a file with changes that are not committed, or after a commit (`-- --changed=COMMIT`). `npm run
// check`: only types, format, lint and layout.
const root = join(import.meta.dir, "..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);

/** Two cores are busy with two files: of three, each takes longer, and waits that are bounded by a second fail. */
const filesAtOnce = 2;

/** The folder of the tests that need no browser; `test/console/dom` gives them a document. */
const consoleTests = "console/src";
const isOfConsole = (path: string) => path.replace(/^\.\//, "").startsWith(consoleTests);

let passed = 0;
let failed = 0;
let skipped = 0;

type Command = readonly string[];
const checks: Record<string, readonly Command[]> = {
  types: [[bin("tsc")]],
  "types of the console": [[bin("tsc"), "-p", "console"]],
  "format and lint": [[bin("biome"), "ci", "--error-on-warnings", "."]],
};

async function check(name: string, commands: readonly Command[]): Promise<void> {
  const started = performance.now();
  let ok = true;
  for (const command of commands) {
    const child = Bun.spawn([...command], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    ok = (await child.exited) === 0;
    if (!ok) console.error(output.join(""));
    if (!ok) break;
  }
  if (ok) passed += 1;
  else failed += 1;
  console.error(`${ok ? "ok" : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** A limit ends what hangs; a slow machine reaches none. */
const limitMs = "180000";

/** Runs the tests, prints the runner's output as it arrives, and counts. */
async function runTests(options: readonly string[]): Promise<void> {
  const run = Bun.spawn([bin("bun"), "test", "--timeout", limitMs, ...options], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const decoder = new TextDecoder();
  let output = "";
  for await (const chunk of run.stderr) {
    process.stderr.write(chunk);
    output += decoder.decode(chunk, { stream: true });
  }
  const code = await run.exited;
  // The last one: a test that failed may have printed the totals of its own run before.
  const total = (word: string) =>
    Number([...output.matchAll(new RegExp(`^ *(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0);
  const tolerated = quarantinedFailures(output);
  passed += total("pass") + tolerated.length;
  skipped += total("skip");
  const failures = total("fail") + total("errors?");
  // A runner that fails without naming a failed test counts as a failure.
  const ran = total("pass") > 0 || changed !== undefined;
  failed += failures > 0 ? failures - tolerated.length : code === 0 && ran ? 0 : 1;
  for (const { test, reason } of quarantine)
    console.log(
      `quarantined, ${tolerated.some((each) => each.test === test) ? "FAILED" : "passed"}: ${test} (${reason})`,
    );
}

/** The quarantined tests that failed. The runner lists all failures again at its end. */
function quarantinedFailures(output: string): Quarantined[] {
  const names = new Set(
    [...output.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/gm)].map((match) => match[1]),
  );
  return quarantine.filter(({ test }) => names.has(test));
}

/** What tests use beside the packages of npm. Debian packages need root; a test of what is missing is skipped. */
async function install(): Promise<void> {
  const ofFeatures = [...new Bun.Glob("src/features/*/test/install.sh").scanSync(root)].sort();
  for (const script of [
    "test/install-postgres.sh",
    "test/install-browser.sh",
    "test/install-packaging-linters.sh",
    "test/install-pebble.sh",
    "test/install-shells.sh",
    "test/install-opentelemetry.sh",
    "test/install-python.sh",
    "test/install-balancers.sh",
    ...ofFeatures,
  ])
    await Bun.spawn(["sh", script], { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).exited;
}

const words = process.argv.slice(2);
const only = words.filter((word) => !word.startsWith("--"));
const changed = words.findLast((word) => /^--changed(=|$)/.test(word));
const [shared, checkOnly] = [words.includes("--shared"), words.includes("--check")];
if (words.includes("--install")) {
  await install();
  process.exit(0);
}
if (checkOnly) checks.layout = [[bin("bun"), "test", "test/layering.test.ts", "test/wording.test.ts"]];
if (only.length === 0 && !shared) {
  // Tests of pages read types of the console, and these those of the operations.
  await check("types of the operations", [[bin("bun"), "console/typegen.ts"]]);
  await Promise.all(Object.entries(checks).map(([name, commands]) => check(name, commands)));
}
if (!checkOnly) {
  const whole = only.length === 0 && changed === undefined;
  // If an installation fails, the tests that need it are skipped with the reason.
  if (whole) await install();
  const paths = shared ? await sharedDataTests() : only;
  const all = paths.length === 0;
  const others = all ? [""] : paths.filter((path) => !isOfConsole(path));
  // These define a document, which other tests must not find, so they run in a process of their own.
  const ofConsole = all ? [consoleTests] : paths.filter(isOfConsole);
  // The longest first, but `pages.test.ts` later than its time: its browser takes both cores, and the waits of tests that
  // kill processes are bounded.
  const parallel = [`--parallel=${filesAtOnce}`, "--no-isolate", "--timings=test/times.json"];
  const some = changed === undefined ? [] : [changed];
  // The runner looks for a path anywhere in names: src/features/mcp is also in console/src/features/mcp.
  const notConsole = `--path-ignore-patterns=${consoleTests}/**`;
  if (others.length > 0) await runTests([...parallel, ...some, notConsole, ...others.filter(Boolean)]);
  if (ofConsole.length > 0) await runTests([...some, ...ofConsole]);
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
