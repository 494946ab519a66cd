import type { Queries } from "../database/database.ts";
import { RowsStatement } from "../database/rows-statement.ts";
import { sql } from "../database/sql.ts";
import { writeEvents } from "./write-events.ts";

/** Credits that are left to a subscription, and the thresholds that someone watches. */
export interface WatchedBalance {
  readonly subscriptionId: string;
  /** Granted and not used, in credits; negative while debts wait. */
  readonly left: number;
  readonly thresholds: Iterable<number>;
}

/** Whether any webhook has a threshold. */
export async function hasThresholds(db: Queries): Promise<boolean> {
  return (await db.get(sql`select 1 as found from credit_threshold limit 1`)) !== undefined;
}

/** The users of the operators' thresholds, which are for all subscriptions. */
const operators = "";

const find = new RowsStatement<{ user_id: string; credits: number }>(
  "select distinct t.user_id, t.credits from :rows join credit_threshold t on t.user_id = v.column1",
  ["text"],
);

/** The thresholds of users and of the operators. 0 is that of credits that are gone. */
export async function findThresholds(
  db: Queries,
  userIds: Iterable<string>,
): Promise<(userId: string) => ReadonlySet<number>> {
  const users = [...new Set([...userIds, operators])];
  const found = Map.groupBy(await find.all(db, [users]), (row) => row.user_id);
  const of = (userId: string) => (found.get(userId) ?? []).map(({ credits }) => credits);
  return (userId) => new Set([...of(userId), ...of(operators)]);
}

const insert = new RowsStatement<{ subscription_id: string; credits: number }>(
  `insert into credit_crossing (subscription_id, credits, at)
  select v.column1, v.column2, cast(:value as bigint) from :rows where 1 = 1
  on conflict (subscription_id, credits) do nothing returning subscription_id, credits`,
  ["text", "bigint"],
);

/**
 * Writes the events of balances that are at or below a threshold, in the transaction that changes them. A crossing
 * that is noted already makes none, whichever node noted it.
 */
export async function writeCrossings(
  tx: Queries,
  now: number,
  balances: readonly WatchedBalance[],
): Promise<void> {
  const below = balances.flatMap(({ subscriptionId, left, thresholds }) =>
    [...thresholds]
      .filter((credits) => left <= credits)
      .sort((a, b) => b - a)
      .map((credits) => ({ subscriptionId, credits })),
  );
  if (below.length === 0) return;
  // Nodes insert in one order, so that they do not wait for each other in a circle.
  below.sort((a, b) =>
    a.subscriptionId < b.subscriptionId ? -1 : a.subscriptionId > b.subscriptionId ? 1 : 0,
  );
  const columns = [
    below.map(({ subscriptionId }) => subscriptionId),
    below.map(({ credits }) => credits),
  ] as const;
  const crossed = await insert.all(tx, columns, [now]);
  const leftOf = new Map(balances.map(({ subscriptionId, left }) => [subscriptionId, Math.max(0, left)]));
  await writeEvents(
    tx,
    now,
    crossed.map(({ subscription_id, credits: threshold }) => {
      const owner = { subscriptionId: subscription_id };
      const remaining = leftOf.get(subscription_id)!;
      if (threshold === 0) return { type: "credits.gone", owner, data: { subscription_id, remaining } };
      return { type: "credits.low", owner, data: { subscription_id, threshold, remaining } };
    }),
  );
}

/**
 * After a grant or an adjustment: thresholds below what is left now can be crossed again, and the others are crossed.
 */
export async function reviewCrossings(
  tx: Queries,
  subscriptionId: string,
  left: number,
  now: number,
): Promise<void> {
  if (!(await hasThresholds(tx))) return;
  await tx.run(sql`
    delete from credit_crossing where subscription_id = ${subscriptionId} and credits < ${left}`);
  const row = await tx.get<{ owner_id: string }>(
    sql`select owner_id from subscription where id = ${subscriptionId} and deleted_at is null`,
  );
  if (!row) return;
  const thresholdsOf = await findThresholds(tx, [row.owner_id]);
  await writeCrossings(tx, now, [{ subscriptionId, left, thresholds: thresholdsOf(row.owner_id) }]);
}
