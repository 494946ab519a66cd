import { minuteMs } from "../../../base/durations.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

const listings = new Table({
  name: "payment_listing",
  as: "l",
  key: ["provider"],
  members: {
    provider: initially(word("stripe"), "stripe"),
    /** `skipped`: no provider is set. */
    state: word("due", "skipped", "done"),
    /** The last moment that the database had, and when its epoch began. */
    fromAt: integer,
    begunAt: integer,
    /** What is listed and matched so far. */
    handled: initially(integer, 0),
    /** Why it failed the last time. */
    failure: initially(orNull(text), null),
    /** When a process may list, by the database's clock. */
    nextAt: initially(integer, 0),
  },
});

/** The listing of what the provider took since the backup. Milliseconds UTC. */
export type Listing = Row<typeof listings>;

/** For how long a process that lists notes nothing before another one may begin. */
const leaseMs = minuteMs;
/** How long after a provider did not answer it is tried again. */
const againMs = minuteMs / 6;

export const readListing = (db: Queries): Promise<Listing | undefined> => listings.find(db, "stripe");

/** Has a listing be made for an epoch. One that was not done begins again, from its own first moment on. */
export async function beginListing(
  tx: Queries,
  { state, fromAt: from, begunAt }: Pick<Listing, "state" | "fromAt" | "begunAt">,
): Promise<void> {
  const before = await readListing(tx);
  const fromAt = before && before.state !== "done" ? Math.min(before.fromAt, from) : from;
  await listings.put(tx, [listings.row({ state, fromAt, begunAt })]);
}

/** Without a provider nothing is listed; with one again it is. */
export async function setProvider(db: Queries, isSet: boolean): Promise<void> {
  const [before, after] = isSet ? ["skipped", "due"] : ["due", "skipped"];
  await db.run(sql`
    update payment_listing set state = ${after}, next_at = 0 where provider = 'stripe' and state = ${before}`);
}

/** Takes the listing that is due, so that no other process makes it. */
export async function claimListing(db: Database): Promise<Listing | undefined> {
  const isFree = sql`provider = 'stripe' and state = 'due' and next_at <= ${databaseClock(db)}`;
  // Read first: on SQLite a statement that may write waits for all others.
  if (!(await db.get(sql`select 1 as found from payment_listing where ${isFree}`))) return undefined;
  const claimed = await db.run(sql`
    update payment_listing set next_at = ${databaseClock(db)} + ${leaseMs}, handled = 0 where ${isFree}`);
  return claimed > 0 ? readListing(db) : undefined;
}

export const noteHandled = (db: Database, handled: number): Promise<number> =>
  db.run(sql`
    update payment_listing set handled = ${handled}, next_at = ${databaseClock(db)} + ${leaseMs}
    where provider = 'stripe' and state = 'due'`);

/** It was not finished: of a process that ends, another one begins immediately. */
export const noteUnfinished = (db: Database, failure?: string): Promise<number> =>
  db.run(
    failure === undefined
      ? sql`update payment_listing set next_at = 0 where provider = 'stripe' and state = 'due'`
      : sql`
          update payment_listing set failure = ${failure}, next_at = ${databaseClock(db)} + ${againMs}
          where provider = 'stripe' and state = 'due'`,
  );

/** Ends the listing of an epoch; not that of a later one. */
export const noteListed = (tx: Queries, { begunAt }: Listing, handled: number): Promise<number> =>
  tx.run(sql`
    update payment_listing set state = 'done', handled = ${handled}, failure = null
    where provider = 'stripe' and state = 'due' and begun_at = ${begunAt}`);
