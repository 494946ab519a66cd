import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, dataOf, type Subscription } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { List, useOwnPaged } from "../../parts/list-page.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { type Column, hidden } from "../../parts/table.tsx";
import { type Period, periodsIn } from "./plan-queries.ts";
import { SettlePeriod } from "./settle-period.tsx";
import { datesIn } from "./zone-dates.ts";

const pageSize = 20;
const utc = datesIn("UTC");

interface TotalProps {
  readonly total: number;
}

export function UnpaidPeriods({ total }: TotalProps) {
  return (
    <PeriodList
      state="unpaid"
      title={t("Unpaid: {total}", { total: count(total) })}
      note={t(
        "Keys work with the credits that are left. A period in advance has no credits until it is paid; one by invoice has them.",
      )}
      caption={t("Unpaid periods")}
      empty={t("No unpaid periods")}
      columns={[
        amount(t("Due without VAT")),
        { head: t("Since"), cell: ({ starts_at }) => utc.day(starts_at) },
        {
          head: t("Next"),
          cell: ({ lapses_at }) =>
            lapses_at
              ? t("Lapses on {moment}", { moment: utc.moment(lapses_at) })
              : t("Does not lapse by itself"),
        },
        { head: hidden(t("Actions")), cell: (period) => <SettlePeriod period={period} />, figures: true },
      ]}
    />
  );
}

export function LapsedPeriods({ total }: TotalProps) {
  return (
    <PeriodList
      state="lapsed"
      title={t("Lapsed: {total}", { total: count(total) })}
      note={t("Nothing is owed for them. A plan starts again when it is resumed or changed.")}
      caption={t("Lapsed periods")}
      empty={t("No lapsed periods")}
      columns={[
        amount(t("Not paid, without VAT")),
        { head: t("Started"), cell: ({ starts_at }) => utc.day(starts_at) },
      ]}
    />
  );
}

export function DuePeriods({ total }: TotalProps) {
  return (
    <PeriodList
      state="due"
      title={t("Due: {total}", { total: count(total) })}
      note={t("Entered one day before they start, so that no call falls between two periods.")}
      caption={t("Due periods")}
      empty={t("No period starts within a day")}
      columns={[
        amount(t("Price without VAT")),
        { head: t("Starts"), cell: ({ starts_at }) => utc.moment(starts_at) },
        { head: hidden(t("Actions")), cell: (period) => <SettlePeriod period={period} />, figures: true },
      ]}
    />
  );
}

const amount = (head: string): Column<Period> => ({
  head,
  cell: ({ price_minor, currency }) => price(price_minor, currency),
  figures: true,
});

interface PeriodListProps {
  readonly state: Period["state"];
  readonly title: string;
  readonly note: ReactNode;
  readonly caption: string;
  readonly empty: string;
  readonly columns: readonly Column<Period>[];
}

function PeriodList({ state, title, note, caption, empty, columns }: PeriodListProps) {
  const { paged, own } = useOwnPaged(pageSize);
  const query = useQuery({
    ...periodsIn(state, paged),
    placeholderData: keepPreviousData,
  });
  const customers = useCustomers(query.data?.items ?? []);
  const plans = useQuery(products).data?.items ?? [];
  const nameOf = (productId: string) => plans.find(({ id }) => id === productId)?.display_name ?? productId;
  const first: readonly Column<Period>[] = [
    { head: t("Customer"), cell: (period) => customers(period.subscription_id) },
    {
      head: t("Plan and period"),
      cell: ({ product_id, starts_at, ends_at }) => (
        <>
          {nameOf(product_id)}
          <span className="sub">{utc.span(starts_at, ends_at)}</span>
        </>
      ),
    },
  ];
  return (
    <Section title={title} note={note}>
      <List
        query={query}
        what={t("Could not load the periods")}
        empty={<Empty title={empty} />}
        paged={own}
        steps={[t("Previous"), t("Next")]}
        caption={caption}
        keyOf={({ subscription_id, number }) => `${subscription_id} ${number}`}
        columns={[...first, ...columns]}
      />
    </Section>
  );
}

/** The customers of subscriptions, with links to their pages. */
function useCustomers(periods: readonly Period[]): (subscriptionId: string) => ReactNode {
  const ids = [...new Set(periods.map(({ subscription_id }) => subscription_id))];
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["subscriptions", "one", id],
      queryFn: () =>
        dataOf(
          api.GET("/subscriptions/{subscription_id}", { params: { path: { subscription_id: id } } }),
        ) as Promise<Subscription>,
      staleTime: 60_000,
    })),
  });
  const owners = new Map(found.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
  const names = useNames([...owners.values()].map(({ owner_id }) => owner_id));
  return (id) => {
    const one = owners.get(id);
    if (!one) return <code>{id}</code>;
    return (
      <>
        <Link to={`/customers/${one.owner_id}`} dir="auto">
          {names.get(one.owner_id) ?? one.owner_id}
        </Link>
        <span className="sub" dir="auto">
          {one.display_name}
        </span>
      </>
    );
  };
}
