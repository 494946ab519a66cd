import { isoTime, never } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { type Caller, isOperator } from "../../../http/caller.ts";
import { conflict } from "../../../http/errors.ts";
import { productName } from "../../../management/products/product-name.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { opened } from "../../../running/opened.ts";
import { given } from "../../../running/ports.ts";
import type { Offer } from "../../offers/offer.ts";
import { whyNotSold } from "../../offers/ports.ts";
import { findOfferFor, findOfferVersion, newestOffers } from "../../offers/stored-offers.ts";
import { Billing } from "../billing.ts";
import { endsOf, isRenewed, nextPrice, priceOf, Terms } from "../periods/terms.ts";
import { newPlan } from "../plans/begin-plan.ts";
import { type Period, periods } from "../rows/period-rows.ts";
import { hasNoNext, type Plan } from "../rows/plan.ts";
import { findPlan } from "../rows/plan-rows.ts";
import { type PlanOutput, shownOffer, shownPeriod, timeOf } from "./schemas.ts";

/** For whom a plan is shown. */
interface Shown {
  /** The time zone of a subscription without a plan. */
  readonly timeZone: string;
  readonly operator: boolean;
  /** Why the reader cannot begin what has a price; null if it can. */
  readonly notSold: string | null;
}

export async function shownFor(db: Queries, context: Context, caller: Caller): Promise<Shown> {
  const { beginning } = opened(context, Billing);
  const operator = isOperator(caller);
  const notSold = operator ? null : ((await given(context.running, whyNotSold)?.(db)) ?? null);
  return { timeZone: beginning.timeZone, operator, notSold };
}

/** The plan of a subscription, and what each change of it costs. */
export async function viewPlan(
  db: Queries,
  subscriptionId: string,
  { timeZone, operator, notSold }: Shown,
): Promise<PlanOutput> {
  const now = await readClock(db);
  const plan = await findPlan(db, subscriptionId);
  const offer = plan && (await findOfferVersion(db, plan.productId, plan.offerVersion));
  const current = await periods.select(
    db,
    sql`where subscription_id = ${subscriptionId} and ends_at > ${now} order by number`,
  );
  const running = current.find(({ startsAt }) => startsAt <= now);
  const waiting = current.find(({ startsAt }) => startsAt > now);
  const sold = await findSold(db, operator);
  const names = new Map(sold.map(({ offer: { product_id }, name }) => [product_id, name]));
  const name = offer && (names.get(offer.product_id) ?? (await productName(db, offer.product_id)));
  // A period that is paid ahead stays.
  const isKept = waiting?.state === "paid" && waiting.priceMinor > 0;
  const nextAt = waiting && !isKept ? waiting.startsAt : (plan?.nextStartsAt ?? now);
  return {
    subscription_id: subscriptionId,
    state: plan?.state ?? "none",
    payment: plan?.payment ?? null,
    time_zone: plan?.timeZone ?? timeZone,
    offer: offer ? shownOffer(offer, name!) : null,
    period: running ? shownPeriod(running, now) : null,
    renewal: plan ? await renewalOf(db, plan, waiting) : null,
    change:
      plan && plan.changeNumber !== null
        ? {
            at: isoTime(plan.changeAt),
            product_id: plan.nextProductId,
            offer_version: plan.nextOfferVersion,
          }
        : null,
    overage: plan && offer ? overageOf(plan, offer) : null,
    packages: (plan && (await findOfferFor(db, plan.productId, plan.offerVersion)))?.packages ?? [],
    changes: sold
      .filter((one) => !offer || one.offer.currency === offer.currency)
      .map((one) => ({
        ...shownOffer(one.offer, one.name),
        ...(notSold !== null && one.offer.price_minor > 0
          ? { now: null, period_end: null }
          : costs(one.offer, { plan, offer, nextAt, now, timeZone, subscriptionId })),
      })),
    not_sold: notSold,
  };
}

function overageOf(plan: Plan, { overage_cap_max, overage_minor, overage_per, currency }: Offer) {
  if (overage_cap_max === null || overage_minor === null || overage_per === null) return null;
  return { cap: plan.cap, cap_max: overage_cap_max, price_minor: overage_minor, per: overage_per, currency };
}

async function renewalOf(
  db: Queries,
  plan: Plan,
  entered: Period | undefined,
): Promise<PlanOutput["renewal"]> {
  if (entered) {
    const { startsAt, number, productId, offerVersion, priceMinor, currency } = entered;
    return {
      at: isoTime(startsAt),
      number,
      product_id: productId,
      offer_version: offerVersion,
      price_minor: priceMinor,
      currency,
    };
  }
  if (plan.state !== "active" || plan.nextStartsAt === never || hasNoNext(plan)) return null;
  const offer = await new Terms(db).offerOf(plan);
  const number = plan.nextNumber;
  return {
    at: isoTime(plan.nextStartsAt),
    number,
    product_id: offer.product_id,
    offer_version: offer.version,
    price_minor: nextPrice(plan, offer),
    currency: offer.currency,
  };
}

interface Sold {
  readonly offer: Offer;
  readonly name: string;
}

/** The products on sale that a customer can take without an approval; operators can move it to all. */
async function findSold(db: Queries, operator: boolean): Promise<Sold[]> {
  const offers = [...(await newestOffers(db)).values()].filter(({ on_sale }) => on_sale);
  if (offers.length === 0) return [];
  const products = await db.all<{ id: string; name: string; free: number }>(sql`
    select id, display_name as name, case when state = 'published' and approval_required = 0 then 1 else 0 end as free
    from product where id in (${list(offers.map(({ product_id }) => product_id))})`);
  const found = new Map(products.map((one) => [one.id, one]));
  return offers
    .flatMap((offer) => {
      const product = found.get(offer.product_id);
      return product && (operator || product.free === 1) ? [{ offer, name: product.name }] : [];
    })
    .sort((a, b) => yearly(a.offer) - yearly(b.offer) || (a.offer.product_id < b.offer.product_id ? -1 : 1));
}

/** What offers are compared by: a smaller price is a smaller plan. */
const yearly = ({ price_minor, price_every }: Offer): number =>
  price_every === "month" ? price_minor * 12 : price_minor;

const isSmaller = (offer: Offer, than: Offer): boolean => yearly(offer) < yearly(than);

interface Costing {
  readonly plan: Plan | undefined;
  readonly offer: Offer | undefined;
  /** When the next period starts. */
  readonly nextAt: number;
  readonly now: number;
  readonly timeZone: string;
  readonly subscriptionId: string;
}

function costs(offer: Offer, { plan, offer: own, nextAt, now, timeZone, subscriptionId }: Costing) {
  const price_minor = priceOf(offer, 0);
  const begun = newPlan(subscriptionId, offer, plan?.timeZone ?? timeZone, now);
  const isNow = !plan || !own || mayBeginNow(offer, plan, own, now);
  const isNext = plan && own && mayFollow(offer, plan, own, now);
  return {
    now: isNow ? { price_minor, ends_at: timeOf(endsOf(begun, offer, 0).endsAt) } : null,
    period_end: isNext ? { price_minor, at: isoTime(nextAt) } : null,
  };
}

/** Whether a period of a plan has not ended yet. */
const isRunning = ({ nextStartsAt }: Plan, now: number): boolean => nextStartsAt > now;

/** While a period runs, a plan can only be replaced at once by another one that is not smaller. */
export const mayBeginNow = (offer: Offer, plan: Plan, own: Offer, now: number): boolean =>
  !isRunning(plan, now) ||
  (offer.product_id !== own.product_id && !(isRenewed(own) && isSmaller(offer, own)));

/** Whether an offer can follow when the period that runs ends. */
export const mayFollow = (offer: Offer, plan: Plan, own: Offer, now: number): boolean =>
  plan.state === "active" && isRunning(plan, now) && isRenewed(own) && offer.product_id !== own.product_id;

/** 409 if an offer is sold in another currency than the plan is paid in. */
export function requireCurrency(offer: Offer, own: Offer): void {
  if (offer.currency !== own.currency)
    throw conflict(
      `The plan is paid in ${own.currency}, and ${offer.product_id} is sold in ${offer.currency}. Create another subscription.`,
    );
}
