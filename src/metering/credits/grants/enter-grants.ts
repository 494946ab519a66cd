import { never } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { sql } from "../../../database/sql.ts";
import { newGrant } from "./balance-change.ts";
import {
  type EntryKind,
  type EntrySource,
  type Grant,
  type GrantSource,
  grantSources,
  leftOf,
} from "./grant.ts";
import { balanceKnown, heldInAll, lockBalance } from "./grant-rows.ts";
import { changeBalances } from "./settle-balances.ts";

/** Credits that enter a balance, now or at a later start. Times are milliseconds UTC. */
export interface EnteredGrant {
  readonly id: string;
  readonly subscriptionId: string;
  readonly source: GrantSource;
  readonly credits: number;
  /** Unique per subscription and source. */
  readonly period?: number;
  /** Now if absent. */
  readonly startsAt?: number;
  /** Never if absent. */
  readonly expiresAt?: number | undefined;
  /** Of its ledger entry; by its source if absent. */
  readonly kind?: EntryKind;
}

/** Adds a grant to a balance. Resolves to the credits that are left, granted and not used, and its ledger entry. */
export async function enterGrant(tx: Queries, entered: EnteredGrant, source?: EntrySource): Promise<number> {
  const { id, subscriptionId, credits, startsAt, expiresAt = never, period = null, kind } = entered;
  await lockBalance(tx, subscriptionId);
  const [change] = await changeBalances(tx, [subscriptionId], {
    work: (each) => {
      const grant = newGrant(id, subscriptionId, entered.source, credits, each.now);
      const state = startsAt !== undefined && startsAt > each.now ? "waiting" : "open";
      each.add({ ...grant, period, startsAt: startsAt ?? each.now, expiresAt, state }, kind, source);
    },
  });
  return change ? change.balance.granted - change.balance.used : 0;
}

/** A grant that waits for its start. */
export interface WaitingGrant extends EnteredGrant {
  readonly startsAt: number;
}

const insertWaiting = new RowsStatement<{ id: string; subscription_id: string; starts_at: number }>(
  `insert into credit_grant (id, subscription_id, source, rank, period, amount, starts_at, expires_at, state, created_at)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8, 'waiting', :clock
  from :rows where true
  on conflict (subscription_id, source, period) do nothing returning id, subscription_id, starts_at`,
  ["text", "text", "text", "bigint", "bigint", "bigint", "bigint", "bigint"],
);

const bringForward = new RowsStatement<never>(
  `insert into credit_balance (subscription_id, granted, remaining, due_at)
  select v.column1, 0, 0, v.column2 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set due_at = excluded.due_at where credit_balance.due_at > excluded.due_at`,
  ["text", "bigint"],
);

/**
 * Enters the grants of periods, which open at their start: then the balance's next boundary opens them, in whichever
 * transaction that is. One that is there already stays as it is. Resolves to the IDs of those that were entered.
 */
export async function enterWaiting(
  tx: Queries,
  grants: readonly (WaitingGrant & { readonly period: number })[],
): Promise<ReadonlySet<string>> {
  if (grants.length === 0) return new Set();
  // The balances are locked before the grants, in the order of their IDs.
  const ordered = [...grants].sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1));
  const starts = new Map<string, number>();
  for (const { subscriptionId, startsAt } of ordered)
    starts.set(subscriptionId, Math.min(startsAt, starts.get(subscriptionId) ?? never));
  await bringForward.run(tx, [[...starts.keys()], [...starts.values()]]);
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
  return new Set(inserted.map(({ id }) => id));
}

/** A grant whose rest was removed, or why it was not. */
export type Removed = { readonly removed: number; readonly left: number } | "leased" | "missing";

/**
 * Removes what is left of a grant; one that waits is deleted. `leased` if journals hold credits of the balance, which
 * must be returned first (`reclaimLeases`); `missing` if there is no such grant with a rest.
 */
export async function removeGrant(
  tx: Queries,
  subscriptionId: string,
  grantId: string,
  source: EntrySource,
): Promise<Removed> {
  await lockBalance(tx, subscriptionId);
  const held = await heldInAll(tx, subscriptionId);
  let removed: Removed = "missing";
  let waiting: Grant | undefined;
  const [change] = await changeBalances(tx, [subscriptionId], {
    work: (each) => {
      const grant = each.grants.find(({ id }) => id === grantId);
      if (grant?.state === "waiting") {
        waiting = grant;
        each.grants.splice(each.grants.indexOf(grant), 1);
      } else if (grant && leftOf(grant) > 0 && grant.state !== "closed") {
        if (held > 0) removed = "leased";
        else {
          const credits = Math.min(leftOf(grant), each.balance.remaining);
          each.remove(credits, "adjust", source, grant);
          if (leftOf(grant) === 0) grant.state = "closed";
          removed = { removed: credits, left: 0 };
        }
      }
    },
  });
  if (waiting) {
    await tx.run(sql`delete from credit_grant where id = ${grantId} and state = 'waiting'`);
    removed = { removed: waiting.amount, left: 0 };
  }
  if (typeof removed === "string") return removed;
  return { ...(removed as { removed: number }), left: change!.balance.granted - change!.balance.used };
}
