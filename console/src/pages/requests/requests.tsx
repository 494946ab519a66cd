import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RequestRecord } from "../../api/client.ts";
import { downloadCsv } from "../../api/download.ts";
import { type CallFilter, callFilterOf, requestsOf } from "../../api/requests.ts";
import { useUser } from "../../api/session.ts";
import { day, moment } from "../../base/format.ts";
import { type Range, rangeOf } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Pager } from "../../parts/pager.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { Traffic } from "../usage/traffic.tsx";
import { withLive } from "./live-calls.ts";
import { RequestErrors } from "./request-errors.tsx";
import { RequestFilters } from "./request-filters.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { RequestTable } from "./request-table.tsx";
import { useLiveRequests } from "./use-live-requests.ts";

const pageSize = 50;

const said = {
  connecting: "new ones appear as they are recorded.",
  live: "new ones appear as they are recorded.",
  lost: "the connection broke off, and what came meanwhile follows when it is back.",
} as const;

/** How many calls are later than what was read. */
function since(
  live: readonly RequestRecord[],
  { timestamp_le: to }: { readonly timestamp_le: string },
): number {
  return live.filter(({ timestamp }) => timestamp > to).length;
}

/** The request log: the last calls, new ones as they come; one of them in full. */
export function Requests() {
  const operator = useUser().role === "operator";
  usePageTitle(operator ? "Live requests" : "Requests");
  const { search, change } = useSearchState();
  const [paused, setPaused] = useState(false);
  const page = Math.max(1, Number(search.page) || 1);
  const following = !paused && page === 1 && !search.to;
  const filter = callFilterOf(search);
  const live = useLiveRequests(following, filter);
  const range = rangeOf(search, "1h", live.now);
  const query = useQuery({
    ...requestsOf(range, { page, page_size: pageSize, ...filter }),
    placeholderData: keepPreviousData,
  });
  // The bars know whose calls they count and of which API, and nothing else of single ones.
  const single = Boolean(filter.response_code || filter.error_code || filter.key || filter.url);
  const table = useRef<HTMLDivElement>(null);
  const close = () => {
    const id = search.id;
    change({ id: "" }, { replace: true });
    table.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id ?? "")}"]`)?.focus();
  };
  return (
    <div className="reqs">
      <div className="reqs-l">
        <Head
          title={operator ? "Live requests" : "Requests"}
          actions={
            <>
              <Button onPress={() => setPaused(!paused)} aria-pressed={paused}>
                {paused ? "Follow" : "Pause"}
              </Button>
              <Button onPress={() => downloadCalls(range, filter)} busy="Downloading">
                Download CSV
              </Button>
            </>
          }
        >
          {operator ? "Every customer's calls" : "Every call of your keys"}, newest first
          {following ? `; ${said[live.state]}` : "."}
        </Head>
        <RequestFilters range={range} />
        {!single && (
          <div className="tight">
            <Traffic range={range} filter={filter} empty={false} />
          </div>
        )}
        {!filter.error_code && (
          <RequestErrors
            range={range}
            filter={filter}
            show={(id) => change({ id })}
            only={(status, code) => change({ status: String(status), error: code ?? "", page: "" })}
          />
        )}
        <div ref={table}>
          <Section
            title="Calls"
            aside={<span className="muted">Choose one to see what it cost and why</span>}
          >
            <Loaded query={query} what="The log could not be read" rows={8}>
              {(data) =>
                data.items.length === 0 && live.items.length === 0 && page === 1 && !data.searched_from ? (
                  <Empty
                    title="No calls in this range"
                    action={
                      <Button onPress={() => change({ range: "30d", from: "", to: "" })}>
                        Show the last 30 days
                      </Button>
                    }
                  >
                    Calls are kept since {day(data.available_from)}.
                  </Empty>
                ) : (
                  <>
                    <RequestTable
                      items={following ? withLive(data.items, live.items, pageSize) : data.items}
                      chosen={search.id}
                      choose={(id) => change({ id })}
                    />
                    <Pager
                      page={page}
                      pageSize={pageSize}
                      total={data.total + (following ? since(live.items, data) : 0)}
                      go={(to) => change({ page: String(to) })}
                    />
                    {data.searched_from && (
                      <Further from={data.searched_from} go={(to) => change({ ...further(range, to) })} />
                    )}
                  </>
                )
              }
            </Loaded>
          </Section>
        </div>
      </div>
      {search.id && <RequestPanel requestId={search.id} close={close} />}
    </div>
  );
}

/** The calls of a range as a table; the report gives a thousand at most. */
function downloadCalls({ from, to }: Range, filter: CallFilter) {
  const stated = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return downloadCsv("/reports/byRequest", "vingate-calls.csv", {
    ...Object.fromEntries(stated),
    timestamp_ge: from.toISOString(),
    timestamp_le: to.toISOString(),
    page_size: "1000",
  });
}

const typed = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");

/** The part of a range that was not searched yet, as the address has it. */
function further({ from }: Range, searchedFrom: string) {
  const to = new Date(Date.parse(searchedFrom) - 1);
  return { range: "", from: typed(from), to: typed(to), page: "" };
}

function Further({ from, go }: { readonly from: string; go(from: string): void }) {
  return (
    <p className="actions note">
      <Button onPress={() => go(from)}>Search further back</Button>
      <span className="sm muted">Searched down to {moment(from)} UTC.</span>
    </p>
  );
}
