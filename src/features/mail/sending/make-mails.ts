import { dayMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { list, sql } from "../../../database/sql.ts";
import type { MailKind } from "../../../outbox/mail-kinds.ts";
import type { WrittenEvent } from "../../../outbox/write-events.ts";
import { mails } from "./mail-rows.ts";

const eventsAtOnce = 500;
/** An installation that begins to send mail has older events, which are no news. */
const ageMaxMs = dayMs;

type NewEvent = Pick<WrittenEvent, "eventId" | "type" | "userId" | "subscriptionId">;

interface Addressed {
  readonly userId: string | null;
  readonly address: string;
}

const mark = new RowsStatement<never>(
  "update outbox_event set mailed = 1 where event_id in (select v.column1 from :rows)",
  ["text"],
);

/** Makes the mails of new events, in parts. Resolves to the number of events. */
export function makeMails(
  db: Database,
  now: number,
  kinds: readonly MailKind<Context>[],
  operators: readonly string[] | undefined,
): Promise<number> {
  return db.transaction(
    async (tx) => {
      const events = await tx.all<NewEvent>(sql`
        select event_id as "eventId", type, user_id as "userId", subscription_id as "subscriptionId" from outbox_event
        where mailed = 0 and due_at <= ${now} order by due_at, event_id limit ${eventsAtOnce}`);
      if (events.length === 0) return 0;
      const wanted = events.flatMap((event) =>
        kinds.filter((kind) => kind.event === event.type).map((kind) => ({ event, kind })),
      );
      const rows = await addressed(tx, wanted, operators);
      await mails.add(
        tx,
        rows.map((row) => ({ ...row, dueAt: now, createdAt: now })),
      );
      await mark.run(tx, [events.map(({ eventId }) => eventId)]);
      return events.length;
    },
    { repeatable: true },
  );
}

interface Wanted {
  readonly event: NewEvent;
  readonly kind: MailKind<Context>;
}

async function addressed(tx: Queries, wanted: readonly Wanted[], operators: readonly string[] | undefined) {
  const customers = await customersOf(tx, wanted);
  const staff = wanted.some(({ kind }) => kind.to === "operators") ? await operatorsOf(tx, operators) : [];
  return wanted.flatMap(({ event, kind }) => {
    const to = kind.to === "operators" ? staff : (customers.get(event.eventId) ?? []);
    return to.map(({ userId, address }, index) => ({
      id: `${event.eventId}.${kind.id}${index === 0 ? "" : `.${index}`}`,
      kind: kind.id,
      eventId: event.eventId,
      userId,
      address,
    }));
  });
}

/** The confirmed addresses of active owners, by event: an unconfirmed one could be anybody's. */
async function customersOf(
  tx: Queries,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, readonly Addressed[]>> {
  const events = wanted.filter(({ kind }) => kind.to === "customer").map(({ event }) => event);
  const ids = new Set(events.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  const owners = await tx.all<{ id: string; owner_id: string }>(
    sql`select id, owner_id from subscription where id in (${list(["", ...ids])})`,
  );
  const ownerOf = new Map(owners.map(({ id, owner_id }) => [id, owner_id]));
  const userOf = ({ userId, subscriptionId }: NewEvent) =>
    userId ?? (subscriptionId === null ? undefined : ownerOf.get(subscriptionId));
  const users = await tx.all<{ id: string; email: string }>(sql`
    select id, email from app_user where id in (${list(["", ...new Set(events.flatMap((one) => userOf(one) ?? []))])})
      and state = 'active' and email_confirmed_at is not null`);
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return new Map(
    events.map((event) => {
      const userId = userOf(event);
      const address = userId === undefined ? undefined : emails.get(userId);
      return [event.eventId, address === undefined ? [] : [{ userId: userId!, address }]];
    }),
  );
}

async function operatorsOf(
  tx: Queries,
  addresses: readonly string[] | undefined,
): Promise<readonly Addressed[]> {
  if (addresses) return addresses.map((address) => ({ userId: null, address }));
  const rows = await tx.all<{ id: string; email: string }>(sql`
    select id, email from app_user where role = 'operator' and state = 'active' order by registered_at, id`);
  return rows.map(({ id, email }) => ({ userId: id, address: email }));
}

/** Passes over events that are too old for mails. Only needed where none are made. */
export const passOver = (db: Queries, now: number): Promise<number> =>
  db.run(sql`update outbox_event set mailed = 1 where mailed = 0 and due_at <= ${now} and event_id in (
    select event_id from outbox_event where mailed = 0 and due_at <= ${now - ageMaxMs}
      and created_at <= ${now - ageMaxMs} order by due_at, event_id limit ${eventsAtOnce})`);
