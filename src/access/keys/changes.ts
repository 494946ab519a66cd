import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** Nodes read changes long before this many are made. */
const keptChanges = 10_000;
const readMax = 1000;

/**
 * Publishes to every node that an object has changed: its path, such as `/subscriptions/abc`. The row that numbers
 * changes stays locked until the transaction ends, so that numbers become visible in order. Call it last, before only
 * the list totals.
 */
export async function noteChange(tx: Queries, object: string): Promise<void> {
  const row = await tx.get<{ version: number }>(sql`
    update access_version set version = version + 1 where id = 1 returning version`);
  await tx.run(sql`
    insert into access_change (version, object, nonce)
    values (${row!.version}, ${object}, ${crypto.randomUUID()})`);
}

/**
 * A reader's position: number and nonce of the last change. A database that lost its last commits, such as a promoted
 * replica, reuses their numbers.
 */
export interface ChangePosition {
  readonly version: number;
  /** Null if the change itself is missing. */
  readonly nonce: string | null;
}

/** The changes since a position; `objects` is undefined if they are unknown, so that any object may have changed. */
export interface Changes {
  readonly position: ChangePosition;
  readonly objects: readonly string[] | undefined;
}

/** The position after all changes so far. */
export async function lastChange(db: Queries): Promise<ChangePosition> {
  const row = await db.get<ChangePosition>(sql`
    select v.version, c.nonce from access_version v left join access_change c on c.version = v.version
    where v.id = 1`);
  return row!;
}

/** The changes after a position, in one statement if all are known. */
export async function changesSince(db: Queries, from: ChangePosition): Promise<Changes> {
  const rows = await db.all<{ version: number; object: string; nonce: string }>(sql`
    select version, object, nonce from access_change where version >= ${from.version}
    order by version limit ${readMax}`);
  const newer = from.nonce === null ? rows : rows.slice(1);
  const same = from.nonce === null || (rows[0]?.version === from.version && rows[0].nonce === from.nonce);
  const gap = newer.length > 0 && newer[0]!.version !== from.version + 1;
  if (!same || gap || rows.length === readMax) return { position: await lastChange(db), objects: undefined };
  return { position: newer.at(-1) ?? from, objects: newer.map(({ object }) => object) };
}

/** Removes changes that every node has read. */
export async function purgeChanges(db: Queries): Promise<void> {
  await db.run(sql`
    delete from access_change where version < (select version from access_version where id = 1) - ${keptChanges}`);
}
