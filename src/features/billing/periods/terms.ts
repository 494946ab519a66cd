import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { periodStart } from "../../offers/calendar/periods.ts";
import { type Offer, termsOf } from "../../offers/offer.ts";
import { findOfferVersion, noticedVersions } from "../../offers/stored-offers.ts";
import { anchorOf, isChanged, nextTerms, type Plan } from "../rows/plan.ts";

const monthsOf = { month: 1, year: 12 };

/** What period `index` of an offer costs, counted from 0, in minor units. */
export function priceOf(offer: Offer, index: number): number {
  const isDue = offer.price_every === "once" ? index === 0 : index % monthsOf[offer.price_every] === 0;
  return isDue ? offer.price_minor : 0;
}

/** What the next period of a plan costs by its offer. */
export const nextPrice = (plan: Plan, offer: Offer): number =>
  priceOf(offer, plan.nextNumber - (isChanged(plan) ? plan.changeNumber! : plan.pricedFrom));

/** The credits that period `index` of an offer brings. */
export const creditsOf = ({ credits, credits_every: every }: Offer, index: number): number =>
  every === "month" || index === 0 ? credits : 0;

/**
 * The credits of a period that is to be paid, whichever number it has: those that are granted once are paid once, with
 * the first period, also if it follows another plan.
 */
export const paidCreditsOf = ({ credits }: Offer): number => credits;

/** Whether another period follows the first one. */
export const isRenewed = ({ price_every, credits_every }: Offer): boolean =>
  price_every !== "once" || credits_every !== "once";

/** When a period and its credits end: `never` for what is sold once. */
export function endsOf(
  plan: Plan,
  offer: Offer,
  number: number,
): { readonly endsAt: number; readonly expiresAt: number } {
  if (!isRenewed(offer)) return { endsAt: never, expiresAt: never };
  const anchor = anchorOf(plan);
  const index = number - plan.firstNumber;
  const endsAt = periodStart(anchor, index + 1);
  if (offer.credits_every === "once") return { endsAt, expiresAt: never };
  const { carry_over: more } = offer;
  return { endsAt, expiresAt: more === 0 ? endsAt : periodStart(anchor, index + 1 + more) };
}

/** From when on a version applies to plans of older ones, with their next period. */
export const noticeEndsOf = ({ published_at: at, notice_days: days }: Offer): number => at + days * dayMs;

/** Whether a version has the terms of another one, so that it needs no notice: it takes back what was published between. */
const isSame = (one: Offer, other: Offer): boolean => {
  const { notice_days, who_pays, packages } = termsOf(one);
  return Bun.deepEquals(termsOf(one), { ...termsOf(other), notice_days, who_pays, packages });
};

const versionsMax = 100;

/** The offers of plans' next periods, read once per version and transaction: a version that is in force does not change. */
export class Terms {
  readonly #tx: Queries;
  readonly #noticed = new Map<string, Promise<readonly Offer[]>>();
  readonly #own = new Map<string, Promise<Offer | undefined>>();

  constructor(tx: Queries) {
    this.#tx = tx;
  }

  /**
   * The newest version that applies to all subscriptions, if its notice period ends by the start of the period, or
   * if its terms equal those of the plan; otherwise the version of the plan.
   */
  async offerOf(plan: Plan): Promise<Offer> {
    const { productId, version } = nextTerms(plan);
    const noticed = await once(this.#noticed, productId, () =>
      noticedVersions(this.#tx, productId, { limit: versionsMax }),
    );
    const own = await once(this.#own, `${productId} ${version}`, () =>
      findOfferVersion(this.#tx, productId, version),
    );
    if (!own) throw new Error(`product ${productId} has no version ${version} of its offer`);
    const applies = (one: Offer) => noticeEndsOf(one) <= plan.nextStartsAt || isSame(one, own);
    return noticed.find((one) => one.version > version && applies(one)) ?? own;
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const reading = known.get(key) ?? read();
  known.set(key, reading);
  return reading;
}
