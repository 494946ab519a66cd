import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { headAfter } from "../../../metering/credits/grants/ledger-chain.ts";
import { monthRange } from "../days/calendar.ts";
import { readFirstBalances } from "../days/leaf-rows.ts";
import { bridgeOf, bridgeRow, isReturn, sumOfRows, tenureCredits } from "../days/tenure-credits.ts";
import type { Tenure } from "../days/tenures.ts";
import type { MonthLog } from "./month-log.ts";
import type { StatementRow } from "./statement.ts";

/** A month of a moved subscription in the log of one account. */
interface TenureMonth {
  readonly tenures: readonly Tenure[];
  /** The account's last one in the month. */
  readonly last: Tenure;
  readonly month: string;
  readonly final: boolean;
  readonly log: MonthLog;
  /** Credits of calls that no day has yet, by tenure. */
  readonly open: readonly number[];
}

export interface TenureLedger {
  readonly ledger: readonly StatementRow[];
  /** The balance of the account at the end, with the calls of all accounts that had the subscription before. */
  readonly balance: number;
}

/**
 * The ledger rows of an account's tenures in a month, and the balance after them. Where it had the subscription
 * before, a row contains by how much others have changed the balance.
 */
export async function readTenureLedger(db: Queries, of: TenureMonth): Promise<TenureLedger> {
  const { tenures, last, month, final, log, open } = of;
  const { opening, leaves } = log;
  const { subscriptionId, log: key } = last;
  const proved = await tenureCredits(db, tenures, month);
  const credits = proved.map((sum, number) => sum + (open[number] ?? 0));
  const lastOwn = final
    ? (leaves.findLast((leaf) => "day" in leaf)?.ledger_rows ?? opening.ledgerRows)
    : Number.MAX_SAFE_INTEGER;
  const rows: StatementRow[] = [];
  let [own, head] = [opening.ledgerRows, opening.ledgerHead];
  let end = { number: 0, rows: 0 };
  for (const one of tenures.filter((each) => each.log === key && each.number <= last.number)) {
    const to = tenures[one.number + 1]?.ledgerRows ?? (await endOf(db, subscriptionId));
    const start = one.ownRows ?? own + 1;
    if (start > lastOwn && isReturn(one)) break;
    if (isReturn(one) && start > opening.ledgerRows) {
      const delta = one.ownRows === null ? await bridgeOf(db, tenures, one.number, credits) : one.bridge;
      const { grantId: _, ...row } = bridgeRow(one, delta);
      head = headAfter(head, bridgeRow(one, delta));
      own += 1;
      rows.push({ ...row, grant_id: null, head });
    }
    const after = one.ledgerRows + Math.max(0, own - start);
    const until = Math.min(to, one.ledgerRows + (lastOwn - start));
    const found = await db.all<StatementRow>(sql`
      select id, at, kind, delta, case when grant_id = '' then null else grant_id end as grant_id, head
      from credit_ledger where subscription_id = ${subscriptionId} and number > ${after} and number <= ${until}
        and (${final ? 1 : 0} = 1 or at < ${monthRange(month).to})
      order by number`);
    for (const row of found) {
      // The chain of a log that was continued lacks the rows of other accounts.
      head = isReturn(one) ? headAfter(head, { ...row, grantId: row.grant_id ?? "" }) : row.head;
      own += 1;
      rows.push({ ...row, head });
    }
    end = { number: one.number, rows: Math.min(to, Math.max(after, one.ledgerRows) + found.length) };
  }
  const first = (await readFirstBalances(db, [subscriptionId])).get(subscriptionId) ?? 0;
  const granted = first + (await sumOfRows(db, subscriptionId, 0, end.rows));
  const used = credits.slice(0, end.number + 1).reduce((sum, each) => sum + each, 0);
  return { ledger: rows, balance: granted - used };
}

async function endOf(db: Queries, subscriptionId: string): Promise<number> {
  const row = await db.get<{ rows: number }>(sql`
    select ledger_rows as rows from credit_balance where subscription_id = ${subscriptionId}`);
  return row?.rows ?? 0;
}
