import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { brokenLogs, keepBrokenLog } from "../../../src/database/log/broken-logs.ts";
import { readLog } from "../../../src/database/log/read-log.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { newFolder } from "../../service-process.ts";
import { flip, frameBytes, inFrame, killedDatabase, rowsMax } from "./killed-database.ts";

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = newFolder());
});
afterEach(() => remove());

async function countRows(file: string): Promise<unknown> {
  const db = await openDatabase({ file });
  const row = await db.get(sql`select count(*) as rows from t`);
  await db.close();
  return row;
}

const counts = (path: string) => {
  const { recovered, dropped } = readLog(path);
  return { recovered, dropped };
};

test("a log with a changed byte is kept before SQLite drops the rest", async () => {
  const file = killedDatabase(folder);
  flip(`${file}-wal`, inFrame(20, 100));
  const broken = readFileSync(`${file}-wal`);
  const { salts } = readLog(`${file}-wal`);
  expect(counts(`${file}-wal`)).toEqual({ recovered: 20, dropped: 31 });
  expect(await countRows(file)).toEqual({ rows: 18 });
  const kept = `${file}-wal.broken-${salts}`;
  expect(brokenLogs(file)).toEqual([kept]);
  expect(readFileSync(kept).equals(broken)).toBe(true);
});

test("every part of a frame or of the header counts", () => {
  const file = killedDatabase(folder);
  const whole = { recovered: rowsMax + 2, dropped: 0 };
  expect(counts(`${file}-wal`)).toEqual(whole);
  const parts: [place: number, recovered: number][] = [
    [inFrame(30, 0), 30],
    [inFrame(30, 5), 30],
    [inFrame(30, 9), 30],
    [inFrame(30, 17), 30],
    [inFrame(30, frameBytes - 1), 30],
    [1, 0],
    [9, 0],
    [17, 0],
    [25, 0],
  ];
  for (const [place, recovered] of parts) {
    copyFileSync(`${file}-wal`, join(folder, "part"));
    flip(join(folder, "part"), place);
    const found = counts(join(folder, "part"));
    expect([place, found.recovered, found.dropped > 0]).toEqual([place, recovered, true]);
  }
});

test("a sound log, its last frame cut off, is not kept", async () => {
  const file = killedDatabase(folder);
  truncateSync(`${file}-wal`, readFileSync(`${file}-wal`).length - 7);
  expect(await countRows(file)).toEqual({ rows: rowsMax - 1 });
  expect(brokenLogs(file)).toEqual([]);
});

test("frames of an earlier generation are none that were dropped", () => {
  const file = killedDatabase(folder, (db) => {
    db.run("pragma wal_checkpoint(restart)");
    for (let n = 0; n < 3; n += 1) db.run("insert into t values (?)", [n]);
  });
  expect(counts(`${file}-wal`)).toEqual({ recovered: 3, dropped: 0 });
});

test("frames of a rolled back transaction are none that were dropped", () => {
  const file = killedDatabase(folder, (db) => {
    db.run("pragma cache_size = 5");
    db.run("begin");
    for (let n = 0; n < 40; n += 1) db.run("insert into t values (zeroblob(20000))");
    db.run("rollback");
    db.run("insert into t values (1)");
  });
  expect(counts(`${file}-wal`)).toEqual({ recovered: rowsMax + 3, dropped: 0 });
  expect(readFileSync(`${file}-wal`).length).toBeGreaterThan(inFrame(rowsMax + 20, 0));
});

test("a log is copied once", () => {
  const file = killedDatabase(folder);
  flip(`${file}-wal`, inFrame(20, 100));
  keepBrokenLog(file);
  keepBrokenLog(file);
  expect(readdirSync(folder).filter((name) => name.includes("broken"))).toHaveLength(1);
});

test("a log that another process writes is not taken for broken", async () => {
  const file = killedDatabase(folder);
  const script = `import { Database } from "bun:sqlite";
    const db = new Database(${JSON.stringify(file)});
    db.run("pragma synchronous = off");
    db.run("pragma wal_autocheckpoint = 100");
    for (let n = 0; n < 20000; n += 1) db.run("insert into t values (zeroblob(9000))");`;
  const other = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "ignore", "inherit"] });
  // Between two reads the other process goes on.
  while (other.exitCode === null) {
    keepBrokenLog(file);
    await Bun.sleep(0);
  }
  expect(other.exitCode).toBe(0);
  expect(brokenLogs(file)).toEqual([]);
});
