import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../program.ts";
import { freePort, newFolder, startProcess } from "../service-process.ts";

// Whatever `serve` refuses is a fault of the doctor: each line makes one, and both must report it.

const { folder, remove } = newFolder();
const scratch = mkdtempSync(join(tmpdir(), "vingate-refused-"));
/** Someone else's port. */
const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("other") });
beforeAll(async () => {
  const service = await startProcess(folder, {}, "ready");
  service.signal("SIGTERM");
  await service.exited;
}, 240_000);
afterAll(async () => {
  await other.stop(true);
  remove();
  rmSync(scratch, { recursive: true, force: true });
});

async function run(words: readonly string[], settings: Record<string, string>) {
  const child = Bun.spawn(commandLine(...words), {
    env: {
      PATH: process.env.PATH,
      VINGATE_DATA_DIR: folder,
      VINGATE_PORT: String(port),
      VINGATE_LOG: "json",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const late = setTimeout(() => child.kill("SIGTERM"), 20_000);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  clearTimeout(late);
  return { code, out, err };
}

const port = freePort();

interface Refused {
  readonly name: string;
  /** The check that must find it. */
  readonly check: string;
  readonly settings?: Record<string, string>;
  /** Changes the installation, and returns how to change it back. */
  readonly change?: () => () => void;
}

const inScratch = (name: string, text: string) => {
  writeFileSync(join(scratch, name), text, { mode: 0o600 });
  return join(scratch, name);
};
const moved = (name: string) => () => {
  renameSync(join(folder, name), join(scratch, name));
  return () => {
    rmSync(join(folder, name), { force: true });
    renameSync(join(scratch, name), join(folder, name));
  };
};

const refused: readonly Refused[] = [
  { name: "a setting that cannot be read", check: "settings", settings: { VINGATE_WORKERS: "many" } },
  { name: "a wrong master key", check: "master key", settings: { VINGATE_MASTER_KEY: "ab".repeat(32) } },
  {
    name: "a file of the master key that is missing",
    check: "settings",
    settings: { VINGATE_MASTER_KEY_FILE: join(scratch, "none") },
  },
  { name: "a port that another program has", check: "port", settings: { VINGATE_PORT: String(other.port) } },
  { name: "a database that is lost", check: "database", change: moved("vingate.db") },
  {
    name: "a database that is none",
    check: "database",
    change: () => {
      const back = moved("vingate.db")();
      writeFileSync(join(folder, "vingate.db"), "not a database".repeat(1000));
      return back;
    },
  },
  {
    name: "a data folder that is a file",
    check: "files",
    settings: { VINGATE_DATA_DIR: inScratch("file", "") },
  },
  {
    name: "a certificate that is missing",
    check: "certificate",
    settings: { VINGATE_TLS_CERT: join(scratch, "no.crt"), VINGATE_TLS_KEY: join(scratch, "no.key") },
  },
  {
    name: "a certificate that is none",
    check: "certificate",
    settings: { VINGATE_TLS_CERT: inScratch("a.crt", "x"), VINGATE_TLS_KEY: inScratch("a.key", "x") },
  },
];

test.each(refused.map((one) => [one.name, one] as const))(
  "serve refuses %s, and the doctor finds it",
  async (_, { check, settings = {}, change }) => {
    const back = change?.();
    try {
      const served = await run(["serve"], settings);
      // 2 for settings that cannot be read; no stack trace.
      expect([served.code === 1 || served.code === 2, /\.ts:\d+/.test(served.err)]).toEqual([true, false]);
      const { code, out } = await run(["doctor", "--quick", "--json"], settings);
      const { checks } = JSON.parse(out) as { checks: { name: string; state: string }[] };
      const faults = checks.filter(({ state }) => state === "fault").map(({ name }) => name);
      expect([code, faults]).toEqual([1, expect.arrayContaining([check])]);
    } finally {
      back?.();
    }
  },
  180_000,
);
