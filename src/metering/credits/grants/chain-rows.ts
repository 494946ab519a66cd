import type { Database, Queries } from "../../../database/database.ts";
import { list, raw, sql } from "../../../database/sql.ts";
import { type ChainedRow, endAfter, type LedgerEnd } from "./ledger-chain.ts";

const balancesMax = 128;

/** Adds ledger rows that nodes of the former version wrote to the chains, in the order of their times. */
export async function chainRows(db: Database): Promise<void> {
  for (let count = balancesMax; count === balancesMax; ) {
    const found = await db.all<{ id: string }>(sql`
      select distinct subscription_id as id from credit_ledger where number is null limit ${balancesMax}`);
    count = found.length;
    if (count > 0)
      await db.transaction(
        (tx) =>
          chainIn(
            tx,
            found.map(({ id }) => id),
          ),
        { repeatable: true },
      );
  }
}

async function chainIn(tx: Queries, ids: readonly string[]): Promise<void> {
  const ends = await tx.all<LedgerEnd & { id: string }>(sql`
    select subscription_id as id, ledger_rows as "ledgerRows", ledger_head as "ledgerHead" from credit_balance
    where subscription_id in (${list(ids)}) order by subscription_id
    ${tx.dialect === "postgres" ? raw("for update") : raw("")}`);
  const known = new Map<string, LedgerEnd>(ends.map(({ id, ...end }) => [id, end]));
  const rows = await tx.all<ChainedRow & { subscriptionId: string }>(sql`
    select subscription_id as "subscriptionId", id, at, kind, delta, coalesce(grant_id, '') as "grantId"
    from credit_ledger where number is null and subscription_id in (${list(ids)}) order by at, id`);
  for (const row of rows) {
    const end = endAfter(
      row.subscriptionId,
      known.get(row.subscriptionId) ?? { ledgerRows: 0, ledgerHead: "" },
      row,
    );
    known.set(row.subscriptionId, end);
    await tx.run(
      sql`update credit_ledger set number = ${end.ledgerRows}, head = ${end.ledgerHead} where id = ${row.id}`,
    );
  }
  for (const [id, end] of known)
    await tx.run(sql`
      update credit_balance set ledger_rows = ${end.ledgerRows}, ledger_head = ${end.ledgerHead}
      where subscription_id = ${id}`);
}
