import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { cutChangelog } from "./changelog.ts";

// `npm run release:version -- 0.4.0` names the version of the program wherever a file states it, and heads the
// unreleased part of the changelog with it and the day. A version with the suffix -dev is not released: its part stays
// unreleased.
const home = join(import.meta.dir, "..", "..");
const [, , next = ""] = process.argv;
if (!/^\d+\.\d+\.\d+(-dev)?$/.test(next)) {
  console.error("Usage: npm run release:version -- VERSION, such as 0.4.0 or 0.5.0-dev");
  process.exit(2);
}
const { version: last } = manifest;

/** Python writes the suffix -dev in a way of its own. */
const wheelName = (version: string) => `vingate-${version.replace("-dev", ".dev0")}-py3`;

/** How files state the version of the program. */
const stated: Readonly<Record<string, (version: string) => string>> = {
  "package.json": (version) => `"version": "${version}"`,
  "library/package.json": (version) => `"version": "${version}"`,
  "sdk/typescript/package.json": (version) => `"version": "${version}"`,
  "verify/package.json": (version) => `"version": "${version}"`,
  "sdk/python/README.md": wheelName,
  "docs/guide/clients.md": wheelName,
  "docs/operating.md": (version) => `vingate-${version}.tgz`,
  Dockerfile: (version) => `vingate:${version}`,
  "compose.yaml": (version) => `vingate:${version}`,
  "ops/compose/postgres.yaml": (version) => `vingate:${version}`,
  "ops/kubernetes/sqlite.yaml": (version) => `vingate:${version}`,
  "ops/kubernetes/postgres.yaml": (version) => `vingate:${version}`,
};

function change(path: string, edit: (text: string) => string): void {
  const file = join(home, path);
  const text = readFileSync(file, "utf8");
  const edited = edit(text);
  if (edited === text) throw new Error(`${path} does not state ${last}`);
  writeFileSync(file, edited);
  console.log(`changed ${path}`);
}

for (const [path, form] of Object.entries(stated))
  change(path, (text) => text.replaceAll(form(last), form(next)));
change("package-lock.json", (text) => {
  const lock = JSON.parse(text) as {
    version: string;
    packages: Record<string, { version?: string; resolved?: string; link?: boolean }>;
  };
  lock.version = next;
  for (const [path, one] of Object.entries(lock.packages))
    if (!path.startsWith("node_modules/") && one.version === last) one.version = next;
  return `${JSON.stringify(lock, null, 2)}\n`;
});
if (!next.includes("-"))
  change("CHANGELOG.md", (text) => cutChangelog(text, next, new Date().toISOString().slice(0, 10)));
for (const command of [
  ["test/demo/make-examples.ts"],
  ["tools/sdk/make.ts"],
  ["node_modules/.bin/biome", "check", "--write", "src/management/documentation"],
]) {
  const made = Bun.spawnSync([process.execPath, ...command], {
    cwd: home,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (!made.success) process.exit(1);
}
console.log(
  `${last} is ${next}. Commit the change; a version without a suffix is then made by npm run release.`,
);
