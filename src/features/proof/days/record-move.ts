import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { firstHead } from "../../../metering/credits/grants/ledger-chain.ts";
import { readGrants } from "../../../metering/credits/grants/read-grants.ts";
import type { MovedSubscription } from "../../../running/subscription-ports.ts";
import { dayAfter } from "./calendar.ts";
import { openState } from "./proof-state.ts";
import { proofTenures, tenuresOf } from "./tenures.ts";

/**
 * Ends the tenure of a subscription's owner and begins that of another account, in the transaction of the move. Ledger
 * rows up to now are the former owner's.
 */
export async function recordMove(
  tx: Queries,
  { subscriptionId, from, to, at }: MovedSubscription,
): Promise<void> {
  await openState(tx, at);
  // A day is cut before this transaction or after it: none of the new account's calls is in a day that is cut now.
  await tx.run(sql`update proof_state set id = 1 where id = 1`);
  const { cutDay } = await openState(tx, at);
  const known = await tenuresOf(tx, subscriptionId);
  const balance = await tx.get<{ rows: number; head: string; unlimited: number }>(sql`
    select ledger_rows as rows, ledger_head as head, unlimited from credit_balance
    where subscription_id = ${subscriptionId}`);
  const start = firstHead(subscriptionId);
  const end = { rows: balance?.rows ?? 0, head: balance?.head || start };
  const first = { subscriptionId, number: 0 };
  if (known.length === 0)
    await proofTenures.insert(
      tx,
      proofTenures.row({
        ...first,
        userId: from,
        log: subscriptionId,
        since: 0,
        fromDay: "",
        ...beginning(0, start),
      }),
    );
  const number = Math.max(known.length, 1);
  const isReturn = known.length === 0 ? false : known.some(({ userId }) => userId === to);
  const log = known.find(({ userId }) => userId === to)?.log ?? `${subscriptionId}/${number}`;
  const grants = JSON.stringify(await readGrants(tx, subscriptionId));
  await tx.run(sql`
    update proof_tenure set grants = ${grants}, unlimited = ${balance?.unlimited ?? 0}, product_id = (
      select s.product_id from subscription s where s.id = ${subscriptionId})
    where subscription_id = ${subscriptionId} and number = ${number - 1}`);
  const begun = { ...beginning(end.rows, end.head), ...(isReturn && { ownRows: null, ownHead: null }) };
  const fromDay = dayAfter(cutDay);
  await proofTenures.insert(
    tx,
    proofTenures.row({ subscriptionId, number, userId: to, log, since: at, fromDay, ...begun }),
  );
}

/** The ledger of a tenure before it, of the subscription and of its log. */
const beginning = (rows: number, head: string) => ({
  ledgerRows: rows,
  ledgerHead: head,
  ownRows: rows,
  ownHead: head,
});
