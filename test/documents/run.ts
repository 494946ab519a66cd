import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../service-process.ts";
import { startOfficialAddresses } from "../vehicles/imports/official-addresses.ts";
import { otherFiles, publishedFiles } from "../vehicles/imports/published-files.ts";
import { copyWorkTree } from "../work-tree.ts";
import { guidePages, runGuide } from "./guide.ts";
import { newMachine } from "./machine.ts";
import { report, runOperating } from "./operating.ts";
import { commandsOf, type PageCommand } from "./page.ts";

// `npm run documents [-- --install] [page…]`: runs the commands of README.md, docs/first-data.md and each page of the
// guide as they are written, each page in an empty folder; docs/operating.md, with what each section needs, only if it is named. There is no network:
// the publishers' files come from this machine. `--install` runs `npm ci` too, which needs npm's registry. Exits with 1 if a command fails or prints something else than its page.
const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const home = join(import.meta.dir, "..", "..");
const pages = chosen.length > 0 ? chosen : ["README.md", "docs/first-data.md", ...guidePages(home)];
const isOfGuide = (page: string) => page.startsWith("docs/guide/") && page !== "docs/guide/self-hosting.md";
const installs = process.argv.includes("--install");

/** What `npm ci` makes, without the console: a start builds that. */
const installed = [
  ...["node_modules", "console/node_modules", "sdk/dist"],
  ...["dist", "LICENSE", "NOTICE"].map((name) => `library/${name}`),
];

const skipped = new Map([
  ["npm test", "it runs all tests, and this one is among them"],
  ...(installs
    ? []
    : [
        [
          "npm ci",
          "it needs npm's registry; the packages of this tree are copied (--install runs it)",
        ] as const,
      ]),
]);

let failed = 0;
const work = mkdtempSync(join(tmpdir(), "vingate-documents-"));
const files = new Map([...(await publishedFiles(work, new Date())), ...otherFiles()]);
const official = await startOfficialAddresses(work, files);
try {
  for (const page of pages) if (!isOfGuide(page)) await runPage(page);
  const guide = pages.filter(isOfGuide);
  if (guide.length > 0)
    failed += await runGuide(guide, makeClone("guide", true), join(work, "readers"), baseEnv());
} finally {
  await official[Symbol.asyncDispose]();
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

/** The checkout's files in a new folder. */
function makeClone(name: string, packages: boolean): string {
  const clone = join(work, name);
  mkdirSync(clone, { recursive: true });
  copyWorkTree(home, clone);
  if (!packages) return clone;
  for (const path of installed)
    if (existsSync(join(home, path))) copyLinked(join(home, path), join(clone, path));
  return clone;
}

/** Copies a folder, by hard links if that is possible. */
function copyLinked(from: string, to: string): void {
  if (Bun.spawnSync(["cp", "-al", from, to], { stderr: "ignore" }).exitCode !== 0)
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function baseEnv(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: join(work, "home"),
    // Otherwise npx would look for a package where the clone has no command of that name.
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    ...official.env,
  };
}

async function runPage(page: string): Promise<void> {
  const clone = makeClone(page.replace(/\W/g, "-"), !installs || page !== "README.md");
  const commands = commandsOf(readFileSync(join(clone, page), "utf8"));
  const env = baseEnv();
  if (page === "docs/operating.md") {
    failed += await runOperating(page, commands, clone, join(work, "machines"), env);
    return;
  }
  const port = freePort();
  const machine = newMachine(clone, { ...env, VINGATE_PORT: String(port) });
  try {
    for (const command of commands)
      failed += await report(page, command, skipped.get(command.text), () => faultOf(command));
  } finally {
    await machine.stop();
  }

  async function faultOf({ text: written, output }: PageCommand): Promise<string | undefined> {
    const text = written.replaceAll(/\b(localhost|127\.0\.0\.1):8080\b/g, `127.0.0.1:${port}`);
    if (text === "npm ci") {
      // Once is enough, and another time would take the packages from the page's running service.
      skipped.set(text, "it ran before");
      return await machine.run({ text }, { ...process.env, npm_config_offline: undefined });
    }
    if (text !== "npm start" && text !== "npx vingate serve")
      return await machine.run({ text, ...(output !== undefined && { output }) });
    const fault = await machine.serve(text, "/health");
    // The demo customer's key.
    if (fault === undefined)
      machine.env.KEY = JSON.parse(readFileSync(join(clone, "data", "first-run.json"), "utf8")).demo_key;
    return fault;
  }
}
