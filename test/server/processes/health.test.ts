import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { main } from "../../../src/main.ts";
import { journalsFolder } from "../../../src/metering/journal/journal-directory.ts";
import { vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";

const sound = { database: "ok", decoder: "ok", disk: "ok", journal: "ok" };

async function request(service: ServiceProcess, path: string) {
  const answer = await fetch(service.url + path);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Resolves to the checks of the first failed health response. */
async function failedChecks(service: ServiceProcess) {
  return until(async () => {
    const health = await request(service, "/health");
    return health.status !== 200 && health.body.status === "unhealthy" && health.body.checks;
  }, "the health check fails");
}

async function end(service: ServiceProcess): Promise<void> {
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
}

test("free disk below the reserve is unhealthy but the node stays ready", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, { VINGATE_DISK_RESERVE: "4096T" }, "ready");
  expect(await request(service, "/health")).toEqual({
    status: 503,
    body: { status: "unhealthy", checks: { ...sound, disk: "below the reserve" } },
  });
  expect(await request(service, "/readyz")).toEqual({ status: 200, body: { status: "ok" } });
  await end(service);
  remove();
}, 180_000);

test("a decoder that could not be loaded is loaded when it can be", async () => {
  const { folder, remove } = newFolder();
  // As a full disk does, this refuses the pack.
  mkdirSync(vinPackFile(folder));
  const service = await startProcess(folder);
  expect(await failedChecks(service)).toEqual({ ...sound, decoder: "failed" });
  rmdirSync(vinPackFile(folder));
  await placeTestPack(folder);
  const health = await until(async () => {
    const answer = await request(service, "/health");
    return answer.status === 200 && answer.body;
  }, "the decoder is loaded");
  expect(health).toEqual({ status: "ok", checks: sound });
  await end(service);
  remove();
}, 180_000);

const appliedCalls = (db: Database): number =>
  (db.query("select coalesce(max(applied_seq), 0) from journal").values()[0] as [number])[0];

test("a damaged journal is reported until it is repaired", async () => {
  const { folder, remove } = newFolder();
  const first = await startProcess(folder, { VINGATE_DEMO: "on" }, "ready");
  const { demo_key: key } = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
  const db = new Database(join(folder, "vingate.db"));
  for (let call = 0; call < 20; call++) {
    const answer = await fetch(`${first.url}/vin-decoder/1HGCM82633A004352`, {
      headers: { "x-AuthKey": key },
    });
    expect(answer.status).toBe(200);
    if (call < 9) continue;
    // The database has applied the first calls, and must not apply the others before the kill.
    if (call === 9) await until(() => appliedCalls(db) >= 10, "ten calls are applied");
    if (call === 9) db.run("begin immediate");
  }
  first.signal("SIGKILL");
  await first.exited;
  db.close();
  const [id] = readdirSync(journalsFolder(folder));
  const journal = join(journalsFolder(folder), id!);
  const segment = join(journal, readdirSync(journal).find((name) => /^\d|seg/.test(name))!);
  const bytes = readFileSync(segment);
  const place = bytes.lastIndexOf("/vin-decoder/", bytes.lastIndexOf("/vin-decoder/") - 1);
  bytes[place] = bytes[place]! ^ 0xff;
  writeFileSync(segment, bytes);
  const second = await startProcess(folder, {}, "ready");
  await until(() => second.output().includes("journal damaged"), "the damage is found");
  expect(await failedChecks(second)).toEqual({ ...sound, journal: "damaged" });
  expect((await request(second, "/readyz")).status).toBe(200);
  await end(second);
  remove();
}, 180_000);

const pageBytes = 4096;

/** The number of a table's first page. */
const rootOf = (db: Database, table: string) =>
  (db.query("select rootpage from sqlite_schema where name = ?").values(table)[0] as [number])[0];

function damage(file: string, page: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, new Uint8Array(pageBytes).fill(0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(handle);
}

test.each([
  ["of a request", "audit_log"],
  ["of the metering thread", "usage_minute_sum"],
])(
  "a statement %s that meets damage shows in health",
  async (_, table) => {
    const { folder, remove } = newFolder();
    await end(await startProcess(folder, { VINGATE_DEMO: "on" }, "ready"));
    const file = join(folder, "vingate.db");
    const db = new Database(file);
    expect(db.query("pragma page_size").values()).toEqual([[pageBytes]]);
    const page = rootOf(db, table);
    db.close();
    damage(file, page);
    const service = await startProcess(folder, {}, "ready");
    expect(await request(service, "/health")).toEqual({ status: 200, body: { status: "ok", checks: sound } });
    const { demo_key, operator_token } = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
    const look = (path: string, headers: Record<string, string>) => fetch(service.url + path, { headers });
    if (table === "audit_log")
      expect((await look("/audit", { authorization: `Bearer ${operator_token}` })).status).toBe(500);
    else expect((await look("/vin-decoder/1HGCM82633A004352", { "x-AuthKey": demo_key })).status).toBe(200);
    expect(await failedChecks(service)).toEqual({ ...sound, database: "damaged" });
    service.signal("SIGKILL");
    await service.exited;
    remove();
  },
  180_000,
);

test("the regular check and doctor find damaged pages; reads fail immediately", async () => {
  const { folder, remove } = newFolder();
  await end(await startProcess(folder, {}, "ready"));
  const file = join(folder, "vingate.db");
  const db = new Database(file);
  const [unread, read] = [rootOf(db, "acme_challenge"), rootOf(db, "subscription")];
  // A small file is checked again after ten minutes.
  const earlier = String(Date.now() - 11 * 60_000);
  db.run("update setting set value = ? where name = 'integrity_checked_at'", [earlier]);
  db.close();
  const whole = readFileSync(file);
  damage(file, unread);
  const service = await startProcess(folder, {}, "ready");
  await until(() => service.output().includes("the database is damaged"), "the damage is found");
  expect(await failedChecks(service)).toEqual({ ...sound, database: "damaged" });
  expect((await request(service, "/readyz")).status).toBe(200);
  await end(service);

  process.env.VINGATE_DATA_DIR = folder;
  const written: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((text: string) => written.push(text) > 0) as typeof write;
  const code = await main(["doctor", "--ledger"]).finally(() => {
    process.stderr.write = write;
    delete process.env.VINGATE_DATA_DIR;
  });
  expect([code, written.join("")]).toEqual([
    1,
    expect.stringContaining(`${file} is damaged (PRAGMA quick_check):\n  `),
  ]);

  // Restores only the damaged page: the file also records that damage was found.
  const handle = openSync(file, "r+");
  writeSync(handle, whole, (unread - 1) * pageBytes, pageBytes, (unread - 1) * pageBytes);
  closeSync(handle);
  const restored = await startProcess(folder, {}, "ready");
  const health = await until(async () => {
    const answer = await request(restored, "/health");
    return answer.status === 200 && answer;
  }, "the health check succeeds");
  expect(health).toEqual({ status: 200, body: { status: "ok", checks: sound } });
  await end(restored);

  damage(file, read);
  const unreadable = await startProcess(folder, {}, "ready");
  expect(await failedChecks(unreadable)).toEqual({ ...sound, database: "read failed" });
  expect((await request(unreadable, "/readyz")).status).toBe(503);
  unreadable.signal("SIGKILL");
  await unreadable.exited;
  remove();
}, 180_000);
