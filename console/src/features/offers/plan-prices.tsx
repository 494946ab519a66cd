import { useQueries, useQuery } from "@tanstack/react-query";
import type { Product } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import type { PlanPricesPart } from "../../parts/page-parts.ts";
import { Failure } from "../../parts/states.tsx";
import { type Column, Unknown } from "../../parts/table.tsx";
import { type Offer, pricing, versionsOf } from "./offer-queries.ts";
import { creditsText, everyText, priceText } from "./offer-words.ts";
import { NotSoldNotice, saleStateOf } from "./sale-state.tsx";
import { customersOf } from "./who-pays.tsx";

const none = <span className="soft">{t("none")}</span>;

/** What the customers of a plan pay per month, by currency; undefined while they are not counted. */
function monthlyOf(versions: readonly Offer[]): ReadonlyMap<string, bigint> | undefined {
  if (versions.length === 0 || customersOf(versions) === null) return undefined;
  const sums = new Map<string, bigint>();
  for (const { currency, price_minor, price_every, subscriptions } of versions) {
    const sum = BigInt(subscriptions ?? 0) * BigInt(price_minor);
    const monthly = price_every === "once" ? 0n : price_every === "year" ? sum / 12n : sum;
    sums.set(currency, (sums.get(currency) ?? 0n) + monthly);
  }
  return sums;
}

const sumText = (sums: ReadonlyMap<string, bigint>): string =>
  [...sums].map(([currency, minor]) => price(minor, currency)).join(", ");

/** The prices of all plans, with what their customers pay. */
export function PlanPrices({ products, children }: PlanPricesPart) {
  const sold = useQuery(pricing);
  const notSold = sold.data?.not_sold ?? null;
  const all = useQueries({ queries: products.map(({ id }) => versionsOf(id)) });
  const versions = new Map(products.map(({ id }, index) => [id, all[index]?.data?.items]));
  const newest = ({ id }: Product) => versions.get(id)?.[0];
  const monthly = new Map(
    products.flatMap(({ id }) => {
      const sums = monthlyOf(versions.get(id) ?? []);
      return sums ? [[id, sums] as const] : [];
    }),
  );
  const failed = all.find(({ error }) => error);
  const missing = ({ id }: Product) => (versions.get(id) ? none : <Unknown />);
  const prices: readonly Column<Product>[] = [
    {
      head: t("Price"),
      labelled: true,
      cell: (plan) => {
        const offer = newest(plan);
        return offer ? priceText(offer) : missing(plan);
      },
    },
    {
      head: t("Credits"),
      labelled: true,
      cell: (plan) => {
        const offer = newest(plan);
        if (!versions.get(plan.id)) return missing(plan);
        if (offer) return `${creditsText(offer)} ${everyText(offer.credits_every)}`;
        return plan.credits_granted === null
          ? t("unlimited")
          : t("{credits, plural, one {# credit} other {# credits}} once", { credits: plan.credits_granted });
      },
    },
  ];
  const income: readonly Column<Product>[] = [
    {
      head: t("Per month"),
      figures: true,
      cell: (plan) => {
        const sums = monthly.get(plan.id);
        return sums ? sumText(sums) : missing(plan);
      },
    },
  ];
  return children({
    isLoading: sold.isLoading || all.some(({ isLoading }) => isLoading),
    prices,
    income,
    notice: (
      <>
        <NotSoldNotice reason={notSold} />
        {failed && (
          <Failure
            error={failed.error}
            what={t("Could not load the prices")}
            retry={() => failed.refetch()}
          />
        )}
      </>
    ),
    note: incomeText(products, versions, monthly),
    stateOf: (plan) => (versions.get(plan.id) ? saleStateOf(plan, newest(plan), notSold) : undefined),
    customersOf: (plan) => {
      const own = versions.get(plan.id);
      return own?.length ? (customersOf(own) ?? undefined) : undefined;
    },
  });
}

/** `71 customers pay €5,089.80 per month.` */
function incomeText(
  products: readonly Product[],
  versions: ReadonlyMap<string, readonly Offer[] | undefined>,
  monthly: ReadonlyMap<string, ReadonlyMap<string, bigint>>,
): string | undefined {
  const total = new Map<string, bigint>();
  for (const sums of monthly.values())
    for (const [currency, minor] of sums) total.set(currency, (total.get(currency) ?? 0n) + minor);
  if (total.size === 0) return undefined;
  const paying = products
    .flatMap(({ id }) => versions.get(id) ?? [])
    .filter(({ price_minor }) => price_minor > 0);
  return t("{customers, plural, one {# customer pays} other {# customers pay}} {sum} per month.", {
    customers: customersOf(paying) ?? 0,
    sum: sumText(total),
  });
}
