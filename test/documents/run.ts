import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../service-process.ts";
import { until } from "../until.ts";
import { startOfficialAddresses } from "../vehicles/imports/official-addresses.ts";
import { publishedFiles } from "../vehicles/imports/published-files.ts";
import { commandsOf, type PageCommand } from "./page.ts";

// `npm run documents [-- --install] [page…]`: runs the commands of README.md and docs/first-data.md as they are written,
// each page in an empty clone. There is no network: the publishers' files come from this machine. `--install` runs `npm ci` too,
// which needs npm's registry. Exits with 1 if a command fails or prints something else than its page.
const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const pages = chosen.length > 0 ? chosen : ["README.md", "docs/first-data.md"];
const home = join(import.meta.dir, "..", "..");
const installs = process.argv.includes("--install");
const commandMs = 240_000;

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
const files = await publishedFiles(work, new Date());
const official = await startOfficialAddresses(work, files);
try {
  for (const page of pages) await runPage(page);
} finally {
  await official[Symbol.asyncDispose]();
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

/** The committed tree with the changes to its files, in a new folder. */
function makeClone(name: string, packages: boolean): string {
  const clone = join(work, name);
  mkdirSync(clone, { recursive: true });
  // The hash of the changes, nothing without any.
  const tree = Bun.spawnSync(["git", "stash", "create"], { cwd: home }).stdout.toString().trim() || "HEAD";
  const made = Bun.spawnSync(["sh", "-c", `git archive ${tree} | tar -x -C "$0"`, clone], { cwd: home });
  if (made.exitCode !== 0 || !existsSync(join(clone, "package.json"))) throw new Error(`${made.stderr}`);
  if (!packages) return clone;
  for (const folder of ["node_modules", "console/node_modules"])
    if (existsSync(join(home, folder))) copyLinked(join(home, folder), join(clone, folder));
  return clone;
}

/** Copies a folder, by hard links if that is possible. */
function copyLinked(from: string, to: string): void {
  if (Bun.spawnSync(["cp", "-al", from, to], { stderr: "ignore" }).exitCode !== 0)
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

async function runPage(page: string): Promise<void> {
  const clone = makeClone(page.replace(/\W/g, "-"), !installs || page !== "README.md");
  const port = freePort();
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: join(work, "home"),
    VINGATE_PORT: String(port),
    // Otherwise npx would look for a package where the clone has no command of that name.
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    ...official.env,
  };
  let service: Bun.Subprocess | undefined;
  try {
    for (const command of commandsOf(readFileSync(join(clone, page), "utf8"))) {
      const { text, line } = command;
      const reason = skipped.get(text);
      const begun = performance.now();
      const fault = reason === undefined ? await faultOf(command) : undefined;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const [first, ...more] = text.trim().split("\n");
      const shown = `${page}:${line} ${first}${more.length > 0 ? " …" : ""}`;
      if (reason !== undefined) console.log(`skipped ${shown}: ${reason}`);
      else console.log(fault === undefined ? `ok ${shown} (${seconds} s)` : `FAILED ${shown}\n${fault}`);
      failed += fault === undefined ? 0 : 1;
    }
  } finally {
    if (service) process.kill(-service.pid, "SIGTERM");
    await service?.exited;
  }

  async function faultOf(command: PageCommand): Promise<string | undefined> {
    const text = command.text.replaceAll(/\b(localhost|127\.0\.0\.1):8080\b/g, `127.0.0.1:${port}`);
    if (text === "npm ci") {
      // Once is enough, and another time would take the packages from the page's running service.
      skipped.set(text, "it ran before");
      return await run(text, { ...process.env, npm_config_offline: undefined });
    }
    if (text === "npm start" || text === "npx vingate serve") return await serve(text);
    return await run(text, env, command.output);
  }

  async function run(
    text: string,
    variables: Record<string, string | undefined>,
    expected?: string,
  ): Promise<string | undefined> {
    const child = Bun.spawn(["sh", "-c", text], {
      cwd: clone,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: commandMs,
    });
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0 || (output === "" && text !== "npm ci"))
      return `exit ${child.exitCode}\n${output}${errors}`;
    if (/"status": ?4\d\d\b/.test(output)) return output;
    if (expected !== undefined && !Bun.deepEquals(JSON.parse(output), JSON.parse(expected))) return output;
    return undefined;
  }

  /** Starts the page's service, which runs until the page ends, and takes the demo customer's key. */
  async function serve(text: string): Promise<string | undefined> {
    const log = join(work, `${port}.log`);
    const started = Bun.spawn(["sh", "-c", text], {
      cwd: clone,
      env,
      stdio: ["ignore", Bun.file(log), Bun.file(log)],
      // A group of its own: npm does not pass on all signals.
      detached: true,
    });
    service = started;
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status === 200,
        () => false,
      );
    const ready = await until(
      async () => started.exitCode !== null || (await answers()),
      text,
      commandMs,
    ).then(
      () => started.exitCode === null,
      () => false,
    );
    if (!ready) return readFileSync(log, "utf8");
    const { demo_key } = JSON.parse(readFileSync(join(clone, "data", "first-run.json"), "utf8"));
    env.KEY = demo_key;
    return undefined;
  }
}
