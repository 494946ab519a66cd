import { noteCredits } from "../../../access/keys/added-credits.ts";
import { never } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { hasThresholds, reviewCrossings } from "../../../outbox/credit-crossings.ts";
import { BalanceChange, type LateCall } from "./balance-change.ts";
import type { EntrySource, Grant } from "./grant.ts";
import {
  findExpiredAfter,
  findLiveGrants,
  readBalances,
  readClock,
  requestLeases,
  writeBalances,
  writeEntries,
  writeGrants,
} from "./grant-rows.ts";

const findUnsettled = new RowsStatement<{ id: string }>(
  `select b.subscription_id as id from :rows join credit_balance b on b.subscription_id = v.column1
  where b.debt > 0 or b.closing > 0 or b.due_at <= :clock`,
  ["text"],
);

/** Late calls by subscription. */
export type LateCalls = ReadonlyMap<string, readonly LateCall[]>;

/**
 * Opens and closes the grants of balances at their boundaries. Pays debts from what remains, and requests the return of
 * the leases that can pay the rest. If no lease holds anything, the rest is written off. What closing grants have left
 * expires once no lease can have spent it. The balances must be locked. `journalId`: whose calls were served; `late`:
 * those that no lease paid, which are debts.
 */
export async function settleBalances(
  tx: Queries,
  subscriptionIds: readonly string[],
  journalId: string | null = null,
  late?: LateCalls,
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const unsettled = await findUnsettled.all(tx, [subscriptionIds]);
  if (unsettled.length === 0) return;
  await changeBalances(
    tx,
    unsettled.map(({ id }) => id),
    { source: { journalId }, late },
  );
}

export interface Changing {
  /** Comes after the boundary and before debts are paid. */
  readonly work?: (change: BalanceChange) => void;
  readonly source?: EntrySource;
  readonly late?: LateCalls | undefined;
}

/** As `settleBalances`, for balances that change. They must be locked. */
export async function changeBalances(
  tx: Queries,
  ids: readonly string[],
  { work, source, late }: Changing = {},
): Promise<readonly BalanceChange[]> {
  // Sent together, as what is written: on PostgreSQL each would otherwise be a round trip, in which others wait.
  const [now, grants, balances] = await Promise.all([
    readClock(tx),
    findLiveGrants(tx, ids),
    readBalances(tx, ids),
  ]);
  const changes = balances.map(
    (balance) => new BalanceChange(balance, grants.get(balance.subscriptionId) ?? [], now),
  );
  if (late && late.size > 0) await giveBack(tx, changes, late);
  for (const change of changes) {
    change.cross();
    work?.(change);
  }
  await requestReturns(
    tx,
    changes.filter(
      ({ isClosing, balance }) => balance.held > 0 && (isClosing || balance.debt > balance.remaining),
    ),
  );
  const leased = changes.filter((change) => {
    change.payDebt(source);
    return change.take();
  });
  await requestReturns(tx, leased);
  for (const change of leased) change.take();
  await Promise.all([
    writeGrants(
      tx,
      changes.flatMap(({ changed }) => changed),
    ),
    writeBalances(tx, changes),
    writeEntries(
      tx,
      changes.flatMap(({ entries }) => entries),
    ),
  ]);
  await noteCredits(tx, changes.filter(({ hasAdded }) => hasAdded).map(idOf));
  await reportCrossings(tx, changes, now);
  return changes;
}

const idOf = ({ balance }: BalanceChange): string => balance.subscriptionId;

/**
 * Requests back what may have been spent before an expiry, and what can pay a debt. Such a lease changes only with its
 * balance locked, so what is read afterwards stays.
 */
async function requestReturns(tx: Queries, changes: readonly BalanceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(idOf);
  await requestLeases(tx, ids);
  const balances = new Map((await readBalances(tx, ids)).map((row) => [row.subscriptionId, row]));
  for (const { balance } of changes) {
    const { held, asked, used } = balances.get(balance.subscriptionId)!;
    Object.assign(balance, { held, asked, used });
  }
}

async function giveBack(tx: Queries, changes: readonly BalanceChange[], late: LateCalls): Promise<void> {
  const moments = [...late].map(
    ([id, calls]) => [id, calls.reduce((first, { at }) => Math.min(first, at), never)] as const,
  );
  const expired: ReadonlyMap<string, readonly Grant[]> = await findExpiredAfter(tx, moments);
  for (const change of changes) {
    const own = expired.get(idOf(change));
    if (own) change.giveBack(late.get(idOf(change))!, own);
  }
}

async function reportCrossings(tx: Queries, changes: readonly BalanceChange[], now: number): Promise<void> {
  const changed = changes.filter(({ entries, balance }) => entries.length > 0 && !balance.unlimited);
  if (changed.length === 0 || !(await hasThresholds(tx))) return;
  for (const { balance } of changed)
    await reviewCrossings(tx, balance.subscriptionId, balance.granted - balance.used, now);
}
