import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { keptRows } from "./kept-rows.ts";

/** Money that is given back. Minor units. */
export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly minor: number;
  readonly reason: string;
}

/** A refund with when it was requested, and when a process looks at it again: milliseconds UTC. */
interface Requested extends Refund {
  readonly nextAt: number;
  readonly createdAt: number;
}

interface Ended {
  readonly id: string;
  readonly state: "done" | "failed";
}

/** A refund that was made is not made again. */
export const refundsKept = keptRows<Requested | Ended>(
  { name: "refund", shown: "refunds" },
  async (tx, kept) => (await ("state" in kept ? writeEnd(tx, kept) : writeRequest(tx, kept))) > 0,
);

const writeRequest = (tx: Queries, { id, paymentId, minor, reason, nextAt, createdAt }: Requested) =>
  tx.run(sql`
    insert into payment_refund (id, payment_id, minor, reason, state, next_at, created_at)
    values (${id}, ${paymentId}, ${minor}, ${reason}, 'requested', ${nextAt}, ${createdAt})
    on conflict do nothing`);

const writeEnd = (tx: Queries, { id, state }: Ended) =>
  tx.run(sql`update payment_refund set state = ${state} where id = ${id} and state = 'requested'`);

export async function insertRefund(tx: Queries, refund: Requested): Promise<void> {
  await writeRequest(tx, refund);
  refundsKept.keep(tx, refund);
}

/** False if it has ended before. */
export async function endRefund(tx: Queries, id: string, state: Ended["state"]): Promise<boolean> {
  const isNew = (await writeEnd(tx, { id, state })) > 0;
  if (isNew) refundsKept.keep(tx, { id, state });
  return isNew;
}

/** What refunds of a payment have returned, or what is requested and not returned yet. */
export async function sumRefunds(
  db: Queries,
  paymentId: string,
  state: "requested" | "done",
): Promise<number> {
  const { minor } = (await db.get<{ minor: number }>(sql`
    select cast(coalesce(sum(minor), 0) as bigint) as minor from payment_refund
    where payment_id = ${paymentId} and state = ${state}`))!;
  return minor;
}
