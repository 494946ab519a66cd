import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { knownDamage } from "../../src/database/damage.ts";
import type { Database } from "../../src/database/database.ts";
import { DatabaseUnavailable, StatementError } from "../../src/database/errors.ts";
import { openDatabase } from "../../src/database/open.ts";
import { raw, sql } from "../../src/database/sql.ts";
import { thrown, withThings } from "./case.ts";
import { type Fresh, kinds } from "./databases.ts";

let fresh: Fresh;
beforeEach(async () => {
  fresh = await kinds[0]!.fresh();
});
afterEach(() => fresh.end());

const total = sql`select sum(n) as total, count(*) as count from thing`;

function writer(mode: "count" | "hang") {
  const script = `${import.meta.dir}/writing-process.ts`;
  return Bun.spawn([process.execPath, script, JSON.stringify(fresh.options), mode], { stdout: "pipe" });
}

test("two processes write concurrently without blocking their event loops", async () => {
  const db = await withThings(fresh);
  await db.run(sql`insert into thing (id) values (1)`);
  const other = writer("count");
  let longestMs = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 1);
  let here = 0;
  for (; other.exitCode === null; here += 1) {
    await db.transaction(async (tx) => {
      await tx.run(sql`update thing set n = n + 1 where id = 1`);
      // The event loop runs inside the transaction.
      await Bun.sleep(0);
    });
  }
  clearInterval(watch);
  expect(other.exitCode).toBe(0);
  expect(await db.get<unknown>(total)).toEqual({ total: 300 + here, count: 1 });
  expect(longestMs).toBeLessThan(2500);
});

test("a process killed in a transaction writes nothing and releases its lock", async () => {
  const db = await withThings(fresh);
  await db.run(sql`insert into thing (id, n) values (1, 5)`);
  for (let round = 0; round < 5; round += 1) {
    const other = writer("hang");
    for await (const chunk of other.stdout) if (new TextDecoder().decode(chunk).includes("inside")) break;
    const impatient = await fresh.open({ deadlineMs: 50 });
    expect(await thrown(impatient.run(sql`delete from thing`))).toBeInstanceOf(DatabaseUnavailable);
    other.kill("SIGKILL");
    await other.exited;
    expect(await db.get<unknown>(total)).toEqual({ total: 5 + round, count: 1 });
    expect(await db.run(sql`update thing set n = n + 1`)).toBe(1);
    expect(await db.get<unknown>(sql`pragma integrity_check`)).toEqual({ integrity_check: "ok" });
  }
});

test("a full disk is DatabaseUnavailable and keeps committed rows", async () => {
  const db = await withThings(fresh);
  await db.run(raw("pragma max_page_count = 30"));
  const fill = () => db.run(sql`insert into thing (id, bytes) values (${1}, ${new Uint8Array(1_000_000)})`);
  expect(await thrown(fill())).toBeInstanceOf(DatabaseUnavailable);
  const inside = db.transaction(async (tx) => {
    await tx.run(sql`insert into thing (id) values (2)`);
    await tx.run(sql`insert into thing (id, bytes) values (${3}, ${new Uint8Array(1_000_000)})`);
  });
  expect(await thrown(inside)).toBeInstanceOf(DatabaseUnavailable);
  expect(await db.run(sql`insert into thing (id) values (4)`)).toBe(1);
  expect(await db.all(sql`select id from thing`)).toEqual([{ id: 4 }]);
});

test("damage met by a read, a write or a transaction is stored", async () => {
  const select = sql`select sum(n) as n from thing`;
  const update = sql`update thing set n = 1`;
  const ways: ((db: Database) => Promise<unknown>)[] = [
    (db) => db.get(select),
    (db) => db.run(update),
    (db) => db.transaction((tx) => tx.run(update)),
  ];
  for (const way of ways) {
    const each = await kinds[0]!.fresh();
    const filled = await withThings(each);
    await filled.run(raw("create table setting (name text primary key, value text not null) strict"));
    await filled.run(sql`insert into thing (id, name) values (1, 'first')`);
    const { page } = (await filled.get<{ page: number }>(
      sql`select rootpage as page from sqlite_schema where name = 'thing'`,
    ))!;
    await filled.close();
    const file = openSync(each.options.file!, "r+");
    writeSync(file, new Uint8Array(4096).fill(0xa5), 0, 4096, (page - 1) * 4096);
    closeSync(file);
    const db = await each.open();
    expect(await knownDamage(db)).toBeUndefined();
    const error = await thrown(way(db));
    expect(error).toBeInstanceOf(StatementError);
    // It is stored before the next transaction.
    await db.transaction(async () => undefined);
    expect(await knownDamage(db)).toBe(error.message);
    await each.end();
  }
});

test("a path that cannot be opened is DatabaseUnavailable", async () => {
  const error = await thrown(openDatabase({ file: "/nonexistent/folder/test.db" }));
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error.message).toContain("/nonexistent/folder/test.db");
});

test("only the owner can read the file and its log", async () => {
  const db = await withThings(fresh);
  expect(statSync(fresh.options.file!).mode & 0o777).toBe(0o600);
  expect(existsSync(`${fresh.options.file}-wal`)).toBe(true);
  await db.run(
    raw("create table child (id integer primary key, thing integer not null references thing (id)) strict"),
  );
  expect((await thrown(db.run(sql`insert into child (thing) values (99)`))).message).toContain("FOREIGN KEY");
});

test("a database in memory isolates transactions and leaves no file", async () => {
  const folder = process.env.TMPDIR;
  process.env.TMPDIR = dirname(fresh.options.file!);
  const [db, another] = [await openDatabase({ file: ":memory:" }), await openDatabase({ file: ":memory:" })];
  expect(tmpdir()).toBe(process.env.TMPDIR);
  expect(readdirSync(tmpdir())).toEqual([]);
  if (folder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = folder;
  await db.run(raw("create table t (id integer primary key, b blob) strict"));
  await db.transaction(async (tx) => {
    for (let id = 0; id < 200; id += 1) {
      await tx.run(sql`insert into t (id, b) values (${id}, ${new Uint8Array(50_000)})`);
    }
  });
  expect(await db.get<unknown>(sql`select count(*) as n, sum(length(b)) as size from t`)).toEqual({
    n: 200,
    size: 1e7,
  });
  expect((await thrown(another.all(sql`select id from t`))).message).toContain("no such table");
  await db.close();
  await another.close();
});
