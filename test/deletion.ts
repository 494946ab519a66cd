import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { importsOf, pairs } from "./layering.ts";
import { until } from "./until.ts";

// `npm run deletion [-- NAME…]`: takes each feature away in a copy of the project: its folder, the console's pages of it and its
// lines in src/features.ts. No file may import what is gone, types included, and a start, a lookup and a stop must work. The
// compiler and the layering test run without all features at once, and without each one that is named. The last line has the
// counts.
const root = join(import.meta.dir, "..");
const [, , ...named] = process.argv;
const listed = readdirSync(join(root, "src/features"), { withFileTypes: true });
const names = named.length > 0 ? named : listed.filter((one) => one.isDirectory()).map(({ name }) => name);

async function run(cwd: string, command: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { ok: (await child.exited) === 0, output: texts.join("") };
}

/** Left out: on every level what is built or installed, at the top what a service keeps. */
const leftOut = /^(\.git|data)$|(^|\/)(node_modules|dist)$/;

/** Copies the project without the features and those that work with them alone. */
function copyWithout(gone: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "vingate-deletion-"));
  cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.test(relative(root, path)) });
  // The console has a compiler of its own there.
  for (const packages of ["node_modules", "console/node_modules"])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(copy, packages));
  for (const name of gone) takeAway(copy, name);
  return copy;
}

const withDependent = (name: string): string[] => [
  name,
  ...pairs.filter((pair) => pair.endsWith(` > ${name}`)).map((pair) => pair.split(" > ")[0]!),
];

const code = new Bun.Glob("{src,test,tools,bench,console,sdk,verify,library}/**/*.{ts,tsx}");

/** The imports of files that are not there. */
function absentImports(copy: string): string | undefined {
  const faults = [...code.scanSync(copy)]
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .flatMap((path) => {
      const source = { path, text: readFileSync(join(copy, path), "utf8") };
      return importsOf(source)
        .filter(
          (target) => /\.tsx?$/.test(target) && !target.includes(".gen.") && !existsSync(join(copy, target)),
        )
        .map((target) => `${path}: imports ${target}, which is gone`);
    });
  return faults.length === 0 ? undefined : faults.join("\n");
}

function takeAway(copy: string, name: string): void {
  rmSync(join(copy, "src/features", name), { recursive: true });
  rmSync(join(copy, "console/src/features", name), { recursive: true, force: true });
  if (!removeLines(join(copy, "src/features.ts"), name))
    throw new Error(`src/features.ts does not list ${name}`);
  removeLines(join(copy, "console/src/features.ts"), name);
}

/** Removes a feature's lines from a list; returns whether there were any. */
function removeLines(list: string, name: string): boolean {
  const text = readFileSync(list, "utf8");
  const variable = new RegExp(`import \\{ (\\w+) \\} from "./features/${name}/feature.ts";\n`).exec(
    text,
  )?.[1];
  if (variable === undefined) return false;
  const lines = text.replace(new RegExp(`import .*"./features/${name}/.*\n`), "");
  writeFileSync(list, lines.replace(new RegExp(`\\b${variable}\\b,?\\s*`), ""));
  return true;
}

let [passed, failed] = [0, 0];
async function check(name: string, what: string, work: () => Promise<string | undefined>): Promise<void> {
  const begun = performance.now();
  const fault = await work().catch((error: Error) => error.message);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${fault === undefined ? "ok" : "FAILED"} without ${name}: ${what} (${seconds} s)`);
  if (fault !== undefined) console.log(fault);
  if (fault === undefined) passed += 1;
  else failed += 1;
}

const outputOf = ({ ok, output }: { ok: boolean; output: string }) => (ok ? undefined : output.slice(-3000));

/** The vehicle data as the first start prepared them: no feature changes them, and it takes seconds. */
const prepared = join(mkdtempSync(join(tmpdir(), "vingate-prepared-")), "vin.pack");

/** Starts the service, decodes a VIN and stops it. */
async function serve(copy: string): Promise<string | undefined> {
  const data = join(copy, "data");
  mkdirSync(data, { mode: 0o700 });
  const pack = join(data, "vin.pack");
  if (existsSync(prepared)) copyFileSync(prepared, pack);
  const env = {
    ...process.env,
    VINGATE_PORT: "0",
    VINGATE_DATA_DIR: data,
    VINGATE_DEMO: "off",
    VINGATE_LOG: "json",
  };
  const child = Bun.spawn([process.execPath, "src/main.ts", "serve"], {
    cwd: copy,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) log += new TextDecoder().decode(chunk);
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  try {
    const url = await until(
      () => /"event":"ready","url":"([^"]+)"/.exec(log)?.[1] ?? (child.exitCode !== null && "ended"),
      "the service is ready",
    ).catch((error: Error) => Promise.reject(new Error(`${error.message}\n${log}`)));
    if (url === "ended") return `ended with ${child.exitCode}\n${log}`;
    const token = JSON.parse(readFileSync(join(data, "first-run.json"), "utf8")).operator_token as string;
    const headers = { authorization: `Bearer ${token}` };
    const decoded = await fetch(`${url}/decode/5J6RW2H59JL990075`, { headers });
    const metrics = await fetch(`${url}/metrics`, { headers });
    const checks = await fetch(`${url}/system/checks`, { headers });
    // While the document is made, a call returns 503 and is repeated.
    const asked = async () => {
      const response = await fetch(`${url}/openapi.json`);
      return response.status !== 503 && response;
    };
    const document = await until(asked, "the OpenAPI document", 60_000);
    const statuses = [decoded, metrics, checks, document].map(({ status }) => status);
    if (statuses.some((status) => status !== 200)) return `returned ${statuses.join(", ")}\n${log}`;
  } finally {
    child.kill();
    await child.exited;
    await reading;
  }
  if (!existsSync(prepared)) copyFileSync(pack, prepared);
  return child.exitCode === 0 ? undefined : `ended with ${child.exitCode}\n${log}`;
}

async function takeAwayAndCheck(name: string, gone: readonly string[], isCompiled: boolean): Promise<void> {
  const copy = copyWithout(gone);
  try {
    await check(name, "imports", async () => absentImports(copy));
    if (isCompiled) {
      const tsc = "node_modules/.bin/tsc";
      await check(name, "types", async () => outputOf(await run(copy, [tsc])));
      await check(name, "types of the console", async () =>
        outputOf(await run(copy, [tsc, "-p", "console"])),
      );
      await check(name, "layering", async () =>
        outputOf(
          await run(copy, [process.execPath, "test", "test/layering.test.ts", "-t", "imports|circle"]),
        ),
      );
    }
    await check(name, "a start, a lookup and a stop", () => serve(copy));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

// Alone: it prepares the vehicle data for the others. Each of two mostly uses one core.
if (named.length === 0) await takeAwayAndCheck("all features", names, true);
const left = [...names];
const checkRest = async () => {
  for (let name = left.shift(); name !== undefined; name = left.shift())
    await takeAwayAndCheck(name, withDependent(name), named.length > 0);
};
await Promise.all([checkRest(), checkRest()]);
rmSync(dirname(prepared), { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
