import type { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import type { Actor } from "../../../http/caller.ts";
import { isPermitted, permissionNames } from "../../../http/permissions.ts";
import { inboxKinds } from "../../../running/inbox-item.ts";
import { namesOf } from "../audit-names.ts";
import { arrange, bandOf, countRows, type InboxRow } from "./arrange.ts";
import { collectItems } from "./collect-items.ts";
import type { Inbox } from "./inbox-record.ts";
import type { FoundItem } from "./node-findings.ts";
import { type ClosedItem, type PutOff, readClosed, readOpened, readPutOffs } from "./stored-items.ts";

type Shown = z.output<typeof Inbox>;

/** What a caller may see of Inbox now. */
export interface OwnItems {
  readonly now: number;
  readonly unread: readonly string[];
  /** What counts, and what is put off. */
  readonly items: readonly FoundItem[];
  readonly putOff: readonly (readonly [FoundItem, PutOff])[];
}

/** The items whose permission a caller has. One that is put off counts as soon as it is no longer of the last band. */
export async function readItems(context: Context, caller: Actor): Promise<OwnItems> {
  const { database, clock } = context;
  const now = clock();
  const { items: all, unread } = await collectItems(context);
  const opened = await readOpened(database);
  const putOffs = await readPutOffs(database, now);
  const items: FoundItem[] = [];
  const putOff: (readonly [FoundItem, PutOff])[] = [];
  for (const one of all) {
    if (!isPermitted(caller, one.permission)) continue;
    const since = one.since ?? opened.get(one.id);
    const item = since === undefined ? one : { ...one, since };
    const until = putOffs.get(item.id);
    if (until && bandOf(item, now) === "later") putOff.push([item, until]);
    else items.push(item);
  }
  return { now, unread, items, putOff };
}

export async function readInbox(context: Context, caller: Actor): Promise<Shown> {
  const { now, unread, items, putOff } = await readItems(context, caller);
  const held = permissionNames.filter((one) => isPermitted(caller, one));
  const closed = await readClosed(context.database, held, now);
  const people = [...putOff.map(([, { actor }]) => actor), ...closed.flatMap(({ goneBy }) => goneBy ?? [])];
  const names = await namesOf(context.database, people);
  const nameOf = (actor: string | null) => (actor === null ? null : (names.get(actor)?.name ?? null));
  const rows = arrange(items, now);
  return {
    read_at: isoTime(now),
    total: rows.length,
    today: rows.filter(({ band }) => band === "today").length,
    counts: countRows(rows),
    rows: rows.map(shownRow),
    unread: [...unread],
    put_off: putOff.map(([item, { until, actor, reason }]) => ({
      row: shownRow({ ...item, band: "later", count: 1 }),
      until: isoTime(until),
      by: actor,
      by_name: nameOf(actor),
      reason,
    })),
    closed: closed.map((one) => ({ ...shownClosed(one), by_name: nameOf(one.goneBy) })),
  };
}

function shownRow(row: InboxRow): Shown["rows"][number] {
  const { id, kind, band, code, values = {}, found, consequence, since, deadline, cost, count, node } = row;
  return {
    id,
    kind,
    entry: inboxKinds[kind].entry,
    band,
    code,
    values: { ...values },
    found,
    consequence,
    since: since === undefined ? null : isoTime(since),
    deadline: deadline === undefined ? null : isoTime(deadline),
    cost: cost ? { minor: cost.minor, currency: cost.currency } : null,
    count,
    node,
    action: { code: row.action.code, object: row.action.object },
    can_put_off: band === "later",
  };
}

function shownClosed(item: ClosedItem): Omit<Shown["closed"][number], "by_name"> {
  const { itemId: id, kind, code, details, found, object, openedAt, goneAt, goneBy: by, goneAction } = item;
  return {
    id,
    kind,
    entry: inboxKinds[kind].entry,
    code,
    values: { ...details },
    found,
    object,
    opened_at: isoTime(openedAt),
    closed_at: isoTime(goneAt!),
    by,
    action: goneAction,
  };
}
