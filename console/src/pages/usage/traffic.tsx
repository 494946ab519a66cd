import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bucketsOf, type CallBucket, callsByTime, type ReportFilter } from "../../api/reports.ts";
import { counted, share } from "../../base/format.ts";
import { type Granularity, granularityOf, type Range } from "../../base/range.ts";
import { CallsChart, CallsLegend, CallsTable } from "../../parts/calls-chart.tsx";
import { navigate } from "../../parts/router.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";

interface TrafficProps {
  readonly range: Range;
  readonly filter?: ReportFilter;
  readonly granularity?: Granularity;
  /** Shown without calls. */
  readonly empty?: ReactNode;
}

/** Calls over time: a sentence, a chart and a table. */
export function Traffic({ range, filter = {}, granularity = granularityOf(range), empty }: TrafficProps) {
  const query = useQuery({ ...callsByTime(range, granularity, filter), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} what="Could not load the report" rows={3}>
      {(series) => {
        const buckets = bucketsOf(series);
        const sum = (kind: "total" | "success" | "credits" | "fault") =>
          series.buckets.reduce((total, one) => total + one[kind], 0);
        if (sum("total") === 0)
          return empty ?? <Empty title="No calls in this range">Choose a longer range.</Empty>;
        const finding = `${counted(sum("total"), "call")} for ${counted(sum("credits"), "credit")}`;
        const { user_id: user, subscription_id: subscription, api_id: api } = filter;
        const search = ({ from, to }: CallBucket) => ({ from, to, user, subscription, api });
        const open = (bucket: CallBucket) => void navigate("/requests", { search: search(bucket) });
        return (
          <>
            <p className="sumup">
              <b>{finding}</b>. {share(sum("success"), sum("total"))} successful
              {sum("fault") > 0 && `, ${counted(sum("fault"), "server error")} (5xx)`}.
            </p>
            <CallsLegend buckets={buckets} />
            <CallsChart buckets={buckets} label={`${finding}, by ${granularity}`} open={open} />
            <CallsTable buckets={buckets} caption={`Calls by ${granularity}`} search={search} />
          </>
        );
      }}
    </Loaded>
  );
}
