import { afterAll, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import verifyManifest from "../../verify/package.json" with { type: "json" };
import { until } from "../until.ts";

const home = join(import.meta.dir, "..", "..");
const program = join(home, manifest.bin.vingate);
const folder = mkdtempSync(join(tmpdir(), "vingate-bin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npm = Bun.which("npm");
const shim = npm && join(dirname(realpathSync(npm)), "..", "node_modules", "cmd-shim");
const hasShim = shim !== null && existsSync(shim);
if (!hasShim) console.warn("skipped: npm is not installed with cmd-shim");

test.skipIf(!hasShim)("npm makes commands for Windows that run the programs with node", async () => {
  const cmdShim = createRequire(import.meta.url)(shim!) as (from: string, to: string) => Promise<unknown>;
  const programs = [program, join(home, "verify", verifyManifest.bin["vingate-verify"])];
  for (const [index, from] of programs.entries()) {
    const to = join(folder, `command-${index}`);
    await cmdShim(from, to);
    expect(readFileSync(`${to}.cmd`, "utf8")).toContain('"%_prog%"  "%dp0%\\');
    expect(readFileSync(`${to}.cmd`, "utf8")).toContain('SET "_prog=node"');
  }
});

/** A copy of the program in an empty folder, and a stand-in of Bun that prints its arguments. */
function installation(name: string, bun: readonly string[]): string {
  const project = join(folder, name, "node_modules", "vingate");
  mkdirSync(join(project, "bin"), { recursive: true });
  cpSync(program, join(project, "bin", "vingate.js"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  for (const path of bun) {
    const file = join(folder, name, "node_modules", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\necho "$0" "$@"\n', { mode: 0o755 });
  }
  return project;
}

const platformOf = (name: string) =>
  `data:text/javascript,Object.defineProperty(process,"platform",{value:"${name}"})`;

function run(project: string, platform: string): { code: number; out: string } {
  const command = [
    "node",
    "--import",
    platformOf(platform),
    join(project, "bin", "vingate.js"),
    "decode",
    "a b",
  ];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  return { code: exitCode, out: `${stdout}${stderr}` };
}

test.each([
  ["linux", ".bin/bun"],
  ["linux", "@oven/bun-linux-x64/bin/bun"],
  ["win32", "bun/bin/bun.exe"],
  ["win32", "@oven/bun-windows-x64/bin/bun.exe"],
])("on %s it runs %s of the folder in which it is installed", (platform, path) => {
  const project = installation(`${platform}-${path.replaceAll("/", "-")}`, [path]);
  const bun = join(project, "..", path);
  expect(run(project, platform)).toEqual({
    code: 0,
    out: `${bun} ${join(project, "src", "main.ts")} decode a b\n`,
  });
});

test("without Bun it fails, and names the folder and the command", () => {
  const project = installation("without", []);
  expect(run(project, "linux")).toEqual({
    code: 1,
    out: `vingate: Bun is not installed; run 'npm ci' in ${project}\n`,
  });
});

test("exit codes are passed on", () => {
  expect(Bun.spawnSync(["node", program, "no-such-command"], { stderr: "ignore" }).exitCode).toBe(2);
});

test("signals are passed on, and what it started ends with it", async () => {
  const project = installation("signals", [".bin/bun"]);
  const bun = join(project, "..", ".bin", "bun");
  const started = join(folder, "started");
  const script = `#!/bin/sh
[ "$1" = --version ] && exit 0
trap 'echo got; exit 7' TERM
echo $$ > ${started}
while :; do sleep 0.05; done
`;
  writeFileSync(bun, script);
  const child = Bun.spawn(["node", join(project, "bin", "vingate.js"), "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await until(() => existsSync(started) && readFileSync(started, "utf8") !== "", "the program runs");
  child.kill("SIGTERM");
  expect([await child.exited, await new Response(child.stdout).text()]).toEqual([7, "got\n"]);
});
