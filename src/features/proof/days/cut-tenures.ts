import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { endOf } from "./calendar.ts";
import { readTenures, type Tenure } from "./tenures.ts";

/**
 * Counts the ledger rows that a day has of each tenure: those before the first one that was written after its end. Rows of
 * an account's later tenure wait for all of its former one.
 */
export async function cutTenures(tx: Queries, day: string): Promise<void> {
  const tenures = await readTenures(tx, sql`1 = 1`);
  const ends = await readEnds(tx);
  const waits = new Set<string>();
  for (const [index, one] of tenures.entries()) {
    const { subscriptionId, number, log, ownRows, since } = one;
    if (waits.has(log)) continue;
    const next = tenures[index + 1];
    const end =
      next?.subscriptionId === subscriptionId ? next.ledgerRows : (ends.get(subscriptionId)?.balance ?? 0);
    const done = doneRows(one, end, ends.get(subscriptionId)?.logs.get(log));
    if (since >= endOf(day)) waits.add(log);
    else if (done < end || ownRows === null) {
      const rows = await lastBefore(tx, subscriptionId, done, end, endOf(day));
      if (rows < end) waits.add(log);
      if (rows > done || ownRows === null)
        await tx.run(sql`
          insert into proof_tenure_day (subscription_id, number, day, ledger_rows, credits)
          values (${subscriptionId}, ${number}, ${day}, ${rows}, 0)`);
    }
  }
}

/** The rows of the subscription's ledger, of this tenure and before it, that its log has. */
function doneRows({ ledgerRows, ownRows }: Tenure, end: number, logRows: number | undefined): number {
  if (ownRows === null || logRows === undefined) return ledgerRows;
  return ledgerRows + Math.max(0, Math.min(logRows - ownRows, end - ledgerRows));
}

interface Ends {
  readonly balance: number;
  readonly logs: Map<string, number>;
}

async function readEnds(tx: Queries): Promise<Map<string, Ends>> {
  const rows = await tx.all<{ id: string; log: string; balance: number; rows: number | null }>(sql`
    select t.subscription_id as id, t.log, b.ledger_rows as balance, l.ledger_rows as rows
    from proof_tenure t join credit_balance b on b.subscription_id = t.subscription_id
      left join proof_log l on l.subscription_id = t.log`);
  const ends = new Map<string, Ends>();
  for (const { id, log, balance, rows: logRows } of rows) {
    const own = ends.get(id) ?? { balance, logs: new Map<string, number>() };
    ends.set(id, own);
    if (logRows !== null) own.logs.set(log, logRows);
  }
  return ends;
}

async function lastBefore(
  tx: Queries,
  subscriptionId: string,
  after: number,
  to: number,
  at: number,
): Promise<number> {
  const row = await tx.get<{ rows: number | null }>(sql`
    select min(number) - 1 as rows from credit_ledger
    where subscription_id = ${subscriptionId} and number > ${after} and number <= ${to} and at >= ${at}`);
  return row?.rows ?? to;
}
