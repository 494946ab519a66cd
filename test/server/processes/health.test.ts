import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journalsFolder } from "../../../src/metering/journal/journal-directory.ts";
import { decodeRecord } from "../../../src/metering/journal/record.ts";
import { decodeSyncRecord } from "../../../src/metering/journal/sync-record.ts";
import { vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";
import { end, failedChecks, request, sound } from "./health-checks.ts";
import { operatorToken, subscribe } from "./worker-service.ts";

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

/** The last call of a segment that a sync record names; 0 without one. */
function lastSynced(bytes: Buffer): number {
  let last = 0;
  for (let at = 0; at < bytes.length; at += 1) last = Math.max(last, decodeSyncRecord(bytes, at) ?? 0);
  return last;
}

/** Where a call of a segment begins. */
function offsetOf(bytes: Buffer, seq: number): number {
  for (let at = 0; at < bytes.length; at += 1) {
    const found = decodeRecord(bytes, at);
    if (found.kind === "record" && found.record.seq === seq) return at;
  }
  throw new Error(`the segment lacks call ${seq}`);
}

test("a damaged journal is reported until it is repaired", async () => {
  const { folder, remove } = newFolder();
  const first = await startProcess(folder, { VINGATE_OPERATOR_TOKEN: operatorToken }, "ready");
  const key = await subscribe(first.url);
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
  const [id] = readdirSync(journalsFolder(folder));
  const journal = join(journalsFolder(folder), id!);
  const segment = join(journal, readdirSync(journal).find((name) => /^\d|seg/.test(name))!);
  // What the disk did not have yet is no damage: the first call after a sync names the last one that it has.
  await until(async () => {
    await fetch(`${first.url}/vin-decoder/1HGCM82633A004352`, { headers: { "x-AuthKey": key } });
    return lastSynced(readFileSync(segment)) >= 20;
  }, "the calls are synced");
  first.signal("SIGKILL");
  await first.exited;
  db.close();
  const bytes = readFileSync(segment);
  const last = offsetOf(bytes, 20);
  const place = bytes.lastIndexOf("/vin-decoder/", last);
  bytes[place] = bytes[place]! ^ 0xff;
  writeFileSync(segment, bytes);
  const second = await startProcess(folder, {}, "ready");
  await until(() => second.output().includes("journal damaged"), "the damage is found");
  expect(await failedChecks(second)).toEqual({ ...sound, journal: "damaged" });
  expect((await request(second, "/readyz")).status).toBe(200);
  await end(second);
  remove();
}, 180_000);
