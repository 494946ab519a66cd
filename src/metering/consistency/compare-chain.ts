import { isoTime } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ChainedRow, firstHead, headAfter } from "../credits/grants/ledger-chain.ts";
import { Comparing, type ComparisonResult } from "./comparison.ts";
import { firstWrong } from "./table-comparison.ts";

/** A row with the time of its grant; null without one. Milliseconds UTC. */
interface Row extends ChainedRow {
  readonly subscriptionId: string;
  readonly number: number;
  readonly head: string;
  readonly source: string | null;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
}

const rowsAtOnce = 5000;

/** Sources whose entries have the database's time; that of others is a node's. */
const timed: readonly (string | null)[] = ["period", "purchase", "overage"];

/** Credits are granted after the start of their grant, and expire after its expiry. */
function wrongTime({ kind, delta, at, source, startsAt, expiresAt }: Row): string | undefined {
  const expires = kind === "expire" && delta < 0;
  return firstWrong(
    [
      !expires || expiresAt === null || at >= expiresAt,
      () => `its credits expired at ${isoTime(at)}, before its expiry at ${isoTime(expiresAt!)}`,
    ],
    [
      expires || !timed.includes(source) || at >= startsAt!,
      () => `its credits were granted at ${isoTime(at)}, before its start at ${isoTime(startsAt!)}`,
    ],
  );
}

/**
 * Computes the heads of all ledger rows again. A finding names the row: its number in the chain is expected, and 0 is
 * found if its head is another one. The end of a chain is compared with its balance. In the same pass the times of rows
 * are compared with those of their grants.
 */
export async function compareLedgerChain(tx: Queries): Promise<readonly ComparisonResult[]> {
  const comparing = new Comparing({ found: "ledger heads", expected: "chain", subjects: "ledger rows" });
  const times = new Comparing({
    found: "times of ledger rows",
    expected: "times of their grants",
    subjects: "rows of a grant",
  });
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
      select l.subscription_id as "subscriptionId", l.number, l.id, l.at, l.kind, l.delta,
        coalesce(l.grant_id, '') as "grantId", l.head, g.source, g.starts_at as "startsAt", g.expires_at as "expiresAt"
      from credit_ledger l left join credit_grant g on g.id = l.grant_id
      where l.number > 0 and (l.subscription_id, l.number) > (${id}, ${number})
      order by l.subscription_id, l.number limit ${rowsAtOnce}`);
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
      if (row.source !== null) times.hold(`grant ${row.grantId} of ${row.subscriptionId}`, wrongTime(row));
      last = row;
    }
    if (rows.length < rowsAtOnce) break;
  }
  await compareEnd();
  return [
    comparing.result,
    {
      ...times.result,
      advice:
        "compare the grant with its operation in the audit log; correct its starts_at or expires_at, or restore a backup",
    },
  ];
}
