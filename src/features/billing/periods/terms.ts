import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { periodStart } from "../../offers/calendar/periods.ts";
import type { Offer } from "../../offers/offer.ts";
import { findOfferVersion, offerVersions } from "../../offers/stored-offers.ts";
import { anchorOf, nextTerms, type Plan } from "../rows/plan.ts";

const monthsOf = { month: 1, year: 12 };

/** What period `index` of an offer costs, counted from 0, in minor units. */
export function priceOf(offer: Offer, index: number): number {
  const isDue = offer.price_every === "once" ? index === 0 : index % monthsOf[offer.price_every] === 0;
  return isDue ? offer.price_minor : 0;
}

/** The credits that period `index` of an offer brings. */
export const creditsOf = ({ credits, credits_every: every }: Offer, index: number): number =>
  every === "month" || index === 0 ? credits : 0;

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

const versionsMax = 100;

/** The offers of plans' next periods, read once per product and transaction: a version that is in force does not change. */
export class Terms {
  readonly #tx: Queries;
  readonly #versions = new Map<string, Promise<readonly Offer[]>>();

  constructor(tx: Queries) {
    this.#tx = tx;
  }

  /** The newest version whose notice ends until the period starts; the plan's own one before. */
  async offerOf(plan: Plan): Promise<Offer> {
    const { productId, version } = nextTerms(plan);
    const versions = await this.#versionsOf(productId);
    const newest = versions.find(
      (one) =>
        one.version === version ||
        (one.version > version && one.on_sale && noticeEndsOf(one) <= plan.nextStartsAt),
    );
    const offer = newest ?? (await findOfferVersion(this.#tx, productId, version));
    if (!offer) throw new Error(`product ${productId} has no version ${version} of its offer`);
    return offer;
  }

  #versionsOf(productId: string): Promise<readonly Offer[]> {
    const known = this.#versions.get(productId);
    if (known) return known;
    const reading = offerVersions(this.#tx, productId, { limit: versionsMax, offset: 0 });
    this.#versions.set(productId, reading);
    return reading;
  }
}
