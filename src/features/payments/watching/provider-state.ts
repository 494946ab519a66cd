import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { initially, integer, orNull, word } from "../../../entities/stored.ts";
import { type Row, type RowOf, Table } from "../../../entities/table.ts";

const heard = {
  /** When the last signed event came. */
  heardAt: initially(orNull(integer), null),
  /** When the last event came that is of another mode than the key. */
  mixedAt: initially(orNull(integer), null),
  /** The first event since then whose signature was wrong, the last one, and their number. */
  refusedSince: initially(orNull(integer), null),
  refusedAt: initially(orNull(integer), null),
  refused: initially(integer, 0),
};

const states = new Table({
  name: "payment_provider",
  as: "s",
  key: ["provider"],
  members: {
    provider: initially(word("stripe"), "stripe"),
    ...heard,
    /** The provider's time up to which its events were read. */
    readUntil: integer,
    readAt: initially(orNull(integer), null),
    nextReadAt: initially(integer, 0),
    /** The newest of its balance that was read, by its clock; null before the first. */
    balanceUntil: initially(orNull(integer), null),
    /** When its balance was last read to its end. */
    balanceAt: initially(orNull(integer), null),
  },
});

/** How reports of the provider reach this service. Milliseconds UTC. */
export type ProviderState = Row<typeof states>;
/** What was reported to a process since it noted it last. */
export type Heard = RowOf<typeof heard>;

export const readState = (db: Queries): Promise<ProviderState | undefined> => states.find(db, "stripe");

/** Before the first events are read: Stripe sends an event again for three days. */
export async function beginState(db: Queries, readUntil: number): Promise<void> {
  // Read first: on SQLite a statement that may write waits for all others.
  if (!(await readState(db))) await states.add(db, [states.row({ readUntil })]);
}

/** Adds what was reported to a process. A signed event ends those that were refused before it, of all processes. */
export async function noteHeard(
  db: Queries,
  { heardAt, mixedAt, refusedSince, refusedAt, refused }: Heard,
): Promise<void> {
  if (heardAt !== null)
    await db.run(sql`
      update payment_provider set heard_at = ${heardAt}, refused = 0, refused_since = null, refused_at = null
      where provider = 'stripe'`);
  if (mixedAt !== null)
    await db.run(sql`update payment_provider set mixed_at = ${mixedAt} where provider = 'stripe'`);
  if (refused > 0)
    await db.run(sql`
      update payment_provider set refused = refused + ${refused}, refused_at = ${refusedAt},
        refused_since = coalesce(refused_since, ${refusedSince}) where provider = 'stripe'`);
}

/** Takes the reading of events that is due, so that no other process does. */
export async function claimReading(db: Queries, now: number, nextAt: number): Promise<boolean> {
  const due = await db.get(sql`
    select 1 as found from payment_provider where provider = 'stripe' and next_read_at <= ${now}`);
  if (!due) return false;
  const claimed = await db.run(sql`
    update payment_provider set next_read_at = ${nextAt} where provider = 'stripe' and next_read_at <= ${now}`);
  return claimed > 0;
}

/** Has the events be read at another time than was claimed. */
export async function readAgainAt(db: Queries, nextAt: number): Promise<void> {
  await db.run(sql`update payment_provider set next_read_at = ${nextAt} where provider = 'stripe'`);
}

/** Notes up to when events were read, and when they are read again. */
export async function noteRead(
  db: Queries,
  { until, at, nextAt }: { readonly until: number; readonly at: number; readonly nextAt: number },
): Promise<void> {
  await db.run(sql`
    update payment_provider set read_until = case when read_until < ${until} then ${until} else read_until end,
      read_at = ${at}, next_read_at = ${nextAt} where provider = 'stripe'`);
}

/** Notes the newest of the balance that was read, and when all of it was; `at` is null before. */
export async function noteBalance(db: Queries, until: number | null, at: number | null): Promise<void> {
  await db.run(sql`
    update payment_provider set balance_at = coalesce(${at}, balance_at),
      balance_until = case when balance_until is null or balance_until < ${until} then ${until} else balance_until end
    where provider = 'stripe'`);
}

/** When the oldest payment of the provider was made; undefined without one. */
export async function findFirstPayment(db: Queries): Promise<number | undefined> {
  const first = await db.get<{ at: number | null }>(
    sql`select min(created_at) as at from payment where provider = 'stripe'`,
  );
  return first?.at ?? undefined;
}

/** The provider's ID of the last charge that was paid; undefined if none was. */
export async function findLastCharge(db: Queries): Promise<string | undefined> {
  const last = await db.get<{ ref: string }>(sql`
    select provider_ref as ref from payment
    where provider = 'stripe' and paid_at is not null and provider_ref like 'pi_%' order by paid_at desc, id desc limit 1`);
  return last?.ref;
}
