import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { downloadCsv } from "../../api/download.ts";
import { monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { type MonthRevenue, revenue } from "./paper-queries.ts";

/** What each of the last months was supplied for. It is read when it is opened: all papers are read for it. */
export function Revenue() {
  const [isShown, setShown] = useState(false);
  const query = useQuery({ ...revenue, enabled: isShown });
  return (
    <Section
      id="revenue"
      title={t("Revenue")}
      note={t(
        "Without VAT, by the days that each invoice is for, in UTC. Deferred is what is invoiced and not supplied yet.",
      )}
      aside={
        <Button
          look="text"
          busy={t("Downloading")}
          onPress={() => downloadCsv("/papers/revenue", "revenue.csv", {})}
        >
          {t("Download revenue (CSV)")}
        </Button>
      }
    >
      {isShown ? (
        <Loaded query={query} what={t("Could not load the revenue")} rows={6}>
          {(months) => <Months months={months} />}
        </Loaded>
      ) : (
        <p className="actions">
          <Button onPress={() => setShown(true)}>{t("Show the last 12 months")}</Button>
        </p>
      )}
    </Section>
  );
}

function Months({ months }: { months: readonly MonthRevenue[] }) {
  const some = months.filter(({ invoiced_minor, credited_minor, recognized_minor, deferred_minor }) =>
    [invoiced_minor, credited_minor, recognized_minor, deferred_minor].some((minor) => minor !== 0),
  );
  return (
    <Table
      caption={t("Revenue by month, newest first")}
      items={some.toReversed()}
      keyOf={({ month, currency }) => `${month} ${currency}`}
      empty={<Empty title={t("Nothing invoiced in the last 12 months")} />}
      columns={[
        { head: t("Month (UTC)"), cell: ({ month }) => monthName(month) },
        {
          head: t("Invoiced"),
          cell: ({ invoiced_minor, currency }) => price(invoiced_minor, currency),
          figures: true,
        },
        {
          head: t("Credited"),
          cell: ({ credited_minor, currency }) => price(credited_minor, currency),
          figures: true,
        },
        {
          head: t("Revenue"),
          cell: ({ recognized_minor, currency }) => price(recognized_minor, currency),
          figures: true,
        },
        {
          head: t("Deferred"),
          cell: ({ deferred_minor, currency }) => price(deferred_minor, currency),
          figures: true,
        },
      ]}
    />
  );
}
