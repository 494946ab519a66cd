import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callsByApi } from "../../api/reports.ts";
import { count, counted } from "../../base/format.ts";
import { type Range, rangeOf } from "../../base/range.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { RangePicker } from "../../parts/range-picker.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { useSearchState } from "../../parts/use-search-state.ts";
import { ApiMetricsTable } from "../usage/api-metrics-table.tsx";
import { CustomersReport } from "../usage/customers-report.tsx";
import { Traffic } from "../usage/traffic.tsx";
import { Checklist } from "./checklist.tsx";
import { Waiting } from "./pending-subscriptions.tsx";

const refreshMs = 15_000;

/** The whole service at a glance. */
export function OperatorOverview() {
  usePageTitle("Overview");
  const { search, change } = useSearchState();
  const range = rangeOf(search, "7d", useNow(refreshMs));
  const byApi = useQuery({ ...callsByApi(range), placeholderData: keepPreviousData });
  return (
    <>
      <Head
        title={<Finding range={range} />}
        actions={
          <RangePicker range={range} pick={(picked) => change({ range: "", from: "", to: "", ...picked })} />
        }
      >
        {range.words}, of all customers.
      </Head>
      <Waiting />
      <Checklist />
      <Section title="Traffic" aside={<Link to="/requests">Live requests</Link>}>
        <Traffic range={range} />
      </Section>
      <Section title="Customers" aside={<Link to="/usage">Reports</Link>}>
        <CustomersReport range={range} first={10} />
      </Section>
      <Section title="By API" aside={<Link to="/usage">Reports</Link>}>
        <Loaded query={byApi} what="The report could not be read">
          {(data) => <ApiMetricsTable items={data.items} />}
        </Loaded>
      </Section>
    </>
  );
}

function Finding({ range }: { readonly range: Range }) {
  const { data } = useQuery({ ...callsByApi(range), placeholderData: keepPreviousData });
  if (!data) return "Overview";
  const sum = (kind: "call_count_total" | "call_count_failed") =>
    data.items.reduce((total, one) => total + one[kind], 0);
  const [total, failed] = [sum("call_count_total"), sum("call_count_failed")];
  if (total === 0) return "No calls in this range";
  return `${counted(total, "call")}, ${failed === 0 ? "none of them invalid or failed" : `${count(failed)} of them invalid or failed`}`;
}
