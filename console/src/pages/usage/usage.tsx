import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { downloadReport } from "../../api/download.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { callsByApi, ends } from "../../api/reports.ts";
import { useUser } from "../../api/session.ts";
import { type Granularity, granularityOf, rangeOf } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { RangePicker } from "../../parts/range-picker.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { useSearchState } from "../../parts/use-search-state.ts";
import { ApiMetricsTable } from "./api-metrics-table.tsx";
import { ApiSelect } from "./api-select.tsx";
import { CustomersReport } from "./customers-report.tsx";
import { Traffic } from "./traffic.tsx";

const refreshMs = 60_000;
const granularities: readonly Granularity[] = ["minute", "hour", "day", "week", "month"];

/** What was called in any range, by time and by API; the operator sees everybody's. */
export function Usage() {
  const user = useUser();
  const operator = user.role === "operator";
  usePageTitle(operator ? "Reports" : "Usage");
  const { search, change } = useSearchState();
  const range = rangeOf(search, "30d", useNow(refreshMs));
  const granularity = granularities.find((one) => one === search.by) ?? granularityOf(range);
  const filter = { subscription_id: search.subscription, api_id: search.api };
  const byApi = useQuery({ ...callsByApi(range, filter), placeholderData: keepPreviousData });
  const subscriptions = useQuery({ ...subscriptionsOf(user.id), enabled: !operator }).data?.items ?? [];
  const csv = (by: "Api" | "User" | "Subscription") =>
    downloadReport(`/reports/by${by}`, `vingate-calls-by-${by.toLowerCase()}.csv`, {
      ...ends(range),
      ...(search.subscription && { subscription_id: search.subscription }),
    });
  return (
    <>
      <Head
        title={operator ? "Reports" : "Usage"}
        actions={
          <Button onPress={() => csv("Api")} busy="Downloading">
            Download CSV
          </Button>
        }
      >
        {operator ? "Calls of all customers" : "Calls of all your keys"}. Figures are complete: every call is
        in them once, within a second.
      </Head>
      <div className="filters note">
        <RangePicker
          range={range}
          pick={(picked) => change({ range: "", from: "", to: "", by: "", ...picked })}
        />
        <ApiSelect />
        {!operator && (
          <Select
            label="Subscription"
            value={search.subscription ?? ""}
            onChange={(event) => change({ subscription: event.target.value })}
          >
            <option value="">All</option>
            {subscriptions.map(({ id, display_name, product_id }) => (
              <option key={id} value={id}>
                {display_name} ({product_id})
              </option>
            ))}
          </Select>
        )}
        <Select label="Bars by" value={granularity} onChange={(event) => change({ by: event.target.value })}>
          {granularities.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </div>
      <Section title="By time">
        <Traffic range={range} granularity={granularity} filter={filter} />
      </Section>
      <Section title="By API">
        <Loaded query={byApi} what="The report could not be read">
          {(data) => {
            const items = data.items.filter(
              (one) => one.call_count_total > 0 && (!search.api || one.api_id === search.api),
            );
            return items.length === 0 ? (
              <Empty title="No calls in this range">Choose a longer one.</Empty>
            ) : (
              <ApiMetricsTable items={items} />
            );
          }}
        </Loaded>
      </Section>
      {operator && (
        <Section
          title="By customer"
          note="What to bill from: each call counts for the customer who owned its subscription then."
          aside={
            <>
              <Button look="text" onPress={() => csv("User")} busy="Downloading">
                CSV by customer
              </Button>
              <Button look="text" onPress={() => csv("Subscription")} busy="Downloading">
                CSV by subscription
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
