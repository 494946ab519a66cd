import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
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
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...periodsOf(subscriptionId, { page, page_size: pageSize }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} what={t("Could not load the periods")}>
      {({ items, total }) => (
        <>
          <Table
            caption={t("Periods, newest first")}
            items={items}
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
          {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} go={setPage} />}
        </>
      )}
    </Loaded>
  );
}
