import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { type EntrySource, type Grant, type GrantSource, leftOf } from "./grant.ts";
import { heldInAll, lockBalance } from "./grant-rows.ts";
import { changeBalances, settleBalances } from "./settle-balances.ts";

/** Deletes the grants of periods that still wait for their start. */
export async function removeWaiting(
  tx: Queries,
  subscriptionId: string,
  periods: readonly number[],
): Promise<void> {
  if (periods.length === 0) return;
  await lockBalance(tx, subscriptionId);
  const removed = await tx.run(sql`
    delete from credit_grant where subscription_id = ${subscriptionId} and state = 'waiting'
      and period in (${list(periods)})`);
  // Its next boundary is another one.
  if (removed > 0) await changeBalances(tx, [subscriptionId]);
}

/**
 * Removes what is left of a grant, and resolves to its credits; one that waits is deleted. `leased` if journals hold
 * credits of the balance, which must be returned first (`reclaimLeases`); `missing` if there is no such grant with a rest.
 */
export async function removeGrant(
  tx: Queries,
  subscriptionId: string,
  grantId: string,
  entry: EntrySource,
): Promise<number | "leased" | "missing"> {
  await lockBalance(tx, subscriptionId);
  // One whose start has come does not wait any more.
  await settleBalances(tx, [subscriptionId]);
  const waiting = await tx.get<{ amount: number }>(sql`
    delete from credit_grant where id = ${grantId} and subscription_id = ${subscriptionId} and state = 'waiting'
    returning amount`);
  const held = await heldInAll(tx, subscriptionId);
  let removed: number | "leased" | "missing" = waiting?.amount ?? "missing";
  await changeBalances(tx, [subscriptionId], {
    work: (change) => {
      const grant = change.grants.find(({ id }) => id === grantId);
      if (!grant || leftOf(grant) === 0 || grant.state === "closed") return;
      if (held > 0) {
        removed = "leased";
        return;
      }
      removed = Math.min(leftOf(grant), change.balance.remaining);
      change.remove(removed, "adjust", entry, grant);
      if (leftOf(grant) === 0) grant.state = "closed";
    },
  });
  return removed;
}

/**
 * Takes at most `credits` of what is left of a grant, and resolves to what it took: less if more is spent. `leased` if
 * journals hold credits of the balance, which must be returned first (`reclaimLeases`).
 */
export async function takeFromGrant(
  tx: Queries,
  subscriptionId: string,
  grantId: string,
  credits: number,
  entry: EntrySource,
): Promise<number | "leased"> {
  if (credits === 0) return 0;
  await lockBalance(tx, subscriptionId);
  const held = await heldInAll(tx, subscriptionId);
  let taken: number | "leased" = 0;
  await changeBalances(tx, [subscriptionId], {
    work: (change) => {
      const grant = change.grants.find(({ id }) => id === grantId);
      // What is left of a closing grant expires.
      if (!grant || grant.state === "closed" || grant.state === "closing") return;
      const part = Math.min(credits, leftOf(grant));
      if (part === 0) return;
      if (grant.state === "waiting") {
        // Its entry is written when it opens.
        grant.amount -= part;
        taken = part;
        return;
      }
      if (held > 0) {
        taken = "leased";
        return;
      }
      taken = Math.min(part, change.balance.remaining);
      change.remove(taken, "adjust", entry, grant);
    },
  });
  return taken;
}

/** Gives a grant back what was taken of it. False if it has expired since: nothing is changed then. */
export async function giveBackToGrant(
  tx: Queries,
  subscriptionId: string,
  grantId: string,
  credits: number,
  entry: EntrySource,
): Promise<boolean> {
  await lockBalance(tx, subscriptionId);
  let given = false;
  await changeBalances(tx, [subscriptionId], {
    work: (change) => {
      const grant = change.grants.find(({ id }) => id === grantId);
      if (!grant || grant.state === "closed" || grant.state === "closing") return;
      given = true;
      if (grant.state === "waiting") grant.amount += credits;
      else change.giveTo(grant, credits, entry);
    },
  });
  return given;
}

/**
 * Takes at most `credits` of what remains of grants that were made after a moment, milliseconds UTC, and resolves to
 * what it took of each, by the grant's ID.
 */
export async function takeFromLater(
  tx: Queries,
  subscriptionId: string,
  credits: number,
  after: number,
  entry: EntrySource,
): Promise<ReadonlyMap<string, number>> {
  await lockBalance(tx, subscriptionId);
  const taken = new Map<string, number>();
  let rest = credits;
  await changeBalances(tx, [subscriptionId], {
    work: (change) => {
      for (const grant of change.grants) {
        if (grant.state !== "open" || grant.source === "overage" || grant.startsAt < after) continue;
        const part = Math.min(rest, leftOf(grant), change.balance.remaining);
        if (part <= 0) continue;
        change.remove(part, "adjust", entry, grant);
        taken.set(grant.id, part);
        rest -= part;
      }
    },
  });
  return taken;
}

/**
 * Ends credits that are paid for afterwards at a moment that has come, milliseconds UTC: the balance's next boundary
 * closes them, or passes their rest to those that follow.
 */
export async function endOverage(tx: Queries, subscriptionId: string, at: number): Promise<void> {
  await lockBalance(tx, subscriptionId);
  const ended = await tx.run(sql`
    update credit_grant set expires_at = ${at}
    where subscription_id = ${subscriptionId} and source = 'overage' and state = 'open' and expires_at > ${at}`);
  if (ended > 0)
    await tx.run(sql`
      update credit_balance set due_at = ${at} where subscription_id = ${subscriptionId} and due_at > ${at}`);
}

/** An open grant of a period, to be as large as `credits`. */
export interface Resized {
  readonly subscriptionId: string;
  readonly source: GrantSource;
  readonly period: number;
  readonly credits: number;
}

/**
 * Enlarges an open grant, or removes what is left of it above a size: what is spent stays. `leased` if journals hold
 * credits of the balance, which must be returned first (`reclaimLeases`); `missing` if no such grant is open.
 */
export async function resizeGrant(
  tx: Queries,
  { subscriptionId, source, period, credits }: Resized,
  entry: EntrySource,
): Promise<"resized" | "leased" | "missing"> {
  await lockBalance(tx, subscriptionId);
  const held = await heldInAll(tx, subscriptionId);
  let result: "resized" | "leased" | "missing" = "missing";
  await changeBalances(tx, [subscriptionId], {
    work: (change) => {
      const grant = change.grants.find(
        (one) => one.source === source && one.period === period && isOpen(one),
      );
      if (!grant) return;
      result = "resized";
      const more = credits - (grant.amount - grant.removed);
      if (more > 0) return change.enlarge(grant, more, entry);
      const less = Math.min(-more, leftOf(grant), change.balance.remaining + held);
      if (less <= 0) return;
      if (held > 0) result = "leased";
      else change.remove(less, "adjust", entry, grant);
    },
  });
  return result;
}

const isOpen = ({ state }: Grant): boolean => state === "open";
