import { amountOf, sumOf } from "../../../base/format/money.ts";
import type { OfferTerms } from "../offer.ts";
import { type Anchor, periodStart, periods } from "./periods.ts";

/** A period of one subscription that is used evenly. Days are those of the anchor's zone, `2026-11-30`. */
export interface NextPeriod {
  /** From 1, as people count. */
  readonly number: number;
  readonly starts_on: string;
  readonly ends_on: string;
  /** When the price is charged: a day ahead, the first immediately; null if nothing is. */
  readonly charged_on: string | null;
  readonly price_minor: number;
  /** Granted at the start. */
  readonly credits: number;
  /** When those expire; null if they do not, or if there are none. */
  readonly expire_on: string | null;
  /** Paid by credits of the plan. */
  readonly used: number;
  readonly expired: number;
  /** At the end, without those that expire then. */
  readonly left: number;
  /** What no credits of the plan are left for. */
  readonly beyond: number;
  /** The price of `beyond` up to the highest cap; null if the offer has none beyond. */
  readonly beyond_minor: number | null;
}

interface Grant {
  readonly expiresAt: number;
  left: number;
}

const monthsOf = { month: 1, year: 12 };

/** The periods of a subscription from its start, if each uses so many credits. */
export function nextPeriods(terms: OfferTerms, anchor: Anchor, use: number, count: number): NextPeriod[] {
  // Oldest first, which is the order in which they expire.
  const grants: Grant[] = [];
  return periods(anchor, 0, count).map(({ number, startsAt, endsAt }) => {
    const isCharged = terms.price_minor > 0 && isDue(terms, number);
    const isGranted = terms.credits > 0 && (terms.credits_every === "month" || number === 0);
    const expiresAt =
      terms.credits_every === "once"
        ? Number.POSITIVE_INFINITY
        : periodStart(anchor, number + 1 + terms.carry_over);
    if (isGranted) grants.push({ expiresAt, left: terms.credits });
    const used = spend(grants, use);
    const expiring = grants.filter((grant) => grant.expiresAt <= endsAt);
    const expired = sumOf(expiring.map(({ left }) => left));
    grants.splice(0, expiring.length);
    const beyond = use - used;
    const day = (at: number) => dayOf(at, anchor.zone).toString();
    return {
      number: number + 1,
      starts_on: day(startsAt),
      ends_on: day(endsAt),
      charged_on: isCharged ? chargedOn(number, dayOf(startsAt, anchor.zone)) : null,
      price_minor: isCharged ? terms.price_minor : 0,
      credits: isGranted ? terms.credits : 0,
      expire_on: isGranted && expiresAt !== Number.POSITIVE_INFINITY ? day(expiresAt) : null,
      used,
      expired,
      left: sumOf(grants.map(({ left }) => left)),
      beyond,
      beyond_minor: priceBeyond(terms, beyond),
    };
  });
}

const isDue = ({ price_every: every }: OfferTerms, number: number): boolean =>
  every === "once" ? number === 0 : number % monthsOf[every] === 0;

const chargedOn = (number: number, start: Temporal.PlainDate): string =>
  (number === 0 ? start : start.subtract({ days: 1 })).toString();

function spend(grants: readonly Grant[], use: number): number {
  let rest = use;
  for (const grant of grants) {
    const taken = Math.min(grant.left, rest);
    grant.left -= taken;
    rest -= taken;
  }
  return use - rest;
}

function priceBeyond(
  { overage_minor, overage_per, overage_cap_max }: OfferTerms,
  beyond: number,
): number | null {
  if (overage_minor === null || overage_per === null || overage_cap_max === null) return null;
  return amountOf(Math.min(beyond, overage_cap_max), overage_minor, overage_per);
}

const dayOf = (at: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
