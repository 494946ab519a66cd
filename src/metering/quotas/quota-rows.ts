import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Fenced, OwnedJournals } from "../sharing/owned-journals.ts";

/** Calls, and bytes of response bodies. */
export interface Amounts {
  readonly calls: number;
  readonly bytes: number;
}

/** A journal's part of a quota in one period. */
export interface QuotaLease {
  readonly subscriptionId: string;
  readonly start: number;
  /** Later than any moment if the period has no end. */
  readonly end: number;
}

/**
 * What a journal reports and requests. `keep` is its unused part, with what its calls may use that the
 * rollups do not count yet. It needs `need`, and takes more if there is more.
 */
export interface QuotaRequest extends QuotaLease {
  readonly keep: Amounts;
  readonly need: Amounts;
  /** An absent amount is not limited. */
  readonly most: Partial<Amounts>;
  /** Acquires nothing beyond `keep`: the rest is for journals that requested it. */
  readonly acquiresNothing: boolean;
  /** Needs nothing more: `keep` belongs to calls in flight. */
  readonly isEnding: boolean;
}

/** What a journal was given, what is left after that, and what others hold that may be returned. */
export interface AcquiredQuota {
  readonly amount: Amounts;
  readonly left: Amounts;
  readonly pending: Amounts;
}

const none: Amounts = { calls: 0, bytes: 0 };

/**
 * Restates a journal's parts of quotas and gives it more of what is left. What the rollups count since the
 * period's start and what all journals hold never exceed the quota. Until it is restated, a part still counts
 * calls applied since, so it may be too large and never too small; repeating is harmless. Returns in the
 * order of the requests.
 */
export function acquireQuotas(
  journals: OwnedJournals,
  journalId: string,
  asks: readonly QuotaRequest[],
): Promise<readonly AcquiredQuota[] | Fenced> {
  const inLockOrder = [...asks].sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1));
  return journals.transaction(journalId, async (tx) => {
    await Promise.all(inLockOrder.map(({ subscriptionId }) => lockQuota(tx, subscriptionId)));
    return await Promise.all(asks.map((ask) => takeOne(tx, journalId, ask)));
  });
}

/** The leases that other journals have requested back. */
export async function requestedQuotaReturns(db: Queries, journalId: string): Promise<QuotaLease[]> {
  return db.all<QuotaLease>(sql`
    select subscription_id as "subscriptionId", period_start as "start", period_end as "end" from quota_lease
    where journal_id = ${journalId} and return_requested = 1`);
}

async function lockQuota(tx: Queries, subscriptionId: string): Promise<void> {
  await tx.run(sql`
    insert into quota_lock (subscription_id, locks) values (${subscriptionId}, 1)
    on conflict (subscription_id) do update set locks = quota_lock.locks + 1`);
}

async function takeOne(tx: Queries, journalId: string, ask: QuotaRequest): Promise<AcquiredQuota> {
  const { keep, need, most } = ask;
  if (ask.acquiresNothing || ask.isEnding) {
    await writePart(tx, journalId, ask, keep);
    return { amount: none, left: none, pending: none };
  }
  // Held before used: the calls of a journal that closes in between count in both, never in neither.
  const others = await heldByOthers(tx, journalId, ask);
  const used = await usedIn(tx, ask);
  const left = {
    calls: leftOf(most.calls, used.calls + others.calls + keep.calls),
    bytes: leftOf(most.bytes, used.bytes + others.bytes + keep.bytes),
  };
  const amount = {
    calls: amountOf(left.calls, need.calls, others.parts),
    bytes: amountOf(left.bytes, need.bytes, others.parts),
  };
  await writePart(tx, journalId, ask, {
    calls: keep.calls + amount.calls,
    bytes: keep.bytes + amount.bytes,
  });
  if (amount.calls < need.calls || amount.bytes < need.bytes)
    await tx.run(sql`
      update quota_lease set return_requested = 1
      where ${sameQuota(ask)} and journal_id <> ${journalId} and (calls > 0 or bytes > 0)`);
  const { calls, bytes } = others;
  return {
    amount,
    left: { calls: left.calls - amount.calls, bytes: left.bytes - amount.bytes },
    pending: { calls, bytes },
  };
}

/** Nothing is leased of what has no limit. */
function leftOf(most: number | undefined, taken: number): number {
  return most === undefined ? 0 : Math.max(0, most - taken);
}

/** All that is left if no other journal needs any, otherwise a share of it or the need. */
function amountOf(left: number, need: number, others: number): number {
  return others === 0 ? left : Math.min(left, Math.max(need, Math.floor(left / (2 * (others + 1)))));
}

function sameQuota({ subscriptionId, start, end }: QuotaLease): Sql {
  return sql`subscription_id = ${subscriptionId} and period_start = ${start} and period_end = ${end}`;
}

async function heldByOthers(
  tx: Queries,
  journalId: string,
  part: QuotaLease,
): Promise<Amounts & { readonly parts: number }> {
  const held = await tx.get<Amounts & { parts: number }>(sql`
    select cast(coalesce(sum(calls), 0) as bigint) as calls, cast(coalesce(sum(bytes), 0) as bigint) as bytes,
      count(*) as parts
    from quota_lease where ${sameQuota(part)} and journal_id <> ${journalId}`);
  return held!;
}

/** Answered calls: 200s, 304s and 404s; lookups return no other statuses of these classes. Repeated ones are free. */
async function usedIn(tx: Queries, { subscriptionId, start, end }: QuotaLease): Promise<Amounts> {
  const used = await tx.get<Amounts>(sql`
    select cast(coalesce(sum(calls - cache_hits), 0) as bigint) as calls,
      cast(coalesce(sum(bytes), 0) as bigint) as bytes
    from usage_hourly where subscription_id = ${subscriptionId} and hour >= ${start} and hour < ${end}
      and class in ('success', 'other')`);
  return used!;
}

/** An empty part stays while the journal needs any, so that the next one leaves it a share. */
async function writePart(tx: Queries, journalId: string, ask: QuotaRequest, held: Amounts): Promise<void> {
  const { subscriptionId, start, end, isEnding } = ask;
  if (isEnding && held.calls === 0 && held.bytes === 0) {
    await tx.run(sql`delete from quota_lease where ${sameQuota(ask)} and journal_id = ${journalId}`);
    return;
  }
  await tx.run(sql`
    insert into quota_lease (journal_id, subscription_id, period_start, period_end, calls, bytes)
    values (${journalId}, ${subscriptionId}, ${start}, ${end}, ${held.calls}, ${held.bytes})
    on conflict (subscription_id, period_start, period_end, journal_id) do update set
      calls = excluded.calls, bytes = excluded.bytes, return_requested = 0`);
}
