import { noteCredits } from "../../../access/keys/added-credits.ts";
import { never } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { newGrant } from "./balance-change.ts";
import { type EntryKind, type EntrySource, type GrantSource, grantSources } from "./grant.ts";
import { balanceKnown, lockBalance } from "./grant-rows.ts";
import { changeBalances } from "./settle-balances.ts";

/** Credits that enter a balance. Times are milliseconds UTC. */
export interface EnteredGrant {
  readonly id: string;
  readonly subscriptionId: string;
  readonly source: GrantSource;
  readonly credits: number;
  /** Never if absent. */
  readonly expiresAt?: number | undefined;
  /** The kind of its ledger entry; by its source if absent. */
  readonly kind?: EntryKind;
}

/** Adds a grant to a balance, with its ledger entry. */
export async function enterGrant(tx: Queries, entered: EnteredGrant, entry?: EntrySource): Promise<void> {
  const { id, subscriptionId, source, credits, expiresAt = never, kind } = entered;
  await lockBalance(tx, subscriptionId);
  await changeBalances(tx, [subscriptionId], {
    work: (change) =>
      change.add({ ...newGrant(id, subscriptionId, source, credits, change.now), expiresAt }, kind, entry),
  });
}

/** A grant of a period that waits for its start. */
export interface WaitingGrant extends Omit<EnteredGrant, "kind"> {
  /** Unique per subscription and source. */
  readonly period: number;
  readonly startsAt: number;
}

const insertWaiting = new RowsStatement<{ id: string }>(
  `insert into credit_grant (id, subscription_id, source, rank, period, amount, starts_at, expires_at, state, created_at)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8, 'waiting', :clock
  from :rows where true
  on conflict (subscription_id, source, period) do nothing returning id`,
  ["text", "text", "text", "bigint", "bigint", "bigint", "bigint", "bigint"],
);

// An upsert locks the balances in the given order, which an UPDATE does not; no row is ever inserted.
const lockAll = new RowsStatement<never>(
  `insert into credit_balance (subscription_id, granted, remaining)
  select v.column1, 0, 0 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set taken = credit_balance.taken`,
  ["text"],
);

const bringForward = new RowsStatement<{ id: string }>(
  `insert into credit_balance (subscription_id, granted, remaining, due_at)
  select v.column1, 0, 0, v.column2 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set due_at = excluded.due_at where credit_balance.due_at > excluded.due_at
  returning subscription_id as id`,
  ["text", "bigint"],
);

/**
 * Enters the grants of periods, which open at their start: then the balance's next boundary opens them, in whichever
 * transaction that is. One that is there already stays as it is. Resolves to the IDs of those that were entered.
 */
export async function enterWaiting(
  tx: Queries,
  grants: readonly WaitingGrant[],
): Promise<ReadonlySet<string>> {
  if (grants.length === 0) return new Set();
  // The balances are locked before the grants, in the order of their IDs.
  const ordered = [...grants].sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1));
  await lockAll.run(tx, [[...new Set(ordered.map(({ subscriptionId }) => subscriptionId))]]);
  const inserted = await insertWaiting.all(tx, [
    ordered.map(({ id }) => id),
    ordered.map(({ subscriptionId }) => subscriptionId),
    ordered.map(({ source }) => source),
    ordered.map(({ source }) => grantSources.indexOf(source)),
    ordered.map(({ period }) => period),
    ordered.map(({ credits }) => credits),
    ordered.map(({ startsAt }) => startsAt),
    ordered.map(({ expiresAt = never }) => expiresAt),
  ]);
  const entered = new Set(inserted.map(({ id }) => id));
  // A period that is there already may have started: it is no boundary any more.
  const starts = new Map<string, number>();
  for (const { id, subscriptionId, startsAt } of ordered)
    if (entered.has(id)) starts.set(subscriptionId, Math.min(startsAt, starts.get(subscriptionId) ?? never));
  const earlier = await bringForward.all(tx, [[...starts.keys()], [...starts.values()]]);
  // Nodes cache a refusal until the next boundary that they have read.
  await noteCredits(
    tx,
    earlier.map(({ id }) => id),
  );
  return entered;
}
