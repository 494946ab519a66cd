import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { enterGrant } from "./grants/enter-grants.ts";
import { lockBalance } from "./grants/grant-rows.ts";

/** Credits that an operator adds to the plan's own. */
export interface Bump {
  readonly id: string;
  readonly subscriptionId: string;
  readonly credits: number;
  readonly reason: string | null;
  /** Unique per subscription: repeating the key grants nothing. */
  readonly idempotencyKey: string | null;
  readonly actor: string;
  readonly at: number;
}

/** A grant as the ledger records it. */
export interface Granted {
  readonly id: string;
  readonly at: number;
  readonly delta: number;
  readonly reason: string | null;
  /** Granted and not used, including leased credits. */
  readonly remaining_after: number;
}

/** BUMP: adds credits. Repeating an idempotency key returns the first grant and adds nothing. */
export async function bump(tx: Queries, grant: Bump): Promise<Granted & { readonly repeated: boolean }> {
  const { id, subscriptionId, credits, reason, idempotencyKey, actor, at } = grant;
  await lockBalance(tx, subscriptionId);
  const earlier = await findGranted(tx, subscriptionId, sql`idempotency_key = ${idempotencyKey}`);
  if (earlier) return { ...earlier, repeated: true };
  const entered = { id, subscriptionId, source: "grant", credits, kind: "bump" } as const;
  await enterGrant(tx, entered, { id, at, reason, actor, idempotencyKey });
  return { ...(await findGranted(tx, subscriptionId, sql`id = ${id}`))!, repeated: false };
}

const findGranted = (tx: Queries, subscriptionId: string, entry: Sql): Promise<Granted | undefined> =>
  tx.get<Granted>(sql`
    select id, at, delta, reason, remaining_after from credit_ledger
    where subscription_id = ${subscriptionId} and ${entry}`);
