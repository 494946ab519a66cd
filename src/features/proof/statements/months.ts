import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { addTotals, type UsageSum } from "../days/day-trees.ts";
import { logsOf } from "../days/tenures.ts";

export interface MonthSum {
  readonly month: string;
  readonly calls: number;
  readonly credits: number;
}

/** The months in which subscriptions of an account have proved days, with the sums of their calls, newest first. */
export async function sumsOfMonths(db: Queries, userId: string): Promise<MonthSum[]> {
  const rows = await db.all<{ month: string; usage: string }>(sql`
    select m.month, m.usage from (${logsOf(userId)}) own join proof_month m on m.subscription_id = own.log
    order by m.month desc`);
  const months = new Map<string, { month: string; calls: number; credits: number }>();
  for (const { month, usage } of rows) {
    const sum = months.get(month) ?? { month, calls: 0, credits: 0 };
    addTotals(sum, JSON.parse(usage) as UsageSum[]);
    months.set(month, sum);
  }
  return [...months.values()];
}
