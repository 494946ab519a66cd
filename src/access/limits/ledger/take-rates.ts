import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { showClock, showHolder, silentMs } from "./limit-clock.ts";
import { type BucketRow, dropLease, findBucket, leasesOf, turned, writeBucket } from "./rate-rows.ts";

/** A bucket of which a node wants a part: `need` calls wait for it. */
export interface RateAsk {
  readonly name: string;
  readonly calls: number;
  readonly periodMs: number;
  readonly need: number;
  /** The window in which the node has made all that it holds; -1 where it has not. */
  readonly spentAt: number;
}

/** What a node got of a bucket, and what it saw. */
export interface RateTaken {
  readonly name: string;
  readonly amount: number;
  readonly held: number;
  /** When the window began, on the clock of limits. */
  readonly start: number;
  /** Not made in this window and held by nobody. */
  readonly free: number;
  /** Held by others who may not have made them in this window yet. */
  readonly pending: number;
}

/** What was seen on the way, with the clock of limits at that moment. */
export interface AtClock<T> {
  readonly at: number;
  readonly seen: T;
}

/**
 * Moves parts of buckets to a holder: all that is free where nobody else wants any, else a share or the need.
 * Where that does not suffice the others are asked for what they have not made. Parts of the dead are free.
 */
export function takeRates(
  db: Database,
  holder: string,
  reading: number,
  asks: readonly RateAsk[],
): Promise<AtClock<readonly RateTaken[]>> {
  return db.transaction(
    async (tx) => {
      const at = await showClock(tx, reading);
      await showHolder(tx, holder, at);
      // Sent together, a group costs a few journeys to the database.
      const seen = await Promise.all(asks.map((ask) => takeOne(tx, holder, at, ask)));
      return { at, seen };
    },
    { repeatable: true },
  );
}

async function takeOne(tx: Queries, holder: string, at: number, ask: RateAsk): Promise<RateTaken> {
  const { name, calls, periodMs, need, spentAt } = ask;
  const [known, leases] = await Promise.all([findBucket(tx, name), leasesOf(tx, name)]);
  const found: BucketRow = known ?? {
    ...{ name, calls, period_ms: periodMs, start_at: at, free: calls, spent: 0 },
  };
  const own = leases.find((lease) => lease.holder === holder)?.held ?? 0;
  const others = leases.filter((lease) => lease.holder !== holder);
  const dead = others.filter((lease) => isSilent(lease.seen_at, at));
  for (const { held } of dead) found.free += held;
  const bucket = turned(found, at);
  const living = others.filter((lease) => !isSilent(lease.seen_at, at));
  const available = Math.max(0, bucket.free - bucket.spent);
  const share = Math.floor(available / (2 * (living.length + 1)));
  const amount = living.length === 0 ? available : Math.min(available, Math.max(need, share));
  const start = bucket.start_at;
  const rich = living.filter((lease) => lease.spent_at !== start);
  const pending = rich.reduce((sum, { held }) => sum + held, 0);
  await Promise.all([
    ...dead.map((lease) => dropLease(tx, name, lease.holder)),
    writeBucket(tx, { ...bucket, free: bucket.free - amount }),
    // One that got nothing is entered too: whoever takes next leaves it a share.
    tx.run(sql`
      insert into rate_lease (name, holder, held) values (${name}, ${holder}, ${amount})
      on conflict (name, holder) do update set held = rate_lease.held + excluded.held,
        spent_at = ${amount > 0 ? -1 : spentAt}`),
    amount < need && pending > 0 ? askOthers(tx, name, holder, start) : undefined,
  ]);
  return { name, amount, held: own + amount, start, free: available - amount, pending };
}

/** Asks those who may not have made all their calls of a window. */
async function askOthers(tx: Queries, name: string, holder: string, start: number): Promise<void> {
  await tx.run(sql`
    update rate_lease set asked = 1
    where name = ${name} and holder <> ${holder} and held > 0 and spent_at <> ${start}`);
}

function isSilent(seenAt: number | null, at: number): boolean {
  return seenAt === null || seenAt <= at - silentMs;
}
