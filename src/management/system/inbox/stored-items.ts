import { dayMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { initially, integer, json, orNull, text, word } from "../../../entities/stored.ts";
import { type NewRow, type Row, Table } from "../../../entities/table.ts";
import type { Permission } from "../../../http/permissions.ts";
import type { InboxItem, InboxKind } from "../../../running/inbox-item.ts";
import { collectItems } from "./collect-items.ts";

const keptMs = 90 * dayMs;
export const putOffMs = 7 * dayMs;
const closedMs = 7 * dayMs;
const closedMost = 100;

/** Who put an item off, until when and why. */
export const putOffs = new Table({
  name: "inbox_put_off",
  as: "p",
  key: ["itemId", "at"],
  members: { itemId: text, at: integer, until: integer, actor: text, reason: text },
});

export type PutOff = Row<typeof putOffs>;

/** What needed a person. `goneAt` is null while it does, and `goneBy` if no person made it go. */
const noted = new Table({
  name: "inbox_item",
  as: "i",
  key: ["itemId", "openedAt"],
  members: {
    itemId: text,
    openedAt: integer,
    kind: word<InboxKind>(),
    permission: word<Permission>(),
    code: text,
    /** Its values. */
    details: json<NonNullable<InboxItem["values"]>>(),
    found: text,
    object: orNull(text),
    accountId: orNull(text),
    goneAt: initially(orNull(integer), null),
    goneBy: initially(orNull(text), null),
    goneAction: initially(orNull(text), null),
  },
});

/** What is put off now, by item. */
export async function readPutOffs(db: Queries, now: number): Promise<ReadonlyMap<string, PutOff>> {
  const rows = await putOffs.select(db, sql`where until > ${now} order by until`);
  return new Map(rows.map((row) => [row.itemId, row]));
}

/** When items that are still there were noticed, by their IDs. */
export async function readOpened(db: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ item_id: string; opened_at: number }>(
    sql`select item_id, opened_at from inbox_item where gone_at is null`,
  );
  return new Map(rows.map(({ item_id, opened_at }) => [item_id, opened_at]));
}

/** What has gone within a week, of kinds that need one of these permissions; the latest first. */
export const readClosed = (db: Queries, held: readonly Permission[], now: number) =>
  noted.select(
    db,
    sql`where gone_at > ${now - closedMs} and permission in (${list(held)})
      order by gone_at desc, item_id limit ${closedMost}`,
  );

export type ClosedItem = Row<typeof noted>;

/** Stores which items are new, and which have gone and by whom. Every node does it each minute. */
export async function noteItems(context: Context): Promise<void> {
  const { database, clock } = context;
  const { items, isComplete } = await collectItems(context);
  const now = clock();
  const known = await readOpened(database);
  await noted.add(
    database,
    items.filter(({ id }) => !known.has(id)).map((item) => rowOf(item, now)),
  );
  if (!isComplete) return;
  const present = new Set(items.map(({ id }) => id));
  for (const id of known.keys()) if (!present.has(id)) await closeItem(database, id, now);
}

const rowOf = (item: InboxItem, openedAt: number): NewRow<typeof noted> => {
  const { id: itemId, kind, permission, code, values: details = {}, found, action, account = null } = item;
  return {
    itemId,
    openedAt,
    kind,
    permission,
    code,
    details,
    found,
    object: action.object,
    accountId: account,
  };
};

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
