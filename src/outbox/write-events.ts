import { uuidv7 } from "../base/ids.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { flag, integer, orNull, text, word } from "../entities/stored.ts";
import { type Row, Table } from "../entities/table.ts";
import type { EventOwner, EventType, OutboxEvent } from "./events.ts";

/** The largest request to a webhook; its envelope takes less than the difference to `dataBytesMax`. */
export const payloadBytesMax = 256 * 1024;
const dataBytesMax = payloadBytesMax - 1024;
const thinTextMax = 200;

export const outboxEvents = new Table({
  name: "outbox_event",
  as: "e",
  key: ["eventId"],
  members: {
    eventId: text,
    type: word<EventType>(),
    userId: orNull(text),
    subscriptionId: orNull(text),
    family: orNull(text),
    createdAt: integer,
    /** JSON. */
    data: text,
    dueAt: integer,
    /** Its deliveries are made. */
    addressed: flag,
  },
});
export type WrittenEvent = Row<typeof outboxEvents>;

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
  const rows = events.map(({ type, owner, data, dueAt = 0 }) => ({
    eventId: eventId(now),
    type,
    ...ownerMembers(owner),
    createdAt: now,
    data: dataText(data),
    // The clocks of nodes differ: what is due immediately has no time.
    dueAt,
    addressed,
  }));
  await outboxEvents.add(tx, rows);
  return rows.map((row) => row.eventId);
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

function ownerMembers(owner: EventOwner): Pick<WrittenEvent, "userId" | "subscriptionId" | "family"> {
  const none = { userId: null, subscriptionId: null, family: null };
  if (owner === "operators") return none;
  return "callersOf" in owner ? { ...none, family: owner.callersOf } : { ...none, ...owner };
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
