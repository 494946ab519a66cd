import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { ApiError } from "../../http/errors.ts";
import { type BalanceRow, creditsOf } from "../../metering/credits/credits.ts";
import { type SubscriptionState, stateAt, subscriptionStates } from "./subscription-states.ts";

export const Credits = z.object({
  granted: z.int(),
  used: z.int(),
  remaining: z.int().nullable().describe("Null if credits are unlimited."),
  unlimited: z.boolean(),
});

export const Subscription = z
  .object({
    id: z.string(),
    owner_id: z.string(),
    scope: z.string(),
    product_id: z.string().nullable(),
    display_name: z.string(),
    state: z.enum(subscriptionStates),
    state_comment: z.string().nullable(),
    created_at: z.iso.datetime(),
    start_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
    credits: Credits,
  })
  .meta({ id: "Subscription" });

export type Subscription = z.output<typeof Subscription>;

/** A row of `subscription` with its balance. */
export interface SubscriptionRow extends BalanceRow {
  id: string;
  owner_id: string;
  scope: string;
  product_id: string | null;
  display_name: string;
  state: SubscriptionState;
  state_comment: string | null;
  created_at: number;
  start_at: number | null;
  expires_at: number | null;
  ended_at: number | null;
}

/** Reads `SubscriptionRow`s; `s` is the subscription, to be filtered and ordered by what follows. */
export const selectSubscriptions = sql`
  select s.id, s.owner_id, s.scope, s.product_id, s.display_name, s.state, s.state_comment, s.created_at,
    s.start_at, s.expires_at, s.ended_at, coalesce(b.unlimited, 0) as unlimited, coalesce(b.granted, 0) as granted,
    coalesce(b.used, 0) as used
  from subscription s left join credit_total b on b.subscription_id = s.id`;

export function findSubscription(db: Queries, id: string): Promise<SubscriptionRow | undefined> {
  return db.get<SubscriptionRow>(sql`${selectSubscriptions} where s.id = ${id} and s.deleted_at is null`);
}

/** Locks a subscription until the transaction ends; resolves to its current row. */
export async function lockSubscription(tx: Queries, id: string): Promise<SubscriptionRow | undefined> {
  const held = await tx.run(sql`
    update subscription set deleted_at = deleted_at where id = ${id} and deleted_at is null`);
  return held === 0 ? undefined : findSubscription(tx, id);
}

export function subscriptionMissing(id: string): ApiError {
  return new ApiError("not_found", `Subscription ${id} not found.`);
}

/** Whether the caller owns the subscription or is an operator. */
export function maySee(row: SubscriptionRow, caller: Caller): boolean {
  return isOperator(caller) || (caller.kind === "user" && caller.userId === row.owner_id);
}

/** The subscription if it exists and the caller may see it; otherwise 404. */
export function requireSubscription(
  row: SubscriptionRow | undefined,
  id: string,
  caller: Caller,
): SubscriptionRow {
  if (!row || !maySee(row, caller)) throw subscriptionMissing(id);
  return row;
}

/** The subscription as callers see it at a moment. */
export function publicSubscription(row: SubscriptionRow, now: number): Subscription {
  const state = stateAt(row, now);
  return {
    id: row.id,
    owner_id: row.owner_id,
    scope: row.scope,
    product_id: row.product_id,
    display_name: row.display_name,
    state,
    state_comment: row.state_comment,
    created_at: isoTime(row.created_at),
    start_at: isoTime(row.start_at),
    expires_at: isoTime(row.expires_at),
    ended_at: isoTime(state === "expired" ? row.expires_at : row.ended_at),
    credits: creditsOf(row),
  };
}
