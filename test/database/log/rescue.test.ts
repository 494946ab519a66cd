import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseUnavailable, StatementError } from "../../../src/database/errors.ts";
import { guardFiles, type Replaced } from "../../../src/database/log/rescue.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { raw, sql } from "../../../src/database/sql.ts";
import { newFolder } from "../../service-process.ts";
import { until } from "../../until.ts";
import { thrown } from "../case.ts";

let file: string;
let remove: () => void;
let found: Replaced[];
beforeEach(() => {
  const made = newFolder();
  file = `${made.folder}/test.db`;
  remove = made.remove;
  found = [];
});
afterEach(() => remove());

const replaced = (one: Replaced) => void found.push(one);

function deleteLog(): void {
  for (const end of ["-wal", "-shm"]) rmSync(file + end);
}

/** A guard of files without connections; `look` is its last one. */
function guard(copy: (target: string) => void): () => void {
  for (const end of ["", "-wal", "-shm"]) writeFileSync(file + end, "");
  return guardFiles(file, copy, replaced);
}

test("the copy has commits alone, and none comes after it", async () => {
  const db = await openDatabase({ file, replaced });
  const other = await openDatabase({ file, deadlineMs: 50 });
  await db.run(raw("create table t (name text) strict"));
  await db.run(sql`insert into t (name) values ('committed')`);
  const reading = db.transaction(
    async (snapshot) => {
      await snapshot.all(sql`select name from t`);
      await other.run(sql`insert into t (name) values ('after the snapshot')`);
      deleteLog();
      await until(() => found.length > 0, "the log is missed", 5000);
    },
    { snapshot: true },
  );
  // The guard has ended the snapshot.
  expect(await thrown(reading)).toBeInstanceOf(StatementError);
  expect(found).toEqual([{ rescued: `${file}.rescued` }]);
  expect(await thrown(other.run(sql`insert into t (name) values ('late')`))).toBeInstanceOf(
    DatabaseUnavailable,
  );
  expect(statSync(`${file}.rescued`).mode & 0o777).toBe(0o600);
  const copy = await openDatabase({ file: `${file}.rescued` });
  expect(await copy.all(sql`select name from t order by name`)).toEqual([
    { name: "after the snapshot" },
    { name: "committed" },
  ]);
  for (const each of [copy, other, db]) await each.close();
});

test("a transaction that has not committed is not copied", async () => {
  const db = await openDatabase({ file, replaced });
  await db.run(raw("create table t (name text) strict"));
  await db.transaction(async (tx) => {
    await tx.run(sql`insert into t (name) values ('not committed')`);
    deleteLog();
    await until(() => found.length > 0, "the log is missed", 5000);
  });
  const copy = await openDatabase({ file: `${file}.rescued` });
  expect(await copy.all(sql`select name from t`)).toEqual([]);
  for (const each of [copy, db]) await each.close();
});

test("files that stay are left alone, to the last look", async () => {
  const db = await openDatabase({ file, replaced });
  await db.run(raw("create table t (name text) strict"));
  await db.close();
  expect(found).toEqual([]);
});

test("a copy that fails is tried again", () => {
  const slept = spyOn(Bun, "sleepSync").mockImplementation(() => undefined);
  const full = new Error("the disk is full");
  let tries = 0;
  const look = guard((target) => {
    expect(readFileSync(target, "utf8")).toBe("");
    writeFileSync(target, "half");
    tries += 1;
    if (tries === 1) throw full;
  });
  deleteLog();
  look();
  expect(found).toEqual([{ error: full }, { rescued: `${file}.rescued` }]);
  expect(slept).toHaveBeenCalledTimes(1);
  slept.mockRestore();
});

test("one of several processes makes the copy", () => {
  const copied: string[] = [];
  const during = guard(() => copied.push("during"));
  const after = guard(() => copied.push("after"));
  const first = guard(() => {
    copied.push("first");
    during();
  });
  deleteLog();
  first();
  after();
  expect(copied).toEqual(["first"]);
  expect(found).toEqual([{}, { rescued: `${file}.rescued` }, {}]);
});

test("a process that opened the new files ends with those that did not", () => {
  const look = guard(() => undefined);
  writeFileSync(`${file}.rescued.partial`, "");
  look();
  expect(found).toEqual([{}]);
});
