import type { Queries } from "../../../database/database.ts";
import { raw, sql } from "../../../database/sql.ts";
import { keptRows } from "./kept-rows.ts";

/** Money that is given back. Minor units. */
export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly minor: number;
  readonly reason: string;
  /** Under which the provider has it; null for one that began before keys were stored: its ID is its key. */
  readonly requestKey: string | null;
}

/** A refund as it is stored; times are milliseconds UTC. */
interface StoredRefund extends Refund {
  readonly state: "requested" | "done" | "failed";
  /** When a process looks at it again. */
  readonly nextAt: number;
  readonly createdAt: number;
}

const columns = raw('id, payment_id as "paymentId", minor, reason, request_key as "requestKey"');

/** A refund that was made is not made again. */
export const refundsKept = keptRows<StoredRefund>({ name: "refund", shown: "refunds" }, writeRow);

/** Inserts a refund, or ends it; one that was made can fail later. False if it is so already. */
async function writeRow(tx: Queries, refund: StoredRefund): Promise<boolean> {
  const { id, paymentId, minor, reason, requestKey = null, state, nextAt, createdAt } = refund;
  const written = await tx.run(sql`
    insert into payment_refund (id, payment_id, minor, reason, request_key, state, next_at, created_at)
    values (${id}, ${paymentId}, ${minor}, ${reason}, ${requestKey}, ${state}, ${nextAt}, ${createdAt})
    on conflict (id) do update set state = excluded.state
      where payment_refund.state = 'requested' and excluded.state <> 'requested'
        or payment_refund.state = 'done' and excluded.state = 'failed'`);
  return written > 0;
}

export async function insertRefund(
  tx: Queries,
  refund: Refund & Pick<StoredRefund, "nextAt" | "createdAt">,
): Promise<void> {
  const row = { ...refund, state: "requested" } as const;
  await writeRow(tx, row);
  refundsKept.keep(tx, row);
}

/** False if it has ended before. */
export async function endRefund(tx: Queries, id: string, state: "done" | "failed"): Promise<boolean> {
  const stored = await tx.get<Omit<StoredRefund, "state">>(sql`
    select ${columns}, next_at as "nextAt", created_at as "createdAt" from payment_refund where id = ${id}`);
  const row = stored && { ...stored, state };
  if (!row || !(await writeRow(tx, row))) return false;
  refundsKept.keep(tx, row);
  return true;
}

/** A refund that was requested. */
export async function getRefund(db: Queries, id: string): Promise<Refund> {
  return (await db.get<Refund>(sql`select ${columns} from payment_refund where id = ${id}`))!;
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
