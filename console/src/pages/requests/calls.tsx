import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAccount } from "../../api/account.ts";
import { downloadCsv, downloadReport } from "../../api/download.ts";
import { callsByTime } from "../../api/reports.ts";
import { type CallFilter, callFilterOf } from "../../api/requests.ts";
import { count, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { granularityOf, type Range, rangeOf } from "../../base/range.ts";
import { zoneInUse, zoneStore } from "../../base/zone.ts";
import { Button } from "../../parts/button.tsx";
import { PageTabs } from "../../parts/page-tabs.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Traffic } from "../usage/traffic.tsx";
import { ByError } from "./by-error.tsx";
import { CallFilters, single } from "./call-filters.tsx";
import { ByApi, ByCustomer, ByDay, ByKey, stated } from "./call-groups.tsx";
import { CallList } from "./call-list.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { useLiveRequests } from "./use-live-requests.ts";

/** All calls: the log, live, their sums by what they have in common, and the details of one. */
export function Calls() {
  const operator = useAccount().role === "operator";
  const { search, change } = useSearchState();
  const [paused, setPaused] = useState(false);
  // Times and days below are computed while they are drawn.
  zoneStore.use();
  const page = Math.max(1, Number(search.page) || 1);
  const following = !paused && page === 1 && !search.to;
  const filter = callFilterOf(search);
  const live = useLiveRequests(following, filter);
  const range = rangeOf(search, "30d", live.now);
  const isSummed = !single.some((name) => search[name]);
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    const row = list.current?.querySelector<HTMLElement>('[aria-selected="true"] button');
    change({ id: "" }, true);
    row?.focus();
  };
  return (
    <div className="reqs">
      <div className="reqs-l" ref={list}>
        <Heading
          range={range}
          filter={filter}
          isSummed={isSummed}
          isLost={following && live.state === "lost"}
        >
          {!search.by && (
            <Button onPress={() => setPaused(!paused)} aria-pressed={paused}>
              {paused ? t("Resume") : t("Pause")}
            </Button>
          )}
          <Button onPress={() => download(search.by, range, filter)} busy={t("Downloading")}>
            {t("Download CSV")}
          </Button>
        </Heading>
        <CallFilters range={range} />
        {isSummed && (
          <div className="tight">
            <Traffic range={range} filter={filter} empty={false} bare />
          </div>
        )}
        <PageTabs
          label={t("Group by")}
          name="by"
          tabs={[
            {
              id: "",
              title: t("Calls"),
              panel: () => (
                <CallList range={range} page={page} filter={filter} live={following ? live : undefined} />
              ),
            },
            {
              id: "api",
              title: t("By lookup or API"),
              panel: () => <ByApi range={range} filter={filter} />,
            },
            ...(operator
              ? [
                  {
                    id: "customer",
                    title: t("By customer"),
                    panel: () => <ByCustomer range={range} filter={filter} />,
                  },
                ]
              : []),
            { id: "key", title: t("By key"), panel: () => <ByKey range={range} filter={filter} /> },
            { id: "error", title: t("By error"), panel: () => <ByError range={range} filter={filter} /> },
            { id: "day", title: t("By day"), panel: () => <ByDay range={range} filter={filter} /> },
          ]}
        />
      </div>
      {search.id && (
        <RequestPanel
          id={search.id}
          list={() => change({ request: search.id ?? "", range: "7d", from: "", to: "", page: "", id: "" })}
          close={close}
        />
      )}
    </div>
  );
}

interface HeadingProps {
  readonly range: Range;
  readonly filter: CallFilter;
  /** Whether the calls are those of reports. */
  readonly isSummed: boolean;
  /** Whether new calls do not arrive. */
  readonly isLost: boolean;
  readonly children: React.ReactNode;
}

/** What the calls are, in a sentence. */
function Heading({ range, filter, isSummed, isLost, children }: HeadingProps) {
  const { data } = useQuery({
    ...callsByTime(range, granularityOf(range), filter),
    enabled: isSummed,
    placeholderData: keepPreviousData,
  });
  const sum = (kind: "total" | "success" | "blocked" | "credits" | "fault") =>
    data?.buckets.reduce((total, one) => total + one[kind], 0) ?? 0;
  const [calls, blocked] = [sum("total"), sum("blocked")];
  const isKnown = isSummed && data !== undefined && calls > 0;
  return (
    <Head
      title={
        !isKnown
          ? t("Calls")
          : blocked === 0
            ? t("{calls, plural, one {# call} other {# calls}}", { calls })
            : t("{calls, plural, one {# call} other {# calls}}, {blocked} of them blocked", {
                calls,
                blocked: count(blocked),
              })
      }
      actions={children}
    >
      {!isKnown
        ? t("All are here within a second.")
        : t(
            "{credits, plural, one {# credit} other {# credits}} spent. {share} successful{faults, plural, =0 {} one {, # server error (5xx)} other {, # server errors (5xx)}}.",
            { credits: sum("credits"), share: share(sum("success"), calls), faults: sum("fault") },
          )}
      {isLost && ` ${t("Connection lost. New calls appear after it is restored.")}`}
    </Head>
  );
}

const grouped: Readonly<Record<string, readonly [path: string, name: string]>> = {
  api: ["/reports/byApi", "vingate-calls-by-api.csv"],
  customer: ["/reports/byUser", "vingate-calls-by-customer.csv"],
};

/** Downloads the table of a tab. Single calls are at most 1,000. */
function download(by: string | undefined, range: Range, filter: CallFilter): Promise<void> {
  const query = stated(range, filter);
  const [path, name] = grouped[by ?? ""] ?? [];
  if (path && name) return downloadReport(path, name, query);
  if (by === "key") return downloadCsv("/reports/byKey", "vingate-calls-by-key.csv", query);
  if (by === "error") return downloadCsv("/reports/byError", "vingate-calls-by-error.csv", query);
  if (by !== "day")
    return downloadCsv("/reports/byRequest", "vingate-calls.csv", { ...query, page_size: "1000" });
  const { subscription_id: subscriptionId = "", api_id: apiId = "", ...rest } = query;
  return downloadCsv("/reports/timeseries", "vingate-calls-by-day.csv", {
    ...rest,
    ...(subscriptionId && { subscriptionId }),
    ...(apiId && { apiId }),
    granularity: "day",
    time_zone: zoneInUse(),
  });
}
