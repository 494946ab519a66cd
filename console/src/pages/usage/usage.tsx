import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { downloadReport } from "../../api/download.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { ends } from "../../api/reports.ts";
import { t } from "../../base/language/language.ts";
import { type Granularity, granularityOf, rangeOf } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { useNow } from "../../parts/use-now.ts";
import { CallsByApi } from "./api-metrics-table.tsx";
import { ApiSelect } from "./api-select.tsx";
import { CustomersReport } from "./customers-report.tsx";
import { Traffic } from "./traffic.tsx";

const refreshMs = 60_000;
const granularities: readonly Granularity[] = ["minute", "hour", "day", "week", "month"];

/** Calls of any range, by time and by API; for operators of all customers. */
export function Usage() {
  const account = useAccount();
  const operator = account.role === "operator";
  const { search, change } = useSearchState();
  const range = rangeOf(search, "30d", useNow(refreshMs));
  const granularity = granularities.find((one) => one === search.by) ?? granularityOf(range);
  const filter = { subscription_id: search.subscription, api_id: search.api };
  const subscriptions = useQuery({ ...subscriptionsOf(account.id), enabled: !operator }).data?.items ?? [];
  const csv = (by: "Api" | "User" | "Subscription") =>
    downloadReport(`/reports/by${by}`, `vingate-calls-by-${by.toLowerCase()}.csv`, {
      ...ends(range),
      ...(search.subscription && { subscription_id: search.subscription }),
    });
  return (
    <>
      <Head
        title={operator ? t("Reports") : t("Usage")}
        actions={
          <Button onPress={() => csv("Api")} busy={t("Downloading")}>
            {t("Download CSV")}
          </Button>
        }
      >
        {t(
          "{operator, select, yes {Calls of all customers} other {Calls of all your keys}}. Reports are complete: they include every call once, within a second.",
          { operator: operator ? "yes" : "no" },
        )}
      </Head>
      <div className="filters note">
        <RangePicker
          range={range}
          pick={(picked) => change({ range: "", from: "", to: "", by: "", ...picked })}
        />
        <ApiSelect />
        {!operator && (
          <FilterSelect
            label={t("Subscription")}
            name="subscription"
            options={subscriptions.map((one) => [one.id, `${one.display_name} (${one.product_id})`])}
          />
        )}
        <Select
          label={t("Interval")}
          value={granularity}
          change={(by) => change({ by })}
          options={granularities}
        />
      </div>
      <Section title={t("Calls over time")}>
        <Traffic range={range} granularity={granularity} filter={filter} />
      </Section>
      <Section title={t("Calls by API")}>
        <CallsByApi range={range} filter={filter} />
      </Section>
      {operator && (
        <Section
          title={t("Calls by customer")}
          note={t("For billing. A call counts for the customer who owned the subscription at that time.")}
          aside={
            <>
              <Button look="text" onPress={() => csv("User")} busy={t("Downloading")}>
                {t("CSV by customer")}
              </Button>
              <Button look="text" onPress={() => csv("Subscription")} busy={t("Downloading")}>
                {t("CSV by subscription")}
              </Button>
            </>
          }
        >
          <CustomersReport range={range} first={100} />
        </Section>
      )}
    </>
  );
}
