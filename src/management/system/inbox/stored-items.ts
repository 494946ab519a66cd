import { dayMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import type { Permission } from "../../../http/permissions.ts";
import type { InboxItem, InboxKind } from "../../../running/inbox-item.ts";
import { collectItems } from "./collect-items.ts";

const keptMs = 90 * dayMs;
export const putOffMs = 7 * dayMs;
const closedMs = 7 * dayMs;
const closedMost = 100;

/** Who put an item off, until when and why. */
export interface PutOff {
  readonly item_id: string;
  readonly until: number;
  readonly actor: string;
  readonly reason: string;
}

/** What is put off now, by item. */
export async function readPutOffs(db: Queries, now: number): Promise<ReadonlyMap<string, PutOff>> {
  const rows = await db.all<PutOff>(
    sql`select item_id, until, actor, reason from inbox_put_off where until > ${now} order by until`,
  );
  return new Map(rows.map((row) => [row.item_id, row]));
}

export async function insertPutOff(tx: Queries, { item_id, until, actor, reason }: PutOff): Promise<void> {
  await tx.run(sql`
    insert into inbox_put_off (item_id, at, until, actor, reason)
    values (${item_id}, ${until - putOffMs}, ${until}, ${actor}, ${reason}) on conflict do nothing`);
}

/** When items that are still there were noticed, by their IDs. */
export async function readOpened(db: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ item_id: string; opened_at: number }>(
    sql`select item_id, opened_at from inbox_item where gone_at is null`,
  );
  return new Map(rows.map(({ item_id, opened_at }) => [item_id, opened_at]));
}

/** An item that has gone. `gone_by` is null if no person made it go. */
export interface ClosedItem {
  readonly item_id: string;
  readonly kind: InboxKind;
  readonly code: string;
  /** JSON of its values. */
  readonly details: string;
  readonly found: string;
  readonly object: string | null;
  readonly opened_at: number;
  readonly gone_at: number;
  readonly gone_by: string | null;
  readonly gone_action: string | null;
}

/** What has gone within a week, of kinds that need one of these permissions; the latest first. */
export function readClosed(db: Queries, held: readonly Permission[], now: number): Promise<ClosedItem[]> {
  return db.all<ClosedItem>(sql`
    select item_id, kind, code, details, found, object, opened_at, gone_at, gone_by, gone_action from inbox_item
    where gone_at > ${now - closedMs} and permission in (${list(held)})
    order by gone_at desc, item_id limit ${closedMost}`);
}

/** Stores which items are new, and which have gone and by whom. Every node does it each minute. */
export async function noteItems(context: Context): Promise<void> {
  const { database, clock } = context;
  const { items, isComplete } = await collectItems(context);
  const now = clock();
  const known = await readOpened(database);
  for (const item of items) if (!known.has(item.id)) await insertItem(database, item, now);
  if (!isComplete) return;
  const present = new Set(items.map(({ id }) => id));
  for (const id of known.keys()) if (!present.has(id)) await closeItem(database, id, now);
}

async function insertItem(db: Queries, item: InboxItem, now: number): Promise<void> {
  const { id, kind, permission, code, values = {}, found, action, account = null } = item;
  await db.run(sql`
    insert into inbox_item (item_id, opened_at, kind, permission, code, details, found, object, account_id)
    values (${id}, ${now}, ${kind}, ${permission}, ${code}, ${JSON.stringify(values)}, ${found}, ${action.object},
      ${account}) on conflict do nothing`);
}

/** What the program itself does is in the audit log without an address. */
async function closeItem(db: Queries, id: string, now: number): Promise<void> {
  await db.run(sql`
    update inbox_item set gone_at = ${now},
      gone_by = (select case when a.ip_address = '' then null else a.actor end from audit_log a
        where a.object = inbox_item.object and a.at >= inbox_item.opened_at order by a.at desc, a.id desc limit 1),
      gone_action = (select a.action from audit_log a
        where a.object = inbox_item.object and a.at >= inbox_item.opened_at order by a.at desc, a.id desc limit 1)
    where item_id = ${id} and gone_at is null`);
}

/** Deletes what has been kept long enough. */
export async function purgeItems(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from inbox_item where gone_at <= ${now - keptMs}`);
  await db.run(sql`delete from inbox_put_off where until <= ${now - keptMs}`);
}
