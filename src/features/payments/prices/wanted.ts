import { never } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { productName } from "../../../management/products/product-name.ts";
import type { SubscriptionRow } from "../../../management/subscriptions/subscription-resource.ts";
import { given } from "../../../running/ports.ts";
import { mayBeginNow, requireCurrency } from "../../billing/operations/plan-view.ts";
import { creditsOf, endsOf, paidCreditsOf, priceOf } from "../../billing/periods/terms.ts";
import { newPlan } from "../../billing/plans/begin-plan.ts";
import { plans } from "../../billing/ports.ts";
import { findPeriod } from "../../billing/rows/period-rows.ts";
import { findPlan } from "../../billing/rows/plan-rows.ts";
import type { Offer, OfferPackage } from "../../offers/offer.ts";
import { findOffer, findOfferFor, findOfferVersion } from "../../offers/stored-offers.ts";
import type { PaymentTerms } from "../rows/payment.ts";
import { type LineWording, lineWordingOf, periodText } from "./line-texts.ts";
import { monthsAfter } from "./months.ts";

/** What a customer names to buy it. */
export type Wanted =
  | { readonly kind: "plan"; readonly product_id: string }
  | { readonly kind: "package"; readonly package_id: string }
  | { readonly kind: "renewal"; readonly period: number };

type Untaxed = Omit<PaymentTerms, "tax">;

/** What it is, and what it costs without tax. Milliseconds UTC; `expiresAt` is `never` for credits that do not expire. */
export interface Priced {
  readonly terms: Untaxed;
  readonly period: number | null;
  readonly netMinor: number;
  readonly currency: string;
  readonly credits: number;
  readonly startsAt: number;
  readonly expiresAt: number;
}

const notOnSale = (what: string) =>
  conflict(`${what} is not on sale. Ask the operator. Nothing was charged.`);

/** The price of what a subscription can buy now. Throws 404 and 409. */
export async function priceWanted(
  db: Queries,
  context: Context,
  { id, ownerId }: SubscriptionRow,
  wanted: Wanted,
  now: number,
): Promise<Priced> {
  const words = await lineWordingOf(db, ownerId);
  if (wanted.kind === "plan") return pricePlan(db, context, id, wanted.product_id, now, words);
  return wanted.kind === "package"
    ? pricePackage(db, id, wanted.package_id, now, words)
    : pricePeriod(db, id, wanted.period, words);
}

async function pricePlan(
  db: Queries,
  context: Context,
  subscriptionId: string,
  productId: string,
  now: number,
  words: LineWording,
): Promise<Priced> {
  const product = await db.get<{ name: string; free: number }>(sql`
    select display_name as name, case when state = 'published' and approval_required = 0 then 1 else 0 end as free
    from product where id = ${productId}`);
  const offer = await findOffer(db, productId);
  if (!product || product.free === 0 || !offer) throw notOnSale(`Plan ${productId}`);
  const plan = await findPlan(db, subscriptionId);
  const own = plan && (await findOfferVersion(db, plan.productId, plan.offerVersion));
  if (own) requireCurrency(offer, own);
  if (plan && own && !mayBeginNow(offer, plan, own, now))
    throw conflict(`The change to ${productId} is not possible now. Nothing was charged.`);
  const zone = plan?.timeZone ?? given(context.running, plans).timeZone;
  const { endsAt, expiresAt } = endsOf(newPlan(subscriptionId, offer, zone, now), offer, 0);
  return {
    terms: termsOf(offer, periodText(product.name, now, endsAt, zone, words), {
      from: now,
      to: toOf(endsAt),
      timeZone: zone,
    }),
    period: null,
    netMinor: priceOf(offer, 0),
    currency: offer.currency,
    credits: creditsOf(offer, 0),
    startsAt: now,
    expiresAt,
  };
}

async function pricePackage(
  db: Queries,
  subscriptionId: string,
  packageId: string,
  now: number,
  words: LineWording,
): Promise<Priced> {
  const plan = await findPlan(db, subscriptionId);
  const offer = plan && (await findOfferFor(db, plan.productId, plan.offerVersion));
  const bought = offer?.packages.find(({ id }) => id === packageId);
  if (!plan || !offer || !bought) throw notOnSale(`Package ${packageId}`);
  return pricedPackage(offer, bought, plan.timeZone, now, words);
}

/** A package of an offer, bought now. */
export function pricedPackage(
  offer: Offer,
  bought: OfferPackage,
  zone: string,
  now: number,
  words: LineWording,
): Priced {
  const { id: packageId, months, credits, price_minor: netMinor } = bought;
  const expiresAt = monthsAfter(now, months, zone);
  const text = words.say("Package, {credits}", { credits: words.counted(credits, "credit") });
  return {
    terms: termsOf(offer, text, { packageId, months, from: now, to: expiresAt, timeZone: zone }),
    period: null,
    netMinor,
    currency: offer.currency,
    credits,
    startsAt: now,
    expiresAt,
  };
}

async function pricePeriod(
  db: Queries,
  subscriptionId: string,
  number: number,
  words: LineWording,
): Promise<Priced> {
  const plan = await findPlan(db, subscriptionId);
  const period = await findPeriod(db, subscriptionId, number);
  if (!plan || !period) throw notFound(`Subscription ${subscriptionId} has no period ${number}.`);
  if (period.state !== "due")
    throw conflict(`Period ${number} is ${period.state} already. Nothing was charged.`);
  const offer = (await findOfferVersion(db, period.productId, period.offerVersion))!;
  const { startsAt, endsAt, priceMinor, currency } = period;
  const name = await productName(db, period.productId);
  return {
    terms: termsOf(offer, periodText(name, startsAt, endsAt, plan.timeZone, words), {
      from: startsAt,
      to: toOf(endsAt),
      timeZone: plan.timeZone,
    }),
    period: number,
    netMinor: priceMinor,
    currency,
    credits: paidCreditsOf(offer),
    startsAt,
    expiresAt: endsOf(plan, offer, number).expiresAt,
  };
}

const toOf = (endsAt: number): number | null => (endsAt === never ? null : endsAt);

const termsOf = (
  { product_id: productId, version: offerVersion }: Offer,
  text: string,
  more: Pick<PaymentTerms, "timeZone" | "from" | "to"> & Partial<Untaxed>,
): Untaxed => ({ text, productId, offerVersion, ...more });
