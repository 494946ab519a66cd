import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";

/** How reports of the provider reach this service. Milliseconds UTC. */
export interface ProviderState {
  /** When the last signed event came. */
  readonly heardAt: number | null;
  /** The first event since then whose signature was wrong, the last one, and their number. */
  readonly refusedSince: number | null;
  readonly refusedAt: number | null;
  readonly refused: number;
  /** When the last event came that is of another mode than the key. */
  readonly mixedAt: number | null;
  /** The provider's time up to which its events were read. */
  readonly readUntil: number;
  readonly readAt: number | null;
}

export function readState(db: Queries): Promise<ProviderState | undefined> {
  return db.get<ProviderState>(sql`
    select heard_at as "heardAt", refused_since as "refusedSince", refused_at as "refusedAt", refused,
      mixed_at as "mixedAt", read_until as "readUntil", read_at as "readAt"
    from payment_provider where provider = 'stripe'`);
}

/** Before the first events are read: Stripe sends an event again for three days. */
export async function beginState(db: Queries, readUntil: number): Promise<void> {
  // Read first: on SQLite a statement that may write waits for all others.
  if (await readState(db)) return;
  await db.run(sql`
    insert into payment_provider (provider, refused, read_until, next_read_at)
    values ('stripe', 0, ${readUntil}, 0) on conflict do nothing`);
}

/** What a process has heard since it noted it last. */
export interface Heard {
  readonly heardAt: number | null;
  readonly mixedAt: number | null;
  /** Since the last signed event. */
  readonly refusedSince: number | null;
  readonly refusedAt: number | null;
  readonly refused: number;
}

/** Adds what a process has heard. A signed event ends those that were refused before it, of all processes. */
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

/** The provider's ID of the last charge that was paid; undefined if none was. */
export async function findLastCharge(db: Queries): Promise<string | undefined> {
  const last = await db.get<{ ref: string }>(sql`
    select provider_ref as ref from payment
    where provider = 'stripe' and paid_at is not null and provider_ref like 'pi_%' order by paid_at desc, id desc limit 1`);
  return last?.ref;
}
