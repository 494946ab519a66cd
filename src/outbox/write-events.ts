import { uuidv7 } from "../base/ids.ts";
import type { Queries } from "../database/database.ts";
import { RowsStatement } from "../database/rows-statement.ts";
import { sql } from "../database/sql.ts";
import type { EventOwner, EventType, OutboxEvent } from "./events.ts";

/** The largest request to a webhook; its envelope takes less than the difference to `dataBytesMax`. */
export const payloadBytesMax = 256 * 1024;
const dataBytesMax = payloadBytesMax - 1024;
const thinTextMax = 200;

const insert = new RowsStatement<never>(
  `insert into outbox_event (event_id, type, user_id, subscription_id, family, created_at, data,
    due_at, addressed)
  select v.column1, v.column2, nullif(v.column3, ''), nullif(v.column4, ''), nullif(v.column5, ''), v.column6,
    v.column7, v.column8, v.column9 from :rows`,
  ["text", "text", "text", "text", "text", "bigint", "text", "bigint", "bigint"],
);

/** The ID of an event of that moment: later IDs sort later, and nodes need not agree on them. */
export const eventId = (now: number): string => `msg_${uuidv7(now)}`;

/** No event of that moment or a later one has a lower ID; every earlier one has. */
export const firstEventId = (at: number): string => {
  const digits = Math.trunc(at).toString(16).padStart(12, "0").slice(-12);
  return `msg_${digits.slice(0, 8)}-${digits.slice(8)}`;
};

/**
 * Writes events in the transaction that makes them. `now` in milliseconds UTC. Resolves to their IDs, in order. With
 * `addressed` the caller makes their deliveries in the same transaction.
 */
export async function writeEvents(
  tx: Queries,
  now: number,
  events: readonly OutboxEvent[],
  { addressed = false } = {},
): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const ids = events.map(() => eventId(now));
  const owners = events.map(({ owner }) => ownerColumns(owner));
  await insert.run(tx, [
    ids,
    events.map(({ type }) => type),
    ...([0, 1, 2] as const).map((column) => owners.map((owner) => owner[column])),
    events.map(() => now),
    events.map(({ data }) => dataText(data)),
    // The clocks of nodes differ: what is due immediately has no time.
    events.map(({ dueAt = 0 }) => dueAt),
    events.map(() => Number(addressed)),
  ]);
  return ids;
}

/** Writes one event in the transaction that makes it. Resolves to its ID. */
export async function writeEvent(tx: Queries, now: number, event: OutboxEvent): Promise<string> {
  return (await writeEvents(tx, now, [event]))[0]!;
}

/** Deletes events of a subscription that are not due before a moment. */
export async function withdrawEvents(
  tx: Queries,
  type: EventType,
  subscriptionId: string,
  dueAfter: number,
): Promise<void> {
  await tx.run(sql`
    delete from outbox_event where addressed = 0 and due_at > ${dueAfter} and type = ${type}
      and subscription_id = ${subscriptionId}`);
}

type OwnerColumns = readonly [userId: string, subscriptionId: string, family: string];

function ownerColumns(owner: EventOwner): OwnerColumns {
  if (owner === "operators") return ["", "", ""];
  if ("userId" in owner) return [owner.userId, owner.subscriptionId ?? "", ""];
  return "subscriptionId" in owner ? ["", owner.subscriptionId, ""] : ["", "", owner.callersOf];
}

/**
 * An event's data as JSON. Data that no webhook could receive whole lose their lists and objects, and have
 * `truncated`: a large event must not undo the transaction that makes it.
 */
function dataText(data: object): string {
  const text = JSON.stringify(data);
  if (text.length * 3 <= dataBytesMax || Buffer.byteLength(text) <= dataBytesMax) return text;
  const thin = Object.entries(data).flatMap(([name, value]) => {
    if (typeof value === "object" && value !== null) return [];
    return [[name, typeof value === "string" ? value.slice(0, thinTextMax) : value]];
  });
  return JSON.stringify({ ...Object.fromEntries(thin), truncated: true });
}
