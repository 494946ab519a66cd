import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { amountOf, price, shortPrice } from "../../base/money.ts";
import type { OfferTerms } from "./offer-queries.ts";

/** Terms with all their members. */
export type Terms = Required<OfferTerms>;

const everyWords = { once: t("once"), month: t("per month"), year: t("per year") } as const;

/** `per month`. */
export const everyText = (every: keyof typeof everyWords): string => everyWords[every];

/** `€99.00 per month`. */
export const priceText = ({ price_minor, price_every, currency }: Terms): string =>
  `${price(price_minor, currency)} ${everyText(price_every)}`;

/** The credits that a price pays: of twelve months by the year. */
export const creditsPaid = ({ credits, credits_every, price_every }: Terms): number =>
  price_every === "year" && credits_every === "month" ? 12 * credits : credits;

/** The price of credits: minor units per so many; undefined if credits have no price. */
export function creditPrice(terms: Terms): { readonly minor: number; readonly per: number } | undefined {
  const { price_minor, price_every, credits_every, overage_minor, overage_per } = terms;
  // A price once for credits of all months is none per credit.
  const isRate =
    price_minor > 0 && creditsPaid(terms) > 0 && !(price_every === "once" && credits_every === "month");
  if (isRate) return { minor: price_minor, per: creditsPaid(terms) };
  if (overage_minor !== null && overage_per !== null) return { minor: overage_minor, per: overage_per };
  return undefined;
}

/** `€6.60 per 1,000 credits.` */
export function rateText(terms: Terms): string | undefined {
  if (terms.price_minor === 0) return undefined;
  const rate = creditPrice(terms);
  return (
    rate &&
    t("{price} per 1,000 credits.", { price: price(amountOf(1000, rate.minor, rate.per), terms.currency) })
  );
}

/** `15,000 credits` and `per month`. */
export const creditsText = ({ credits }: Terms): string =>
  t("{credits, plural, one {# credit} other {# credits}}", { credits });

/** What becomes of credits that are not used. */
export function unusedText({ credits, credits_every, carry_over }: Terms): string | undefined {
  if (credits === 0) return undefined;
  if (credits_every === "once") return t("The credits do not expire");
  if (carry_over === 0) return t("Unused credits expire after the month");
  return t("Unused credits stay {carryOver, plural, one {# more month} other {# more months}}", {
    carryOver: carry_over,
  });
}

/** How long unused credits stay, as a choice has it. */
export const stayText = (periods: number): string =>
  t("{periods, plural, =0 {until the period ends} one {# more month} other {# more months}}", { periods });

/** `€49.90 per month: 5,000 credits once paid`. */
export const soldText = (terms: Terms): string =>
  terms.price_minor === 0
    ? t("Free: {credits}", { credits: creditsText(terms) })
    : t("{price}: {credits} once paid", { price: priceText(terms), credits: creditsText(terms) });

const namedMost = 3;

/** `3 lookups: Auction history, Basic VIN decoder, Liens`; many are only counted. */
export function lookupsText(names: readonly string[]): string {
  const words = t("{lookups, plural, one {# lookup} other {# lookups}}", { lookups: names.length });
  return names.length > 0 && names.length <= namedMost ? `${words}: ${names.join(", ")}` : words;
}

/** `€8.00 per 1,000`; undefined if nothing is beyond credits. */
export function beyondText({ overage_minor, overage_per, currency }: Terms): string | undefined {
  if (overage_minor === null || overage_per === null) return undefined;
  return t("{price} per {overagePer}", {
    price: price(overage_minor, currency),
    overagePer: count(overage_per),
  });
}

/** The price of the highest cap as people read it: `€500`; undefined if nothing is beyond credits. */
export function capText({
  overage_minor,
  overage_per,
  overage_cap_max,
  currency,
}: Terms): string | undefined {
  if (overage_minor === null || overage_per === null || overage_cap_max === null) return undefined;
  return shortPrice(amountOf(overage_cap_max, overage_minor, overage_per), currency);
}
