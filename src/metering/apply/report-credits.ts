import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { findThresholds, hasThresholds, writeCrossings } from "../../outbox/credit-crossings.ts";
import type { NumberedCall } from "../usage/usage.ts";

const totals = new RowsStatement<{ id: string; left_over: number }>(
  `select c.subscription_id as id, c.granted - c.used as left_over
  from :rows join credit_total c on c.subscription_id = v.column1 where c.unlimited = 0`,
  ["text"],
);

/**
 * Writes the events of balances that calls have brought to a threshold, after the calls were charged. Resolves to
 * whether calls that another node applies at the same time could bring one there too.
 */
export async function reportCredits(
  tx: Queries,
  records: readonly NumberedCall[],
  now: number,
): Promise<boolean> {
  if (!(await hasThresholds(tx))) return false;
  const ownerOf = new Map<string, string>();
  // A refused call shows that credits are gone, even if its subscription never had some.
  for (const { call } of records)
    if (call.credits > 0 || call.status === 402) ownerOf.set(call.caller.subscriptionId, call.caller.userId);
  if (ownerOf.size === 0) return false;
  const thresholdsOf = await findThresholds(tx, ownerOf.values());
  const watched = [...ownerOf].filter(([, userId]) => thresholdsOf(userId).size > 0);
  if (watched.length === 0) return false;
  const rows = await totals.all(tx, [watched.map(([id]) => id)]);
  const balances = rows.map(({ id, left_over: left }) => ({
    subscriptionId: id,
    left,
    thresholds: thresholdsOf(ownerOf.get(id)!),
  }));
  await writeCrossings(tx, now, balances);
  // Not only if leases could: another node can acquire one, and spend it, before this transaction ends.
  return balances.some(({ left, thresholds }) => [...thresholds].some((credits) => left > credits));
}
