import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bucketsOf, type CallBucket, callsByTime, type ReportFilter } from "../../api/reports.ts";
import { share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { periodWord } from "../../base/period-words.ts";
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
  /** Without the sentence, which a heading has. */
  readonly bare?: boolean;
}

/** Calls over time: a sentence, a chart and a table. */
export function Traffic({
  range,
  filter = {},
  granularity = granularityOf(range),
  empty,
  bare,
}: TrafficProps) {
  const query = useQuery({ ...callsByTime(range, granularity, filter), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} what={t("Could not load the report")} rows={3}>
      {(series) => {
        const buckets = bucketsOf(series);
        const sum = (kind: "total" | "success" | "credits" | "fault") =>
          series.buckets.reduce((total, one) => total + one[kind], 0);
        if (sum("total") === 0)
          return empty ?? <Empty title={t("No calls in this range")}>{t("Choose a longer range.")}</Empty>;
        const finding = t(
          "{calls, plural, one {# call} other {# calls}} for {credits, plural, one {# credit} other {# credits}}",
          { calls: sum("total"), credits: sum("credits") },
        );
        const { user_id: user, subscription_id: subscription, api_id: api } = filter;
        const search = ({ from, to }: CallBucket) => ({ from, to, user, subscription, api });
        const open = (bucket: CallBucket) => void navigate("/calls", { search: search(bucket) });
        return (
          <>
            {!bare && (
              <p className="sumup">
                <T
                  text="{finding}. {share} successful{faults, plural, =0 {} one {, # server error (5xx)} other {, # server errors (5xx)}}."
                  finding={<b>{finding}</b>}
                  share={share(sum("success"), sum("total"))}
                  faults={sum("fault")}
                />
              </p>
            )}
            <CallsLegend buckets={buckets} />
            <CallsChart
              buckets={buckets}
              label={t("{finding}, by {granularity}", { finding, granularity: periodWord(granularity) })}
              open={open}
            />
            <CallsTable
              buckets={buckets}
              caption={t("Calls by {granularity}", { granularity: periodWord(granularity) })}
              search={search}
            />
          </>
        );
      }}
    </Loaded>
  );
}
