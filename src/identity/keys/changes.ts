import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** Nodes look far more often than this many changes are made. */
const keptChanges = 10_000;
const readMax = 1000;

/**
 * Tells every node that an object has changed: its path, such as `/subscriptions/abc`. The row that numbers
 * changes stays locked until the transaction ends, so that no node sees a number before all smaller ones:
 * call it last; only the list totals come after it.
 */
export async function noteChange(tx: Queries, object: string): Promise<void> {
  const row = await tx.get<{ version: number }>(sql`
    update access_version set version = version + 1 where id = 1 returning version`);
  await tx.run(sql`insert into access_change (version, object) values (${row!.version}, ${object})`);
}

/** What has changed since a version; `objects` is undefined where that is no longer known, hence anything may. */
export interface Changes {
  readonly version: number;
  readonly objects: readonly string[] | undefined;
}

/** The version that all changes so far have led to. */
export async function accessVersion(db: Queries): Promise<number> {
  const row = await db.get<{ version: number }>(sql`select version from access_version where id = 1`);
  return row!.version;
}

/** The changes after a version, in one statement. */
export async function changesSince(db: Queries, version: number): Promise<Changes> {
  const rows = await db.all<{ version: number; object: string }>(sql`
    select version, object from access_change where version > ${version} order by version limit ${readMax}`);
  if (rows.length === 0) return { version, objects: [] };
  if (rows.length === readMax || rows[0]!.version !== version + 1)
    return { version: await accessVersion(db), objects: undefined };
  return { version: rows.at(-1)!.version, objects: rows.map(({ object }) => object) };
}

/** Removes changes that every node has read already. */
export async function purgeChanges(db: Queries): Promise<void> {
  await db.run(sql`
    delete from access_change where version < (select version from access_version where id = 1) - ${keptChanges}`);
}
