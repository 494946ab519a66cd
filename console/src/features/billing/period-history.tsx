import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { List, useOwnPaged } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { periodsOf } from "./plan-queries.ts";
import { periodStates } from "./plan-words.ts";
import type { ZoneDates } from "./zone-dates.ts";

interface PeriodHistoryProps {
  readonly subscriptionId: string;
  readonly dates: ZoneDates;
  nameOf(productId: string): string;
}

const pageSize = 20;

/** The periods of a subscription, newest first, with what was paid. */
export function PeriodHistory({ subscriptionId, dates, nameOf }: PeriodHistoryProps) {
  const { paged, own } = useOwnPaged(pageSize);
  const query = useQuery({
    ...periodsOf(subscriptionId, paged),
    placeholderData: keepPreviousData,
  });
  return (
    <List
      query={query}
      what={t("Could not load the periods")}
      paged={own}
      caption={t("Periods, newest first")}
      keyOf={({ number }) => number}
      columns={[
        { head: t("Period"), cell: ({ starts_at, ends_at }) => dates.span(starts_at, ends_at) },
        { head: t("Plan"), cell: ({ product_id }) => nameOf(product_id) },
        {
          head: t("Price without VAT"),
          cell: ({ price_minor, currency }) => price(price_minor, currency),
          figures: true,
        },
        {
          head: t("State"),
          cell: ({ state, lapses_at }) => {
            const [outcome, text] = periodStates[state];
            return (
              <>
                <Mark outcome={outcome}>{text}</Mark>
                {lapses_at && (
                  <span className="sub">{t("lapses on {day}", { day: dates.day(lapses_at) })}</span>
                )}
                {state === "lapsed" && <span className="sub">{t("nothing owed")}</span>}
              </>
            );
          },
        },
      ]}
    />
  );
}
