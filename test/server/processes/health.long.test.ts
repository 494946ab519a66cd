import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../program.ts";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { end, failedChecks, request, sound } from "./health-checks.ts";
import { operatorToken, subscribe } from "./worker-service.ts";

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
    const settings = { VINGATE_OPERATOR_TOKEN: operatorToken };
    const first = await startProcess(folder, settings, "ready");
    const key = await subscribe(first.url);
    await end(first);
    const file = join(folder, "vingate.db");
    const db = new Database(file);
    expect(db.query("pragma page_size").values()).toEqual([[pageBytes]]);
    const page = rootOf(db, table);
    db.close();
    damage(file, page);
    const service = await startProcess(folder, settings, "ready");
    expect(await request(service, "/health")).toEqual({ status: 200, body: { status: "ok", checks: sound } });
    const look = (path: string, headers: Record<string, string>) => fetch(service.url + path, { headers });
    if (table === "audit_log")
      expect((await look("/audit", { authorization: `Bearer ${operatorToken}` })).status).toBe(500);
    else expect((await look("/vin-decoder/1HGCM82633A004352", { "x-AuthKey": key })).status).toBe(200);
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

  const doctor = Bun.spawnSync(commandLine("doctor", "--ledger"), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
  });
  expect([doctor.exitCode, doctor.stderr.toString()]).toEqual([
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
