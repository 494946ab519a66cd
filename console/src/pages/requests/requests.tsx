import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAccount } from "../../api/account.ts";
import { downloadCsv } from "../../api/download.ts";
import { ends } from "../../api/reports.ts";
import { type CallFilter, callFilterOf, requestsOf } from "../../api/requests.ts";
import { day, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { type Range, rangeOf, typedMoment } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Pager } from "../../parts/pager.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Traffic } from "../usage/traffic.tsx";
import { useNames } from "../usage/use-names.ts";
import { withLive } from "./live-calls.ts";
import { RequestErrors } from "./request-errors.tsx";
import { RequestFilters } from "./request-filters.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { RequestTable } from "./request-table.tsx";
import { type LiveRequests, useLiveRequests } from "./use-live-requests.ts";

const pageSize = 50;

/** The request log: recent calls, live, and the details of one. */
export function Requests() {
  const operator = useAccount().role === "operator";
  const { search, change } = useSearchState();
  const [paused, setPaused] = useState(false);
  const page = Math.max(1, Number(search.page) || 1);
  const following = !paused && page === 1 && !search.to;
  const filter = callFilterOf(search);
  const customer = useNames([search.user]).get(search.user ?? "") ?? search.user;
  const live = useLiveRequests(following, filter);
  const range = rangeOf(search, "1h", live.now);
  // The chart has no data by these.
  const { operation, response_code, error_code, key, request_id, url } = filter;
  const hasChart = !(operation || response_code || error_code || key || request_id || url);
  const table = useRef<HTMLDivElement>(null);
  const close = () => {
    const row = table.current?.querySelector<HTMLElement>('[aria-selected="true"] button');
    change({ id: "" }, true);
    row?.focus();
  };
  const liveText =
    live.state === "lost"
      ? t("Connection lost. New calls appear after it is restored.")
      : t("New calls appear live.");
  return (
    <div className="reqs">
      <div className="reqs-l">
        <Head
          title={t("Request log")}
          actions={
            <>
              <Button onPress={() => setPaused(!paused)} aria-pressed={paused}>
                {paused ? t("Resume") : t("Pause")}
              </Button>
              <Button onPress={() => downloadCalls(range, filter)} busy={t("Downloading")}>
                {t("Download CSV")}
              </Button>
            </>
          }
        >
          {t("{calls}, newest first.", {
            calls: !operator
              ? t("Calls of your keys")
              : customer
                ? t("Calls of one customer")
                : t("Calls of all customers"),
          })}
          {following && ` ${liveText}`}
        </Head>
        <RequestFilters range={range} />
        {operator && customer && (
          <p className="note">
            <Chip label={t("Customer")} clear={() => change({ user: "", subscription: "", page: "" })}>
              {customer}
            </Chip>
          </p>
        )}
        {request_id && (
          <p className="note">
            <Chip label={t("Request ID")} clear={() => change({ request: "", page: "" })}>
              {request_id}
            </Chip>
          </p>
        )}
        {operation && (
          <p className="note">
            <Chip label={t("Operation")} clear={() => change({ operation: "", page: "" })}>
              {operation}
            </Chip>
          </p>
        )}
        {hasChart && (
          <div className="tight">
            <Traffic range={range} filter={filter} empty={false} />
          </div>
        )}
        {!filter.error_code && <RequestErrors range={range} filter={filter} />}
        <div ref={table}>
          <Section
            title={t("Calls")}
            aside={<span className="muted">{t("Select a call for its details")}</span>}
          >
            <Calls range={range} page={page} filter={filter} live={following ? live : undefined} />
          </Section>
        </div>
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

interface CallsProps {
  readonly range: Range;
  readonly page: number;
  readonly filter: CallFilter;
  /** New calls, if the list follows them. */
  readonly live: LiveRequests | undefined;
}

function Calls({ range, page, filter, live }: CallsProps) {
  const { search, change } = useSearchState();
  const query = useQuery({
    ...requestsOf(range, { page, page_size: pageSize, ...filter }),
    placeholderData: keepPreviousData,
  });
  const added = live?.items ?? [];
  const isOperator = useAccount().role === "operator";
  const shown = live ? withLive(query.data?.items ?? [], added, pageSize) : (query.data?.items ?? []);
  const names = useNames(isOperator && !filter.user_id ? shown.map(({ user_id }) => user_id) : []);
  return (
    <Loaded query={query} what={t("Could not load the request log")} rows={8}>
      {({ items, total, timestamp_le: end, available_from: start, searched_from: searched }) =>
        items.length === 0 && added.length === 0 && page === 1 && !searched ? (
          <Empty
            title={t("No calls in this range")}
            action={
              <Button onPress={() => change({ range: "30d", from: "", to: "" })}>
                {t("Show the last 30 days")}
              </Button>
            }
          >
            {t("The log starts on {day}.", { day: day(start) })}
          </Empty>
        ) : (
          <>
            <RequestTable
              items={shown}
              customer={isOperator && !filter.user_id ? (id) => names.get(id) ?? id : undefined}
              chosen={search.id}
              choose={(id) => change({ id })}
            />
            <Pager
              page={page}
              pageSize={pageSize}
              total={total + added.filter(({ timestamp }) => timestamp > end).length}
              go={(next) => change({ page: String(next) })}
            />
            {searched && (
              <p className="actions note">
                <Button onPress={() => change(olderThan(range, searched))}>{t("Search older calls")}</Button>
                <span className="sm muted">
                  {t("Searched back to {moment} UTC.", { moment: moment(searched) })}
                </span>
              </p>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** Downloads the calls of a range, at most 1,000. */
function downloadCalls(range: Range, filter: CallFilter) {
  const stated = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return downloadCsv("/reports/byRequest", "vingate-calls.csv", {
    ...Object.fromEntries(stated),
    ...ends(range),
    page_size: "1000",
  });
}

/** The search parameters of the part of a range that is not searched yet. */
function olderThan({ from }: Range, searchedFrom: string) {
  const to = new Date(Date.parse(searchedFrom) - 1);
  return { range: "", from: typedMoment(from), to: typedMoment(to), page: "" };
}
