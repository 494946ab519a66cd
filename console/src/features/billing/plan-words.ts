import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { amountOf, price, shortPrice } from "../../base/money.ts";
import type { Sums } from "../../parts/use-sums.ts";
import { everyText } from "../offers/offer-words.ts";
import type { Grant, Period, Plan, PlanOffer, PossibleChange } from "./plan-queries.ts";
import type { ZoneDates } from "./zone-dates.ts";

/** Grants whose credits are left, in the order in which they are spent; without what is beyond credits. */
export const openGrants = (grants: readonly Grant[]): readonly Grant[] =>
  grants.filter(({ source, left, state }) => left > 0 && source !== "overage" && state !== "waiting");

export const creditsLeft = (grants: readonly Grant[]): number =>
  openGrants(grants).reduce((sum, { left }) => sum + left, 0);

/** `€99.00 per month`. */
export const offerPrice = ({ price_minor, price_every, currency }: PlanOffer): string =>
  `${shortPrice(price_minor, currency)} ${everyText(price_every)}`;

/** Whether it is another plan with a price, and nothing is sold now. */
export const isUnsold = ({ not_sold, offer }: Plan, { price_minor, product_id }: PossibleChange): boolean =>
  not_sold !== null && price_minor > 0 && product_id !== offer?.product_id;

/** The name of the plan that follows; undefined if none does. */
export const nextName = ({ change, changes }: Plan): string | undefined =>
  change?.product_id
    ? (changes.find(({ product_id }) => product_id === change.product_id)?.display_name ?? change.product_id)
    : undefined;

/** The heading of the page of billing. */
export function billingHeading(plan: Plan, grants: readonly Grant[], dates: ZoneDates, sums: Sums): string {
  const { state, offer, change, renewal, period } = plan;
  const left = t("{creditsLeft, plural, one {# credit} other {# credits}}", {
    creditsLeft: creditsLeft(grants),
  });
  if (!offer || state === "none" || state === "ended") return t("{left} left. Nothing to pay", { left });
  if (period?.state === "unpaid")
    return t("{left} left. The period from {short} is unpaid", {
      left,
      short: dates.short(period.starts_at),
    });
  const name = offer.display_name;
  if (state === "paused" || state === "suspended") return t("{name} is {state}", { name, state });
  if (state === "lapsed") return t("{name} has lapsed: a period was not paid", { name });
  if (change)
    return change.product_id === null
      ? t("{name} until {short}, then no renewal", { name, short: dates.short(change.at) })
      : t("{name} until {short}, then {nextName}", {
          name,
          short: dates.short(change.at),
          nextName: nextName(plan),
        });
  return renewal
    ? t("{name}: {price} due on {short}", {
        name,
        price: sums.sum(renewal.price_minor, renewal.currency),
        short: dates.short(renewal.at),
      })
    : t("{name}, without renewal", { name });
}

/** Until when keys work without a renewal. */
export function keysText(grants: readonly Grant[], dates: ZoneDates): string {
  const open = openGrants(grants);
  const last = open
    .map(({ expires_at }) => expires_at)
    .toSorted()
    .at(-1);
  if (open.length === 0) return t("No credits are left: your keys return 402.");
  if (!last || open.some(({ expires_at }) => expires_at === null))
    return t("Your keys work until the last credit is spent.");
  return t("Your keys work until the last credit is spent or expires ({day}).", { day: dates.day(last) });
}

/** `1,353 expire on 12 Dec, 15,000 on 12 Jan`; undefined if no credits expire. */
export function expiriesText(grants: readonly Grant[], dates: ZoneDates): string | undefined {
  const byDate = Map.groupBy(
    openGrants(grants).filter(({ expires_at }) => expires_at !== null),
    ({ expires_at }) => dates.short(expires_at!),
  );
  const parts = [...byDate].map(([date, some], index) =>
    t("{reduce}{index, plural, =0 { expire} other {}} on {date}", {
      reduce: count(some.reduce((sum, { left }) => sum + left, 0)),
      index,
      date,
    }),
  );
  return parts.length === 0 ? undefined : parts.join(", ");
}

type Overage = NonNullable<Plan["overage"]>;

/** `€8.00 per 1,000 credits`. */
export const beyondPrice = ({ price_minor, per, currency }: Overage): string =>
  t("{price} per {per} credits", { price: price(price_minor, currency), per: count(per) });

/** What credits beyond the plan's cost. */
export const beyondAmount = (credits: number, { price_minor, per }: Overage): bigint =>
  amountOf(credits, price_minor, per);

/** The most credits that an amount in minor units pays. */
export const creditsFor = (minor: number, { price_minor, per }: Overage): number =>
  price_minor === 0 ? 0 : Number((BigInt(minor) * BigInt(per)) / BigInt(price_minor));

/** A period's state with its shape. */
export const periodStates = {
  due: ["other", t("Due")],
  unpaid: ["failed", t("Unpaid")],
  paid: ["ok", t("Paid")],
  lapsed: ["blocked", t("Lapsed")],
} as const satisfies Record<Period["state"], readonly [string, string]>;
