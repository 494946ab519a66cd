import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { allChecks } from "../all-checks.ts";
import { commandLine } from "../program.ts";
import { newFolder, type ServiceProcess, startProcess } from "../service-process.ts";

const { folder, remove } = newFolder();
let service: ServiceProcess;
beforeAll(async () => {
  service = await startProcess(folder, {}, "ready");
}, 120_000);
afterAll(async () => {
  service.signal("SIGKILL");
  await service.exited;
  remove();
});

async function doctor(settings: Record<string, string>, ...words: string[]) {
  const child = Bun.spawn(commandLine("doctor", ...words), {
    env: {
      PATH: process.env.PATH,
      VINGATE_DATA_DIR: folder,
      VINGATE_PORT: String(service.port),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

interface Printed {
  readonly ok: boolean;
  readonly checks: readonly { name: string; state: string; found: string; advice: string | null }[];
}

test("beside a running service every check has a line, and no fault", async () => {
  const { code, out, err } = await doctor({});
  expect([code, err]).toEqual([0, ""]);
  const lines = out.split("\n");
  expect(lines[0]).toBe("Checks of this installation:");
  for (const { name } of allChecks)
    expect(lines.filter((line) => line.slice(9).startsWith(`  ${name}  `))).toHaveLength(1);
  expect(lines.at(-2)).toMatch(new RegExp(`^${allChecks.length} checks: 0 faults, \\d warnings?\\.$`));
  expect(out).toMatch(/ok {7}port +The service is set to listen at 127\.0\.0\.1:\d+\n/);
  expect(out).toMatch(/ok {7}ledger +All \d+ comparisons agree\n/);
  expect(out).toMatch(
    /WARNING {2}backups +None is scheduled\. None was made yet\n +what to do: Set VINGATE_BACKUP_DIR /,
  );
});

test("another master key is a fault, as the service would refuse it", async () => {
  const { code, out } = await doctor({ VINGATE_MASTER_KEY: "ab".repeat(32) }, "--quick", "--json");
  const found = (JSON.parse(out) as Printed).checks.find(({ name }) => name === "master key");
  expect([code, found?.state]).toEqual([1, "fault"]);
  expect(found?.found).toStartWith("the master key is not the one this database was set up with");
});

test("a fault is the exit code, and in JSON", async () => {
  const { code, out } = await doctor({ VINGATE_TRUSTED_PROXIES: "0.0.0.0/0" }, "--quick", "--json");
  const { ok, checks } = JSON.parse(out) as Printed;
  expect([code, ok]).toEqual([1, false]);
  expect(checks.map(({ name }) => name)).toEqual(
    allChecks.map(({ name }) => name).filter((name) => name !== "ledger"),
  );
  expect(checks.filter(({ state }) => state === "fault")).toEqual([
    {
      name: "proxies",
      state: "fault",
      found: "VINGATE_TRUSTED_PROXIES trusts every address: a client can pretend to have any other",
      advice: "Name the proxies alone.",
    },
  ]);
});

test("settings that cannot be read are faults, one each", async () => {
  const { code, out } = await doctor({ VINGATE_PORT: "http", VINGATE_WORKER: "2" }, "--json");
  expect(code).toBe(1);
  expect((JSON.parse(out) as Printed).checks.map(({ name, state, found }) => [name, state, found])).toEqual([
    ["settings", "fault", "VINGATE_WORKER is not a setting; did you mean VINGATE_WORKERS?"],
    ["settings", "fault", 'VINGATE_PORT must be a whole number from 0 to 65535, not "http"'],
  ]);
});

test("without a database the other checks run", async () => {
  const { code, out } = await doctor({ VINGATE_DATA_DIR: join(folder, "none") }, "--json");
  const { checks } = JSON.parse(out) as Printed;
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  expect([code, states.database, states.files, states.clock, states.proxies, states.ledger]).toEqual([
    1,
    "fault",
    "fault",
    "warning",
    "ok",
    undefined,
  ]);
});

test("a wrong command line is refused", async () => {
  const { code, err } = await doctor({}, "--ledger", "--quick");
  expect([code, err.split("\n")[0]]).toEqual([
    2,
    "vingate doctor: doctor takes --quick or --ledger, and optionally --json",
  ]);
});
