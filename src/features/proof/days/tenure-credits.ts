import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { UsageSum } from "./day-trees.ts";
import type { Tenure } from "./tenures.ts";

/** Whether the account had the subscription before, so that the tenure continues a log. */
export const isReturn = ({ number, log, subscriptionId }: Tenure): boolean =>
  number > 0 && log !== `${subscriptionId}/${number}`;

/**
 * The credits of the calls in the leaves of each tenure, by its number, up to the end of a month. A log's months have the
 * sums of all its tenures, and days those of the tenures that continue it.
 */
export async function tenureCredits(
  db: Queries,
  tenures: readonly Tenure[],
  month: string,
): Promise<number[]> {
  const { subscriptionId } = tenures[0]!;
  const credits = tenures.map(() => 0);
  const later = await db.all<{ number: number; credits: number }>(sql`
    select number, cast(sum(credits) as bigint) as credits from proof_tenure_day
    where subscription_id = ${subscriptionId} and day <= ${`${month}-31`} group by number`);
  for (const { number, credits: sum } of later)
    if (tenures[number] && isReturn(tenures[number])) credits[number] = sum;
  for (const [number, one] of tenures.entries()) {
    if (isReturn(one)) continue;
    const months = await db.all<{ usage: string }>(sql`
      select usage from proof_month where subscription_id = ${one.log} and month <= ${month}`);
    const all = months.flatMap(({ usage }) => JSON.parse(usage) as UsageSum[]);
    const sum = all.reduce((total, [, , , used]) => total + used, 0);
    const returns = tenures.filter((each) => each.log === one.log && isReturn(each));
    credits[number] = returns.reduce((rest, each) => rest - credits[each.number]!, sum);
  }
  return credits;
}

/** The sum of a ledger's rows after a number, up to another one. */
export async function sumOfRows(
  db: Queries,
  subscriptionId: string,
  after: number,
  to: number,
): Promise<number> {
  const row = await db.get<{ delta: number | null }>(sql`
    select cast(sum(delta) as bigint) as delta from credit_ledger
    where subscription_id = ${subscriptionId} and number > ${after} and number <= ${to}`);
  return row?.delta ?? 0;
}

/** By how many credits the balance changed between two tenures of an account. `credits`: of each tenure's calls. */
export async function bridgeOf(
  db: Queries,
  tenures: readonly Tenure[],
  number: number,
  credits: readonly number[],
): Promise<number> {
  const { subscriptionId, log, ledgerRows } = tenures[number]!;
  const former = tenures.slice(0, number).findLast((one) => one.log === log)!.number;
  const delta = await sumOfRows(db, subscriptionId, tenures[former + 1]!.ledgerRows, ledgerRows);
  return credits.slice(former + 1, number).reduce((sum, used) => sum - used, delta);
}

/** The row that explains a bridge in the ledger of a log. */
export const bridgeRow = (tenure: Tenure, delta: number) => ({
  id: `${tenure.subscriptionId}/${tenure.number}`,
  at: tenure.since,
  kind: "move",
  delta,
  grantId: "",
});
