import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { requireNotHeld } from "../../../calls/change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { membersOf, wireOf } from "../../../entities/wire.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { lockUser } from "../../../management/common/user-resource.ts";
import {
  findSubscription,
  lockSubscription,
  requireSubscription,
  type SubscriptionRow,
} from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { findPlan } from "../../billing/rows/plan-rows.ts";
import { findOfferFor } from "../../offers/stored-offers.ts";
import { findMethod, removeMethod } from "../rows/method-rows.ts";
import { boughtInMonth, findTopUp, putTopUp, topUps } from "../rows/top-up-rows.ts";
import { requireSold } from "../selling.ts";
import { MethodOutput, TopUpOutput } from "./schemas.ts";

export const TopUpRequest = z
  .strictObject({
    enabled: z.boolean().describe("Whether packages are bought."),
    threshold: z.int().min(1).max(1_000_000_000).describe("Credits below which a package is bought."),
    package_id: entityId.describe("Of the subscription's plan."),
    month_limit_minor: z
      .int()
      .min(0)
      .max(1_000_000_000_000)
      .describe("At most per calendar month (UTC), in minor units without tax."),
  })
  .meta({
    id: "TopUpRequest",
    example: { enabled: true, threshold: 1500, package_id: "small", month_limit_minor: 10_000 },
  });

const ofSubscription = z.object({ id: entityId });
const ofUser = z.object({ user_id: entityId });
const common = { tag: "Payments", audience: "customer", extension: true } as const;

export const topUpEndpoints = [
  endpoint({
    ...common,
    id: "getTopUp",
    exported: "subscriptions/{id}/top-up",
    permission: "credits.view",
    method: "GET",
    path: "/subscriptions/{id}/top-up",
    summary: "Read a subscription's automatic top-up",
    params: ofSubscription,
    response: TopUpOutput,
    errors: ["not_found"],
    handle: async (context: Context, call: Call<{ id: string }>) => {
      const { id } = call.params;
      requireSubscription(await findSubscription(context.database, id), id, call.caller);
      return shown(context.database, id);
    },
  }),
  endpoint({
    ...common,
    id: "putTopUp",
    whileHeld: true,
    permission: "spending.change",
    method: "PUT",
    path: "/subscriptions/{id}/top-up",
    summary: "Set a subscription's automatic top-up, or turn it off",
    description:
      "A package is bought with the saved card when fewer credits are left than the threshold. The month's limit holds on all nodes together. After three failed payments in a row it turns itself off.",
    params: ofSubscription,
    lock: (tx: Queries, { id }: { id: string }) => lockSubscription(tx, id),
    body: TopUpRequest,
    response: TopUpOutput,
    errors: ["not_found", "conflict"],
    handle: putForCaller,
  }),
  endpoint({
    ...common,
    id: "getPaymentMethod",
    exported: "payment-method",
    permission: "papers.view",
    method: "GET",
    path: "/users/{user_id}/payment-method",
    summary: "Read an account's saved card",
    params: ofUser,
    response: MethodOutput,
    errors: ["not_found"],
    handle: async ({ database }: Context, call: MethodCall) => {
      const account_id = requireOwn(call);
      const method = await findMethod(database, account_id);
      return json({
        account_id,
        label: method?.label ?? null,
        saved_at: method ? isoTime(method.savedAt) : null,
      } satisfies z.output<typeof MethodOutput>);
    },
  }),
  endpoint({
    ...common,
    id: "deletePaymentMethod",
    permission: "spending.change",
    method: "DELETE",
    path: "/users/{user_id}/payment-method",
    summary: "Remove an account's saved card",
    description: "Renewals are not charged then; automatic top-up stops.",
    params: ofUser,
    lock: (tx: Queries, { user_id: id }: { user_id: string }) => lockUser(tx, id),
    response: MethodOutput,
    errors: ["not_found"],
    handle: (context: Context, call: MethodCall) => {
      const account_id = requireOwn(call);
      const object = `/users/${account_id}/payment-method`;
      return auditedChange(context, call, "payment_method.delete", object, async (tx) => {
        await removeMethod(tx, account_id);
        const output: z.output<typeof MethodOutput> = { account_id, label: null, saved_at: null };
        return { answer: json(output) };
      });
    },
  }),
];

type MethodCall = Call<{ user_id: string }>;

function requireOwn({ params: { user_id: id }, caller }: MethodCall): string {
  if (isOperator(caller) || (caller.kind === "user" && caller.userId === id)) return id;
  throw notFound(`User ${id} not found.`);
}

async function shown(db: Queries, id: string): Promise<Answer> {
  const topUp = (await findTopUp(db, id)) ?? topUps.row({ subscriptionId: id });
  const { enabled, threshold, packageId, monthLimitMinor, failures, stopped } = topUp;
  const monthMinor = await boughtInMonth(db, id, await readClock(db));
  const output: z.output<typeof TopUpOutput> = {
    subscription_id: id,
    ...wireOf({ enabled, threshold, packageId, monthLimitMinor, monthMinor, failures, stopped }),
  };
  return json(output);
}

async function putForCaller(context: Context, call: BodyCall<typeof TopUpRequest, { id: string }>) {
  const { id } = call.params;
  const wanted = membersOf(call.body);
  const { enabled, packageId, monthLimitMinor } = wanted;
  if (enabled) requireNotHeld(context);
  return auditedChange(context, call, "top_up.update", `/subscriptions/${id}/top-up`, async (tx) => {
    const subscription = requireSubscription(await lockSubscription(tx, id), id, call.caller);
    if (enabled) await requireSold(tx, context.config, subscription.ownerId);
    if (enabled) await requirePossible(tx, subscription, packageId, monthLimitMinor);
    await putTopUp(tx, topUps.row({ subscriptionId: id, ...wanted, updatedAt: await readClock(tx) }));
    return { after: call.body, answer: await shown(tx, id) };
  });
}

/** Throws 409 if it could never buy anything. */
async function requirePossible(
  tx: Queries,
  { id, ownerId }: SubscriptionRow,
  packageId: string,
  limit: number,
): Promise<void> {
  const plan = await findPlan(tx, id);
  const offer = plan && (await findOfferFor(tx, plan.productId, plan.offerVersion));
  const bought = offer?.packages.find((one) => one.id === packageId);
  if (!offer || !bought) throw conflict(`Package ${packageId} is not on sale. Nothing was changed.`);
  if (limit < bought.price_minor)
    throw conflict(
      `A limit below the package (${formatMoney(bought.price_minor, offer.currency)}) buys nothing. Nothing was changed.`,
    );
  if (!(await findMethod(tx, ownerId)))
    throw conflict("No card is saved. Pay once by card first. Nothing was changed.");
}
