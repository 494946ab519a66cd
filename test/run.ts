import { join } from "node:path";

// What `npm test` runs: types, formatting and lint, a PostgreSQL to test on, then every test. The last line counts.
const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");

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

/** Shows the runner's output as it comes, and reads the totals that it ends with. */
async function suite(paths: readonly string[]): Promise<void> {
  const run = Bun.spawn([join(bin, "bun"), "test", "--timeout", "60000", ...paths], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const decoder = new TextDecoder();
  let tail = "";
  for await (const chunk of run.stderr) {
    process.stderr.write(chunk);
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4000);
  }
  const code = await run.exited;
  const total = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(tail)?.[1] ?? 0);
  const failures = total("fail") + Number(/^ *(\d+) errors?$/m.exec(tail)?.[1] ?? 0);
  passed += total("pass");
  skipped += total("skip");
  // A runner that ended badly without saying which test failed has failed all the same.
  failed += failures > 0 ? failures : code === 0 && total("pass") > 0 ? 0 : 1;
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
