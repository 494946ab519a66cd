import { z } from "zod";
import type { Context } from "../../calls/context.ts";
import type { Database, Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { isOperator } from "../../http/caller.ts";
import type { Answer, QueryCall } from "../../http/endpoint.ts";
import { filteredPath, listAnswer, type Page, PageQuery } from "../../http/lists.ts";
import { entityId, remark } from "../common/identifiers.ts";
import { readPage } from "../common/list-page.ts";
import { adjustTotals, readTotal } from "../common/list-totals.ts";
import { withWords } from "../common/user-words.ts";
import { publicSubscription, type SubscriptionRow, selectSubscriptions } from "./subscription-resource.ts";
import { subscriptionStates } from "./subscription-states.ts";

export const SubscriptionsQuery = PageQuery.extend({
  user_id: entityId.optional().describe("Only subscriptions of this user."),
  state: z.literal(subscriptionStates).optional(),
  credits: z
    .literal("none")
    .optional()
    .describe("Only subscriptions that have used up their credits; active ones unless `state` is set."),
  product_id: entityId.optional().describe("Only subscriptions to this plan."),
  text: remark(200)
    .optional()
    .describe(
      "Only subscriptions of users whose names or email contain, for each word of this text, a word that starts with it. Case and accents are ignored. For operators.",
    ),
});

// A lease can hold credits that were not used yet.
const spent = sql`id in (
  select subscription_id from credit_balance b where unlimited = 0 and remaining = 0 and granted > 0
    and not exists (select 1 from credit_lease l where l.subscription_id = b.subscription_id and l.held > 0))`;

export async function listSubscriptions(context: Context, call: QueryCall<typeof SubscriptionsQuery>) {
  const { caller, query } = call;
  const { user_id: userId, credits, product_id, text } = query;
  const state = stateOf(query);
  const path = filteredPath("/subscriptions", { user_id: userId, state, credits, product_id, text });
  if (caller.kind === "user" && !isOperator(caller)) {
    // Another's list is empty, as a missing user's is.
    const ownerId = userId === undefined || userId === caller.userId ? caller.userId : "";
    return listOwned(context, ownerId, query, path);
  }
  if (userId !== undefined) return listOwned(context, userId, query, path);
  const words = text === undefined ? undefined : await withWords(context.database, text);
  if (product_id !== undefined || words !== undefined) {
    const owners = words ? [sql`owner_id in (select id from app_user where ${words})`] : [];
    return listCounted(context, join([...filterOf(query, context.clock()), ...owners], " and "), path, query);
  }
  if (state !== undefined) await settleExpired(context.database, context.clock());
  if (credits && state)
    return listCounted(context, sql`deleted_at is null and state = ${state} and ${spent}`, path, query);
  const states = state === undefined ? subscriptionStates : [state];
  const total = await readTotal(
    context.database,
    states.map((one) => `subscription/${one}` as const),
  );
  const condition =
    state === undefined ? sql`deleted_at is null` : sql`deleted_at is null and state = ${state}`;
  return answerPage(context, condition, total, path, query);
}

const stateOf = ({ state, credits }: Pick<Filtered, "state" | "credits">) => state ?? (credits && "active");

type Filtered = Page & Pick<z.output<typeof SubscriptionsQuery>, "state" | "credits" | "product_id">;

/** The conditions of all filters but those of the owner. */
function filterOf({ product_id, ...query }: Filtered, now: number): Sql[] {
  const current = sql`case when state = 'active' and expires_at <= ${now} then 'expired' else state end`;
  const state = stateOf(query);
  return [
    sql`deleted_at is null`,
    ...(state ? [sql`${current} = ${state}`] : []),
    ...(query.credits ? [spent] : []),
    ...(product_id === undefined ? [] : [sql`product_id = ${product_id}`]),
  ];
}

/** One account's subscriptions: few enough to count. */
export function listOwned(context: Context, ownerId: string, query: Filtered, path: string): Promise<Answer> {
  const conditions = [sql`owner_id = ${ownerId}`, ...filterOf(query, context.clock())];
  return listCounted(context, join(conditions, " and "), path, query);
}

async function listCounted(context: Context, condition: Sql, path: string, page: Page): Promise<Answer> {
  const total = await countOf(context.database, sql`subscription where ${condition}`);
  return answerPage(context, condition, total, path, page);
}

async function answerPage(context: Context, condition: Sql, total: number, path: string, page: Page) {
  const list = {
    table: "subscription",
    time: "created_at",
    condition,
    select: (db: Queries, rest: Sql) => db.all<SubscriptionRow>(sql`${selectSubscriptions} ${rest}`),
  } as const;
  const rows = await readPage(context.database, list, page, total);
  const now = context.clock();
  return listAnswer(
    rows.values().map((row) => publicSubscription(row, now)),
    total,
    path,
    page,
  );
}

const settledAtOnce = 100;

/** Stores the state of newly expired subscriptions, so that a list by state need not compute it. */
async function settleExpired(db: Database, now: number): Promise<void> {
  for (;;) {
    // Not `expires_at <= now`: without knowing the value, a prepared plan would read all active ones.
    const next = await db.all<{ id: string; expires_at: number }>(sql`
      select id, expires_at from subscription
      where state = 'active' and deleted_at is null and expires_at is not null
      order by expires_at limit ${settledAtOnce}`);
    const due = next.filter((row) => row.expires_at <= now).map((row) => row.id);
    if (due.length === 0) return;
    await db.transaction(
      async (tx) => {
        const settled = await tx.run(sql`
          update subscription set state = 'expired', ended_at = expires_at
          where id in (${list(due)}) and state = 'active' and deleted_at is null and expires_at <= ${now}`);
        await adjustTotals(tx, [
          ["subscription/active", -settled],
          ["subscription/expired", settled],
        ]);
      },
      { repeatable: true },
    );
  }
}
