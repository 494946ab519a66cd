import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ChainedRow, firstHead, headAfter } from "../credits/grants/ledger-chain.ts";
import { Comparing, type ComparisonResult } from "./comparison.ts";

interface Row extends ChainedRow {
  readonly subscriptionId: string;
  readonly number: number;
  readonly head: string;
}

const rowsAtOnce = 5000;

/**
 * Computes the heads of all ledger rows again. A finding names the row: its number in the chain is expected, and 0 is
 * found if its head is another one. The end of a chain is compared with its balance.
 */
export async function compareLedgerChain(tx: Queries): Promise<ComparisonResult> {
  const comparing = new Comparing({ found: "ledger heads", expected: "chain", subjects: "ledger rows" });
  let last: Pick<Row, "subscriptionId" | "number" | "head"> = { subscriptionId: "", number: 0, head: "" };
  const compareEnd = async () => {
    if (last.subscriptionId === "") return;
    const end = await tx.get<{ rows: number; head: string }>(sql`
      select ledger_rows as rows, ledger_head as head from credit_balance
      where subscription_id = ${last.subscriptionId}`);
    const found = end?.head === last.head ? end.rows : 0;
    comparing.compare(last.number, found, () => `${last.subscriptionId}, last row`);
  };
  for (;;) {
    const { subscriptionId: id, number } = last;
    const rows = await tx.all<Row>(sql`
      select subscription_id as "subscriptionId", number, id, at, kind, delta, coalesce(grant_id, '') as "grantId", head
      from credit_ledger where number > 0 and (subscription_id, number) > (${id}, ${number})
      order by subscription_id, number limit ${rowsAtOnce}`);
    for (const row of rows) {
      const isNext = row.subscriptionId === last.subscriptionId;
      if (!isNext) await compareEnd();
      const expectedNumber = isNext ? last.number + 1 : 1;
      const head = headAfter(isNext ? last.head : firstHead(row.subscriptionId), row);
      const holds = head === row.head && row.number === expectedNumber;
      comparing.compare(
        expectedNumber,
        holds ? row.number : 0,
        () => `${row.subscriptionId}, row ${row.number}`,
      );
      last = row;
    }
    if (rows.length < rowsAtOnce) break;
  }
  await compareEnd();
  return comparing.result;
}
