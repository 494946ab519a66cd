import { count, listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { shortPrice } from "../../base/money.ts";
import { periodWord } from "../../base/period-words.ts";
import type { OfferPackage, SoldPlan } from "./offer-queries.ts";
import { beyondText, capText, creditPrice, everyText } from "./offer-words.ts";

/** Whether a call that finds nothing costs nothing. */
export const isFreeIfMissing = ({ policy }: SoldPlan): boolean => policy.charge_on !== "always";

/** The number of VINs that a subscription may watch if its policy sets none. */
const watchesDefault = 1000;

const isPaid = ({ offer }: SoldPlan) => offer.price_minor > 0;

/** The plan that the page recommends: the middle one of those with a price. */
export function middlePlan(plans: readonly SoldPlan[]): SoldPlan | undefined {
  const paid = plans.filter(isPaid);
  return paid[Math.floor(paid.length / 2)] ?? plans.at(-1);
}

/** The heading: the lowest price, and whether misses are free in all plans. */
export function promise(plans: readonly SoldPlan[]): string {
  const lowest = plans.find(isPaid)?.offer;
  const from = lowest
    ? t("From {shortPrice} {everyText}.", {
        shortPrice: shortPrice(lowest.price_minor, lowest.currency),
        everyText: everyText(lowest.price_every),
      })
    : t("Plans without a price.");
  return plans.every(isFreeIfMissing) ? t("{from} Not found is free.", { from }) : from;
}

/** `Starter, Growth and Scale`. */
export function namesText(plans: readonly SoldPlan[]): string {
  const names = plans.map(({ display_name }) => display_name);
  return listed(names);
}

/** The one currency of all plans; undefined if they differ. */
export function commonCurrency(plans: readonly SoldPlan[]): string | undefined {
  const currencies = new Set(plans.map(({ offer }) => offer.currency));
  return currencies.size === 1 ? [...currencies][0] : undefined;
}

export interface PricedLookup {
  readonly name: string;
  /** The least and the most that its lookups cost; undefined if the plan does not have it. */
  readonly credits: readonly [min: number, max: number] | undefined;
}

const listName = t("Lists of years, makes and models");

/** All lookups of all plans, the cheapest of this plan first, with its prices. */
export function lookupsOf(plan: SoldPlan, plans: readonly SoldPlan[]): readonly PricedLookup[] {
  const names = new Map(plans.flatMap(({ lookups }) => lookups.map(({ api, name }) => [api, name] as const)));
  const lookups = [...names].map(([api, name]): PricedLookup => {
    const own = plan.lookups.find((one) => one.api === api);
    return { name, credits: own && [own.credits_min, own.credits_max] };
  });
  const least = ({ credits }: PricedLookup) => credits?.[0] ?? Number.POSITIVE_INFINITY;
  lookups.sort((a, b) => (least(a) === least(b) ? a.name.localeCompare(b.name) : least(a) - least(b)));
  return [...lookups, { name: listName, credits: [plan.list_credits, plan.list_credits] }];
}

/** Whether a lookup costs the same number of credits in all plans. */
export function haveSamePrices(plans: readonly SoldPlan[]): boolean {
  const [first] = plans;
  if (!first) return true;
  const shown = (plan: SoldPlan) => JSON.stringify(lookupsOf(plan, plans));
  return plans.every((plan) => shown(plan) === shown(first));
}

/** Packages, and the plans that have exactly these. */
export function packageGroups(
  plans: readonly SoldPlan[],
): readonly { readonly packages: readonly OfferPackage[]; readonly plans: readonly SoldPlan[] }[] {
  const withPackages = plans.filter(({ offer }) => offer.packages.length > 0);
  const groups = Map.groupBy(withPackages, ({ offer }) =>
    JSON.stringify([offer.currency, offer.packages.map(({ id, ...one }) => one)]),
  );
  return [...groups.values()].map((group) => ({ packages: group[0]!.offer.packages, plans: group }));
}

/** A row of the comparison: a cell for each plan. */
export interface ComparedRow {
  readonly name: string;
  cell(plan: SoldPlan): string;
}

const no = t("no");
const orNo = (text: string | undefined) => text ?? no;

/** The properties that plans differ in, by subject. */
export function comparison(
  plans: readonly SoldPlan[],
): readonly { readonly subject: string; readonly rows: readonly ComparedRow[] }[] {
  const lookups = new Set(plans.flatMap((plan) => plan.lookups.map(({ api }) => api))).size;
  const some = (has: (plan: SoldPlan) => boolean, ...rows: ComparedRow[]) => (plans.some(has) ? rows : []);
  const groups = [
    {
      subject: t("Money"),
      rows: [
        { name: t("Price"), cell: ({ offer }) => priceCell(offer) },
        { name: t("Credits"), cell: ({ offer }) => creditsCell(offer) },
        { name: t("Unused credits stay"), cell: ({ offer }) => unusedCell(offer) },
        ...some(({ offer }) => offer.overage_minor !== null, {
          name: t("Beyond credits"),
          cell: ({ offer }) => orNo(beyondText(offer)),
        }),
        ...some(({ offer }) => offer.overage_minor !== null, {
          name: t("Highest cap you can set"),
          cell: ({ offer }) => orNo(capText(offer)),
        }),
      ],
    },
    {
      subject: t("Calls"),
      rows: [
        { name: t("Rate limit"), cell: rateCell },
        ...some(({ policy }) => policy.quota !== undefined, { name: t("Quota"), cell: quotaCell }),
        {
          name: t("Lookups"),
          cell: (plan) =>
            plan.lookups.length === lookups
              ? t("all")
              : t("{lookups} of {all}", { lookups: plan.lookups.length, all: lookups }),
        },
        ...some((plan) => !isFreeIfMissing(plan), {
          name: t("Not found"),
          cell: (plan) => (isFreeIfMissing(plan) ? t("free") : t("charged")),
        }),
        ...some(({ policy }) => policy.charge_on === "valid", {
          name: t("VIN with a wrong check digit"),
          cell: ({ policy }) => (policy.charge_on === "valid" ? t("free") : t("charged")),
        }),
        { name: t("Watched VINs"), cell: ({ policy }) => count(policy.watches ?? watchesDefault) },
      ],
    },
    {
      subject: t("Account"),
      rows: [
        ...some(({ offer }) => offer.members_max !== null, {
          name: t("Members"),
          cell: ({ offer }) => (offer.members_max === null ? t("no limit") : count(offer.members_max)),
        }),
        ...some(({ offer }) => offer.invoice_allowed, {
          name: t("Pay by invoice"),
          cell: ({ offer }) => (offer.invoice_allowed ? t("yes") : no),
        }),
        ...some(({ approval_required }) => approval_required, {
          name: t("Starts"),
          cell: ({ approval_required }) => (approval_required ? t("after approval") : t("immediately")),
        }),
      ],
    },
  ] satisfies { subject: string; rows: ComparedRow[] }[];
  return groups.filter(({ rows }) => rows.length > 0);
}

type SoldOffer = SoldPlan["offer"];

const priceCell = ({ price_minor, price_every, currency }: SoldOffer) =>
  `${shortPrice(price_minor, currency)} ${everyText(price_every)}`;

const creditsCell = ({ credits, credits_every }: SoldOffer) =>
  credits === 0 ? no : `${count(credits)} ${everyText(credits_every)}`;

function unusedCell({ credits, credits_every, carry_over }: SoldOffer): string {
  if (credits === 0 || (credits_every === "month" && carry_over === 0)) return no;
  if (credits_every === "once") return t("always");
  return t("{carryOver, plural, one {# month} other {# months}}", { carryOver: carry_over });
}

type Limited = Pick<SoldPlan, "policy">;

const timeOf = (seconds: number): string => (seconds === 60 ? t("minute") : `${count(seconds)} s`);

function rateCell({ policy: { rate_limit: rate } }: Limited): string {
  if (!rate) return t("no limit");
  return t("{calls} per {time}", { calls: count(rate.calls), time: timeOf(rate.renewal_period_s) });
}

/** `600 calls per minute`; undefined without a limit. */
export const callsText = ({ policy: { rate_limit: rate } }: Limited): string | undefined =>
  rate &&
  t("{calls, plural, one {# call} other {# calls}} per {time}", {
    calls: rate.calls,
    time: timeOf(rate.renewal_period_s),
  });

function quotaCell({ policy: { quota } }: SoldPlan): string {
  if (!quota) return no;
  const until =
    quota.renewal === "lifetime" ? t("in total") : t("per {renewal}", { renewal: periodWord(quota.renewal) });
  const kilobytes = quota.bandwidth_kb === undefined ? [] : [`${count(quota.bandwidth_kb)} kB`];
  const calls = quota.calls === undefined ? [] : [t("{calls} calls", { calls: count(quota.calls) })];
  return `${[...calls, ...kilobytes].join(", ")} ${until}`;
}

/** Whether a plan's credits have a price, so that a call has one. */
export const hasCallPrice = ({ offer }: SoldPlan): boolean => creditPrice(offer) !== undefined;
