import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { initially, integer, orNull, text, word } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { shownAs, wireOf } from "../../entities/wire.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { type ApiError, notFound } from "../../http/errors.ts";
import { type BalanceRow, creditsOf } from "../../metering/credits/credits.ts";
import { stateAt, subscriptionStates } from "./subscription-states.ts";

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

/** A subscription that was deleted is not read as a row. */
export const subscriptions = new Table({
  name: "subscription",
  as: "s",
  key: ["id"],
  members: {
    id: text,
    ownerId: text,
    scope: text,
    productId: orNull(text),
    displayName: text,
    state: word(...subscriptionStates),
    stateComment: initially(orNull(text), null),
    createdAt: integer,
    startAt: orNull(integer),
    expiresAt: initially(orNull(integer), null),
    endedAt: initially(orNull(integer), null),
  },
  fixed: ["createdAt"],
});

/** A row of `subscription` with its balance. */
export type SubscriptionRow = Row<typeof subscriptions> & BalanceRow;

/** Reads `SubscriptionRow`s; `s` is the subscription, to be filtered and ordered by what follows. */
export const selectSubscriptions = sql`
  select ${subscriptions.columns}, coalesce(b.unlimited, 0) as unlimited, coalesce(b.granted, 0) as granted,
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
  return notFound(`Subscription ${id} not found.`);
}

/** Whether the caller owns the subscription or is an operator. */
export function maySee(row: SubscriptionRow, caller: Caller): boolean {
  return isOperator(caller) || (caller.kind === "user" && caller.userId === row.ownerId);
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
  return shownAs(Subscription, {
    ...wireOf(row),
    state,
    created_at: isoTime(row.createdAt),
    start_at: isoTime(row.startAt),
    expires_at: isoTime(row.expiresAt),
    ended_at: isoTime(state === "expired" ? row.expiresAt : row.endedAt),
    credits: creditsOf(row),
  });
}
