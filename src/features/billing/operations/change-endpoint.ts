import { z } from "zod";
import { auditContext } from "../../../access/audit.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { requireNotHeld } from "../../../calls/change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { isOperator } from "../../../http/caller.ts";
import { json } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { findScope } from "../../../management/subscriptions/subscription-creation.ts";
import { opened } from "../../../running/opened.ts";
import type { Offer } from "../../offers/offer.ts";
import { findOffer, findOfferVersion } from "../../offers/stored-offers.ts";
import { Billing } from "../billing.ts";
import { newPlan } from "../plans/begin-plan.ts";
import { changeNow, schedule } from "../plans/change-plan.ts";
import type { Plan } from "../rows/plan.ts";
import {
  auditForm,
  auditPlan,
  type Locked,
  lockForCaller,
  type PlanCall,
  requireNotLapsed,
  requirePlan,
} from "./plan-access.ts";
import { mayBeginNow, mayFollow, requireCurrency, shownFor, viewPlan } from "./plan-view.ts";
import { PlanOutput } from "./schemas.ts";

const seen = "Required with a product.";

export const PlanRequest = z
  .strictObject({
    product_id: entityId.nullable().describe("The product to change to; null ends renewals."),
    when: z
      .literal(["now", "period_end"])
      .describe("`now` begins a period at its full price; credits that are left stay until they expire."),
    price_minor: z.int().min(0).optional().describe(`The price that the caller saw. ${seen}`),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .describe(seen),
    offer_version: z
      .int()
      .min(1)
      .optional()
      .describe(`The version of the offer that the caller saw. ${seen}`),
  })
  .refine(
    ({ product_id, price_minor, currency, offer_version }) =>
      product_id === null ||
      (price_minor !== undefined && currency !== undefined && offer_version !== undefined),
    { path: ["price_minor"], error: "price_minor, currency and offer_version are required with a product" },
  )
  .refine(({ product_id, when }) => product_id !== null || when === "period_end", {
    path: ["when"],
    error: "must be period_end if renewals end",
  })
  .meta({
    id: "PlanRequest",
    example: {
      product_id: "growth",
      when: "now",
      price_minor: 9900,
      currency: "EUR",
      offer_version: 1,
    },
  });

type Request = z.output<typeof PlanRequest>;

export const changeEndpoint = endpoint({
  id: "changePlan",
  whileHeld: true,
  tag: "Subscriptions",
  audience: "customer",
  permission: "plans.change",
  extension: true,
  method: "POST",
  path: "/subscriptions/{id}/plan",
  summary: "Change a subscription's plan, or end its renewals",
  description:
    "A larger plan begins now or at the end of the period; a smaller one, and the end of renewals, at the end. Nothing is prorated. `price_minor`, `currency` and `offer_version` are those that the caller saw: if the offer has changed since, 409 and nothing is charged.",
  params: z.object({ id: entityId }),
  body: PlanRequest,
  response: PlanOutput,
  errors: ["not_found", "conflict"],
  idempotent: true,
  readsUsage: true,
  handle: changePlan,
});

function changePlan(context: Context, call: PlanCall<Request>) {
  const { id } = call.params;
  return call.change(async (tx) => {
    const locked = await lockForCaller(tx, context, call);
    const after = await change(tx, context, call, locked);
    await auditPlan(tx, context, call, "plan.change", {
      before: auditForm(locked.plan),
      after: auditForm(after),
    });
    return json(await viewPlan(tx, id, await shownFor(tx, context, call.caller)));
  });
}

async function change(tx: Queries, context: Context, call: PlanCall<Request>, locked: Locked): Promise<Plan> {
  const { product_id: productId, when } = call.body;
  const { subscription, how } = locked;
  if (productId === null) return schedule(tx, requireRenewing(requirePlan(locked)), null, how.now);
  requireNotHeld(context);
  const offer = await requireOffer(tx, call, productId);
  if (locked.plan) requireNotLapsed(locked.plan, call);
  const own = locked.plan && (await findOfferVersion(tx, locked.plan.productId, locked.plan.offerVersion));
  requireSeen(call.body, offer);
  const { timeZone, paymentOf, requireSold } = opened(context, Billing).beginning;
  if (offer.price_minor > 0 && !isOperator(call.caller)) await requireSold(tx, subscription.ownerId);
  if (when === "period_end") {
    const plan = requireRenewing(requirePlan(locked));
    if (!own || !mayFollow(offer, plan, own, how.now))
      throw notPossible(productId, "at the end of the period");
    requireCurrency(offer, own);
    return schedule(tx, plan, offer, how.now);
  }
  if (own) {
    requireCurrency(offer, own);
    if (!mayBeginNow(offer, locked.plan!, own, how.now)) throw notPossible(productId, "now");
  }
  const begun = locked.plan ?? newPlan(subscription.id, offer, timeZone, how.now);
  const payment = await paymentOf(tx, subscription.ownerId, offer);
  if (payment === "prepaid" && offer.price_minor > 0 && !isOperator(call.caller)) throw notPaid(offer);
  const plan = { ...begun, payment };
  return changeNow(tx, context, { subscription, plan, offer, how, audit: auditContext(context, call) });
}

const notPaid = ({ product_id, price_minor, currency }: Offer) =>
  conflict(
    `Plan ${product_id} begins when ${formatMoney(price_minor, currency)} is paid: POST /payments. Nothing was changed.`,
  );

const notPossible = (productId: string, when: string) =>
  conflict(
    `The change to ${productId} is not possible ${when}: the plan lists what is. Nothing was charged.`,
  );

function requireRenewing(plan: Plan): Plan {
  if (plan.state === "active" && Number.isSafeInteger(plan.nextStartsAt + 1)) return plan;
  throw conflict("The plan does not renew. Nothing was changed.");
}

/** What a product is sold at now. Throws 404 and 409. */
async function requireOffer(tx: Queries, { caller }: PlanCall, productId: string): Promise<Offer> {
  const operator = isOperator(caller);
  const product = await findScope(tx, `/products/${productId}`, !operator);
  const offer = await findOffer(tx, productId);
  if (!offer) throw conflict(`Plan ${productId} is not on sale. Ask the operator. Nothing was charged.`);
  if (product?.approvalRequired && !operator)
    throw conflict(`Plan ${productId} needs an approval. Ask the operator.`);
  return offer;
}

/** 409 if the offer is not the one that the caller saw. */
function requireSeen({ price_minor, currency, offer_version }: Request, offer: Offer): void {
  if (price_minor === offer.price_minor && currency === offer.currency && offer_version === offer.version)
    return;
  const saw = formatMoney(price_minor!, currency!);
  const is = formatMoney(offer.price_minor, offer.currency);
  throw conflict(
    `You saw ${saw}${saw === is ? `, version ${offer_version} of the offer` : ""}. Nothing was charged. It is ${is} now, version ${offer.version}.`,
  );
}
