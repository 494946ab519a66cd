import { join } from "node:path";

// What `npm test` runs: types, formatting and lint, a PostgreSQL to test on, then every test. The last line counts.
const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");

/** More failing files than this are no accident. */
const unstableMax = 3;

let passed = 0;
let failed = 0;
let skipped = 0;

async function step(name: string, command: readonly string[]): Promise<void> {
  const started = performance.now();
  const code = await Bun.spawn([...command], { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).exited;
  if (code === 0) passed += 1;
  else failed += 1;
  console.error(
    `${code === 0 ? "ok" : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The files in which something failed. */
  readonly files: readonly string[];
}

/** Shows the runner's output as it comes, and reads from it which files failed and the totals that it ends with. */
async function runTests(options: readonly string[]): Promise<Outcome> {
  const run = Bun.spawn([join(bin, "bun"), "test", "--timeout", "60000", ...options], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of run.stderr) {
    process.stderr.write(chunk);
    said += decoder.decode(chunk, { stream: true });
  }
  const code = await run.exited;
  const total = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(said)?.[1] ?? 0);
  const failures = total("fail") + total("errors?");
  return {
    passed: total("pass"),
    skipped: total("skip"),
    // A runner that ended badly without saying which test failed has failed all the same.
    failed: failures > 0 ? failures : code === 0 && total("pass") > 0 ? 0 : 1,
    files: failedFiles(said),
  };
}

/** Failures follow their file's name, until the runner lists them all once more at its end. */
function failedFiles(said: string): string[] {
  const files = new Set<string>();
  let file: string | undefined;
  for (const line of said.split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break;
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file;
    if (file && /^\(fail\)|^# Unhandled error/.test(line)) files.add(file);
  }
  return [...files];
}

/**
 * Two files at a time: most tests wait for processes and databases. What fails beside others is run once more alone,
 * and named where it passes then: a deadline that a busy machine missed is no fault of the change.
 */
async function suite(paths: readonly string[]): Promise<void> {
  const first = await runTests(["--parallel=2", "--no-isolate", ...paths]);
  passed += first.passed;
  skipped += first.skipped;
  failed += first.failed;
  if (first.files.length === 0 || first.files.length > unstableMax) return;
  const alone = await runTests(first.files);
  const mended = Math.max(0, first.failed - alone.failed);
  failed -= mended;
  passed += mended;
  if (alone.failed === 0)
    console.log(`unstable, failed beside others and passed alone: ${first.files.join(", ")}`);
}

const only = process.argv.slice(2);
if (only.length === 0) {
  await step("types", [join(bin, "tsc")]);
  await step("types of the console's calls", [join(bin, "bun"), "console/typegen.ts"]);
  await step("types of the console", [join(bin, "tsc"), "-p", "console"]);
  await step("format and lint", [join(bin, "biome"), "ci", "--error-on-warnings", "."]);
}
// Without a PostgreSQL its tests skip, and say so; without a browser the console's tests fail.
for (const script of ["test/install-postgres.sh", "test/install-browser.sh", "test/install-nhtsa-client.sh"])
  await Bun.spawn(["sh", script], { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).exited;
await suite(only);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
