import type { Database, Queries } from "../database/database.ts";
import { RowsStatement } from "../database/rows-statement.ts";
import { list, sql } from "../database/sql.ts";
import { declaredEvent } from "./declared-events.ts";
import type { EventType } from "./events.ts";
import { pauseMaxMs } from "./retries.ts";
import { deliveries, type Receiver, receivers } from "./webhook-rows.ts";
import { outboxEvents, type WrittenEvent } from "./write-events.ts";

/** The IDs of the APIs that a family belongs to. */
export type ApisOfFamily = (family: string) => readonly string[];

type Event = Omit<WrittenEvent, "createdAt" | "dueAt" | "addressed">;

const eventsAtOnce = 500;

const mark = new RowsStatement<never>(
  "update outbox_event set addressed = 1 where event_id in (select v.column1 from :rows)",
  ["text"],
);

// A webhook that fails waits longer: otherwise each new event would be an attempt.
const wake = new RowsStatement<never>(
  `update webhook set next_at = case
      when next_at < :value then next_at
      when failing_since is null or next_at is null then :value
      when next_at < :value then next_at
      else :value end
  where id in (select v.column1 from :rows) and state = 'active'`,
  ["text"],
);

/**
 * Makes the deliveries of new events, in parts. Resolves to the number of events. What a disabled webhook misses is
 * noted as failed, so that it can be replayed.
 */
export async function addressEvents(db: Database, now: number, apisOfFamily: ApisOfFamily): Promise<number> {
  return db.transaction(
    async (tx) => {
      const events = await outboxEvents.select(
        tx,
        sql`where addressed = 0 and due_at <= ${now} order by due_at, event_id limit ${eventsAtOnce}`,
      );
      if (events.length === 0) return 0;
      await makeDeliveries(tx, now, events, apisOfFamily);
      await mark.run(tx, [events.map(({ eventId }) => eventId)]);
      return events.length;
    },
    { repeatable: true },
  );
}

/** Events of subscriptions, written by the caller as addressed. */
export interface WrittenEvents {
  readonly type: EventType;
  readonly ids: readonly string[];
  readonly subscriptionIds: readonly string[];
}

/** Makes the deliveries of events in the transaction that writes them, so that no request thread has to. */
export function addressWritten(
  tx: Queries,
  now: number,
  { type, ids, subscriptionIds }: WrittenEvents,
): Promise<void> {
  const events = ids.map((eventId, at) => ({
    eventId,
    type,
    userId: null,
    subscriptionId: subscriptionIds[at]!,
    family: null,
    data: "{}",
  }));
  return makeDeliveries(tx, now, events, () => []);
}

async function makeDeliveries(
  tx: Queries,
  now: number,
  events: readonly Event[],
  apisOfFamily: ApisOfFamily,
): Promise<void> {
  const all = await receivers.select(tx, sql``);
  const pairs = all.length === 0 ? [] : await matches(tx, events, all, apisOfFamily);
  if (pairs.length === 0) return;
  await deliveries.add(
    tx,
    pairs.map(([{ id: webhookId, state }, { eventId }]) => ({
      webhookId,
      eventId,
      state: state === "active" ? "pending" : "failed",
      dueAt: now,
      beganAt: now,
      endedAt: state === "active" ? null : now,
    })),
  );
  await wake.run(
    tx,
    [[...new Set(pairs.map(([{ id }]) => id))].sort()],
    [now, now, now + pauseMaxMs, now + pauseMaxMs],
  );
}

async function matches(
  tx: Queries,
  events: readonly Event[],
  all: readonly Receiver[],
  apisOfFamily: ApisOfFamily,
): Promise<(readonly [Receiver, Event])[]> {
  const owners = await ownersOf(tx, events);
  const callers = await callersOf(tx, events, all, apisOfFamily);
  const users = Map.groupBy(all.map(withSets), ({ receiver }) => receiver.userId);
  return events.flatMap((event) => {
    const { type, userId, subscriptionId, family } = event;
    const owner = userId ?? (subscriptionId === null ? undefined : owners.get(subscriptionId));
    const concerned = new Set([null, ...(owner === undefined ? [] : [owner])]);
    for (const user of (family !== null && callers.get(family)) || []) concerned.add(user);
    const candidates = [...concerned].flatMap((user) => users.get(user) ?? []);
    const isOwn = !declaredEvent(type)?.causedByOthers;
    const wanted = candidates.filter(
      ({ types, receiver }) => types.has(type) && (isOwn || !receiver.unconfirmed),
    );
    if (wanted.length === 0) return [];
    const { threshold, webhook_id: own } = aboutWebhooks(event);
    return wanted.flatMap(({ receiver, thresholds }) => {
      // A disabled webhook is not informed of itself.
      if (own === receiver.id || (threshold !== undefined && !thresholds.has(threshold))) return [];
      return [[receiver, event] as const];
    });
  });
}

const withSets = (receiver: Receiver) => ({
  receiver,
  types: new Set(receiver.types),
  thresholds: new Set(receiver.creditThresholds),
});

/** The members of an event's data that decide who receives it. */
function aboutWebhooks({ type, data }: Event): { threshold?: number; webhook_id?: string } {
  return declaredEvent(type)?.dataDecides ? JSON.parse(data) : {};
}

/** The owners of the events' subscriptions, deleted ones included. */
async function ownersOf(tx: Queries, events: readonly Event[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(events.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  if (ids.size === 0) return new Map();
  const rows = await tx.all<{ id: string; owner_id: string }>(
    sql`select id, owner_id from subscription where id in (${list([...ids])})`,
  );
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}

/** For each family of the events, the users with a webhook and an active subscription that includes it. */
async function callersOf(
  tx: Queries,
  events: readonly Event[],
  all: readonly Receiver[],
  apisOfFamily: ApisOfFamily,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const users = [...new Set(all.flatMap(({ userId }) => userId ?? []))];
  const families = new Set(events.flatMap(({ family }) => family ?? []));
  const callers = new Map<string, ReadonlySet<string>>();
  if (users.length === 0) return callers;
  for (const family of families) {
    const apis = apisOfFamily(family);
    const scopes = ["/apis", ...apis.map((id) => `/apis/${id}`)];
    const rows = await tx.all<{ owner_id: string }>(sql`
      select distinct s.owner_id from subscription s
      where s.owner_id in (${list(users)}) and s.state = 'active' and s.deleted_at is null
        and (s.scope in (${list(scopes)}) or exists (select 1 from product_api p
          where p.product_id = s.product_id and p.api_id in (${list(apis)})))`);
    callers.set(family, new Set(rows.map(({ owner_id }) => owner_id)));
  }
  return callers;
}
