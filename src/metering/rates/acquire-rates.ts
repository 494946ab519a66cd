import { minuteMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { list, rows, sql } from "../../database/sql.ts";
import {
  aheadMs,
  excludeFormerNodes,
  othersAlive,
  requestedRateReturns,
  sendHeartbeat,
} from "./holder-rows.ts";
import {
  type BucketRow,
  dropLease,
  type LeaseRow,
  leasesOf,
  lockWindows,
  type WindowName,
  withLost,
  writeBuckets,
} from "./rate-rows.ts";

/** A request for a part of a window: `need` calls wait for it. */
export interface RateRequest extends WindowName {
  readonly need: number;
  /** The window in which the node has used all that it holds; -1 if it has not. */
  readonly spentAt: number;
}

/** What a node was given, and the window it saw. */
export interface AcquiredRate {
  readonly name: string;
  readonly amount: number;
  readonly held: number;
  /** When the window began, on the clock of limits. */
  readonly start: number;
  /** Not used in this window and held by no node. */
  readonly free: number;
  /** Held by others who may not have used them in this window yet. */
  readonly pending: number;
  /** An equal part for each node that needs calls of it. */
  readonly fair: number;
}

/** What a node was given of several windows. */
export interface AcquiredRates extends AtClock<readonly AcquiredRate[]> {
  /** The windows that others request back from it. */
  readonly requested: readonly string[];
}

/** A result, with the clock of limits at that moment. */
export interface AtClock<T> {
  readonly at: number;
  readonly seen: T;
}

/** A rate window as found, and what is given of it. */
interface Deal {
  readonly taken: AcquiredRate;
  readonly bucket: BucketRow;
  readonly spentAt: number;
  /** Holders that have timed out: what they held counts as used in this window. */
  readonly dead: readonly string[];
  readonly asksOthers: boolean;
}

/**
 * If a window is longer than this, a node that is alone takes a part at a time: a lost part is refused to its subscription
 * until the window ends.
 */
const wholeMs = minuteMs;
const parts = 16;

// A statement's text depends on its number of rows; few different numbers keep the compiled ones cached.
const groupSizes = [64, 8, 1] as const;

/**
 * Moves parts of windows to a holder: all that is free if no other node could need any, otherwise a share or
 * the need. If that does not suffice, unused calls are requested from the others. What timed-out holders held
 * is free from the next window on.
 */
export function acquireRates(
  db: Database,
  holder: string,
  reading: number,
  asks: readonly RateRequest[],
): Promise<AcquiredRates> {
  // All changes lock windows in this order.
  const ordered = [...asks].sort((a, b) => (a.name < b.name ? -1 : 1));
  return db.transaction(
    async (tx) => {
      const taken = new Map<string, AcquiredRate>();
      let at = 0;
      const requested = await requestedRateReturns(tx, holder);
      for (let from = 0; from < ordered.length; ) {
        const size = groupSizes.find((each) => each <= ordered.length - from) ?? 1;
        const group = await takeGroup(tx, holder, reading, ordered.slice(from, from + size));
        for (const each of group.seen) taken.set(each.name, each);
        at = group.at;
        from += size;
      }
      return { at, seen: asks.map(({ name }) => taken.get(name)!), requested };
    },
    { repeatable: true },
  );
}

interface Taker {
  readonly holder: string;
  readonly at: number;
  /** No other live node limits anything. */
  readonly alone: boolean;
}

async function takeGroup(
  tx: Queries,
  holder: string,
  reading: number,
  asks: readonly RateRequest[],
): Promise<AtClock<readonly AcquiredRate[]>> {
  // Sent together, and run in this order.
  const [, buckets, at, others, leases] = await Promise.all([
    excludeFormerNodes(tx),
    lockWindows(tx, asks),
    sendHeartbeat(tx, holder, reading),
    othersAlive(tx, holder),
    leasesOf(tx, list(asks.map(({ name }) => name))),
  ]);
  const taker = { holder, at, alone: !others };
  const bucketOf = new Map(buckets.map((bucket) => [bucket.name, bucket]));
  const dealt = asks.map((ask) => {
    const own = leases.filter(({ name }) => name === ask.name);
    return deal(ask, bucketOf.get(ask.name)!, own, taker);
  });
  await Promise.all([
    writeBuckets(
      tx,
      dealt.map(({ bucket }) => bucket),
    ),
    // A node that got nothing is added too, so that the next one leaves it a share.
    tx.run(sql`
      insert into rate_lease (name, holder, held, spent_at)
      values ${rows(dealt.map(({ taken, spentAt }) => [taken.name, holder, taken.amount, spentAt]))}
      on conflict (name, holder) do update set held = rate_lease.held + excluded.held,
        spent_at = excluded.spent_at,
        return_requested = case when excluded.spent_at < 0 then rate_lease.return_requested else 0 end`),
    ...dealt.flatMap(({ taken, dead }) => dead.map((other) => dropLease(tx, taken.name, other))),
    ...dealt.flatMap(({ taken, asksOthers }) => (asksOthers ? askOthers(tx, holder, taken) : [])),
  ]);
  return { at, seen: dealt.map(({ taken }) => taken) };
}

function deal(
  { name, need, spentAt }: RateRequest,
  found: BucketRow,
  leases: readonly LeaseRow[],
  { holder, at, alone }: Taker,
): Deal {
  const own = leases.find((lease) => lease.holder === holder)?.held ?? 0;
  const others = leases.filter((lease) => lease.holder !== holder);
  const silentSince = at - aheadMs(found.period_ms);
  const dead = others.filter((lease) => isSilent(lease, silentSince));
  const living = others.filter((lease) => !isSilent(lease, silentSince));
  const bucket = withLost(found, dead, at);
  const available = Math.max(0, bucket.free - bucket.spent);
  const rivals = living.length > 0 ? living.length : alone ? 0 : 1;
  const share = Math.floor(available / (2 * (rivals + 1)));
  const most = rivals > 0 ? share : found.period_ms > wholeMs ? Math.ceil(available / parts) : available;
  const amount = Math.min(available, Math.max(need, most));
  const start = bucket.start_at;
  const fair = Math.ceil(bucket.calls / (rivals + 1));
  const pending = heldBy(living.filter((lease) => lease.spent_at !== start));
  return {
    taken: { name, amount, held: own + amount, start, free: available - amount, pending, fair },
    bucket: { ...bucket, free: bucket.free - amount },
    spentAt: amount > 0 ? -1 : spentAt,
    dead: dead.map((lease) => lease.holder),
    asksOthers: amount < need && pending > 0,
  };
}

/** Requests returns from those who may not have used all their calls of a window. */
async function askOthers(tx: Queries, holder: string, { name, start }: AcquiredRate): Promise<void> {
  await tx.run(sql`
    update rate_lease set return_requested = 1
    where name = ${name} and holder <> ${holder} and held > 0 and spent_at <> ${start}`);
}

function heldBy(leases: readonly LeaseRow[]): number {
  return leases.reduce((sum, { held }) => sum + held, 0);
}

function isSilent({ seen_at: seenAt }: LeaseRow, since: number): boolean {
  return seenAt === null || seenAt <= since;
}
