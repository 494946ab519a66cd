import { createHash } from "node:crypto";
import type { Database, Queries } from "./database.ts";
import { type Migration, typesOf } from "./migration.ts";
import { raw, sql } from "./sql.ts";

/** This program cannot work with the database's schema; the message states what to do. */
export class SchemaMismatch extends Error {
  override readonly name = "SchemaMismatch";
}

// Any number, the same in every node of every version.
const lockNumber = 7_846_348_328;
/** A migration can rewrite large tables, and other nodes wait for it. */
const deadlineMs = 600_000;

/**
 * Runs one transaction that no other node runs concurrently. The lock ends with the transaction, so a killed
 * node releases it.
 */
export function underNodeLock<T>(db: Database, work: (tx: Queries) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      // On SQLite `begin immediate` is the lock.
      if (db.dialect === "postgres") await tx.get(sql`select pg_advisory_xact_lock(${lockNumber})`);
      return work(tx);
    },
    { deadlineMs },
  );
}

/** Applies missing migrations, each in its own transaction; resolves to their IDs. */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  checkOrder(migrations);
  const done: string[] = [];
  for (;;) {
    const applied = await underNodeLock(db, async (tx) => {
      const next = migrations[await countApplied(tx, db, migrations)];
      if (next) await apply(tx, db, next);
      return next?.id;
    });
    if (applied === undefined) return done;
    done.push(applied);
  }
}

async function countApplied(tx: Queries, db: Database, migrations: readonly Migration[]): Promise<number> {
  const { integer, text, strict } = typesOf[db.dialect];
  await tx.run(
    raw(`create table if not exists migration (
      id ${text} primary key, checksum ${text} not null, applied_at ${integer} not null) ${strict}`),
  );
  return checkedCount(tx, db, migrations);
}

/**
 * The migrations that `migrate` would apply, and whether it would be the first time. Changes nothing. Throws
 * `SchemaMismatch` for a database that this program cannot use.
 */
export async function pendingMigrations(
  db: Database,
  migrations: readonly Migration[],
): Promise<{ readonly isNew: boolean; readonly pending: readonly Migration[] }> {
  const isNew = !(await db.get(
    db.dialect === "sqlite"
      ? sql`select 1 as found from sqlite_master where type = 'table' and name = 'migration'`
      : sql`select 1 as found from pg_class where relname = 'migration' and pg_table_is_visible(oid)`,
  ));
  const applied = isNew ? 0 : await checkedCount(db, db, migrations);
  return { isNew: applied === 0, pending: migrations.slice(applied) };
}

async function checkedCount(tx: Queries, db: Database, migrations: readonly Migration[]): Promise<number> {
  const rows = await tx.all<{ id: string; checksum: string }>(
    sql`select id, checksum from migration order by id`,
  );
  rows.forEach((row, index) => {
    const expected = migrations[index];
    if (row.id !== expected?.id) throw new SchemaMismatch(mismatchText(row.id, index, migrations));
    if (row.checksum !== checksum(db, expected)) {
      throw new SchemaMismatch(
        `migration ${row.id} was altered after it was applied to this database; ` +
          "restore it as it was released and make the change in a new migration",
      );
    }
  });
  return rows.length;
}

function mismatchText(id: string, index: number, migrations: readonly Migration[]): string {
  if (index === 0)
    return (
      `the database was made by an unreleased version of Vingate, or by another program: its first migration is ${id}. ` +
      "It cannot be upgraded. Export what you need with the version that made it, then start with an empty database " +
      "and an empty data folder."
    );
  const last = migrations.at(-1)?.id ?? "none";
  return id > last
    ? `the database is newer than this program: it has migration ${id}, the program's last is ${last}; ` +
        "start the program's newer version, or the one with the feature that made it, or restore a backup made before the upgrade"
    : `the database has migration ${id}, which this program does not have: it is of a feature that the program lacks; ` +
        "start the program with all its features";
}

async function apply(tx: Queries, db: Database, migration: Migration): Promise<void> {
  for (const statement of migration.statements(typesOf[db.dialect])) await tx.run(raw(statement));
  await tx.run(
    sql`insert into migration (id, checksum, applied_at)
        values (${migration.id}, ${checksum(db, migration)}, ${Date.now()})`,
  );
}

/** Covers the text of the statements but not their layout. */
function checksum(db: Database, migration: Migration): string {
  const text = migration.statements(typesOf[db.dialect]).map((one) => one.replace(/\s+/g, " ").trim());
  return createHash("sha256").update(JSON.stringify(text)).digest("hex");
}

function checkOrder(migrations: readonly Migration[]): void {
  migrations.forEach(({ id }, index) => {
    const before = migrations[index - 1]?.id ?? "";
    if (id <= before) throw new SchemaMismatch(`migration ${id} follows ${before}: ids must ascend`);
  });
}
