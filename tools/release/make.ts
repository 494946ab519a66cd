import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { OperatorError } from "../../src/base/operator-error.ts";
import { builtPackVariable } from "../compiled-pack.ts";
import { releaseNotes } from "./changelog.ts";
import { debianArchitecture, makeDebianPackage } from "./debian-package.ts";
import { runCommand } from "./run-command.ts";
import { type ReleaseOptions, releasedPackFolder, releaseOptions } from "./vin-data.ts";

// `npm run release` makes what a release publishes in dist/release/: the program in one file, as an archive and as a
// package of Debian, the npm package, both clients, the verifier, a bill of materials, notes and checksums. Then it runs
// each package. It is for the system that it is made on, and takes the version that package.json states. Both programs
// contain the VIN data of NHTSA's dump that `--vpic` names; old data are refused without `--old-data`.
const options = readOptions();
const home = join(import.meta.dir, "..", "..");
const { version } = manifest;
const folder = join(home, "dist", "release");
const staging = mkdtempSync(join(tmpdir(), "vingate-release-"));
const executable = join(staging, "vingate");

const part = version.includes("-") ? "Unreleased" : version;
const notes = releaseNotes(readFileSync(join(home, "CHANGELOG.md"), "utf8"), part);
const changed = await runCommand(home, ["git", "status", "--porcelain"]);
if (changed !== "") throw new Error(`Commit these changes first, or leave them out:\n${changed}`);
// Archives of one commit are equal, whenever they are made.
const epoch = (await runCommand(home, ["git", "log", "-1", "--format=%ct"])).trim();
const env: Record<string, string> = { SOURCE_DATE_EPOCH: epoch };

function readOptions(): ReleaseOptions {
  try {
    return releaseOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  console.log(`ok ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
}

const npm = (...words: string[]) => runCommand(home, ["npm", "--silent", ...words], env);
const npmPack = (...words: string[]) => npm("pack", "--pack-destination", folder, ...words);

async function archive(): Promise<void> {
  const name = `vingate-${version}-linux-${debianArchitecture}`;
  const files = join(staging, name);
  mkdirSync(files);
  cpSync(executable, join(files, "vingate"));
  for (const path of ["LICENSE", "NOTICE", "README.md", "CHANGELOG.md"])
    cpSync(join(home, path), join(files, path));
  for (const path of ["systemd", "alerts.yaml", "grafana-dashboard.json"])
    cpSync(join(home, "ops", path), join(files, "ops", path), { recursive: true });
  const same = ["--sort=name", `--mtime=@${epoch}`, "--owner=0", "--group=0", "--numeric-owner"];
  const target = join(folder, `${name}.tar.gz`);
  await runCommand(staging, ["tar", ...same, "--create", "--gzip", "--file", target, name]);
}

async function billOfMaterials(): Promise<void> {
  const format = ["--omit", "dev", "--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const bill = await npm("sbom", "--package-lock-only", ...format);
  writeFileSync(join(folder, `vingate-${version}.cdx.json`), bill);
}

async function pythonPackages(): Promise<void> {
  const printed = await npm("run", "check:python");
  process.stdout.write(printed);
  if (printed.startsWith("skipped")) throw new Error(printed);
  cpSync(join(home, "sdk/python/dist"), folder, { recursive: true });
}

function checksums(): void {
  const files = readdirSync(folder).sort();
  const lines = files.map((file) => {
    const bytes = readFileSync(join(folder, file));
    return `${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}  ${file}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

try {
  await step("VIN data", async () => {
    env[builtPackVariable] = await releasedPackFolder(options, join(staging, "vin-data"), Date.now());
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "RELEASE-NOTES.md"), `# Vingate ${version}\n\n${notes}\n`);
  await step("program in one file", () => npm("run", "build:binary", "--", executable));
  await step("archive", archive);
  let debian = "";
  await step("package of Debian", async () => {
    const packaged = { home, executable, version, staging: join(staging, "debian"), folder };
    debian = await makeDebianPackage(packaged, env);
  });
  await step("npm package", () => npmPack());
  await step("client in TypeScript", () => npmPack("--workspace", "sdk/typescript"));
  await step("verifier of statements", () => npmPack("--workspace", "verify"));
  await step("bill of materials", billOfMaterials);
  await step("clients in Python, installed and used", pythonPackages);
  checksums();
  const packed = (name: string) => join(folder, `${name}-${version}.tgz`);
  const checks = [
    ["program in one file, used", "check:binary", executable],
    ["package of Debian, installed and used", "check:debian", debian],
    ["npm package, used by npx", "check:package", packed("vingate")],
    ["client in TypeScript, installed and used", "check:client", packed("vingate-client")],
  ] as const;
  for (const [name, script, file] of checks)
    await step(name, () => npm("run", script, "--", file).then((printed) => process.stdout.write(printed)));
  await runCommand(folder, ["sha256sum", "--check", "--quiet", "SHA256SUMS"]);
  console.log(`\n${relative(home, folder)}:`);
  for (const file of readdirSync(folder).sort())
    console.log(`  ${basename(file)} ${(Bun.file(join(folder, file)).size / 1e6).toFixed(1)} MB`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
  // A service of this clone would answer from it in place of the packaged data.
  if (options.vpic !== undefined) rmSync(join(home, "library/dist/vin.pack"), { force: true });
}
