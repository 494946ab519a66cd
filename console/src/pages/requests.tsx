import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { requestsOf } from "../api/requests.ts";
import { useUser } from "../api/session.ts";
import { usePageTitle } from "../frame/page-title.ts";
import { useSearchState } from "../frame/use-search-state.ts";
import { Button } from "../parts/button.tsx";
import { day } from "../parts/format.ts";
import { Pager } from "../parts/pager.tsx";
import { rangeOf } from "../parts/range.ts";
import { RangePicker } from "../parts/range-picker.tsx";
import { Head, Section } from "../parts/section.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { RequestErrors } from "./request-errors.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { RequestTable } from "./request-table.tsx";
import { Traffic } from "./traffic.tsx";

const pageSize = 50;
const followMs = 2000;

/** The request log: the last calls, new ones as they come; one of them in full. */
export function Requests() {
  const operator = useUser().role === "operator";
  usePageTitle(operator ? "Live requests" : "Requests");
  const { search, change } = useSearchState();
  const [paused, setPaused] = useState(false);
  const page = Math.max(1, Number(search.page) || 1);
  const following = !paused && page === 1 && !search.to;
  const range = rangeOf(search, "1h", useNow(followMs, following));
  const query = useQuery({
    ...requestsOf(range, { page, page_size: pageSize, user_id: search.user }),
    placeholderData: keepPreviousData,
  });
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
            <Button onPress={() => setPaused(!paused)} aria-pressed={paused}>
              {paused ? "Follow" : "Pause"}
            </Button>
          }
        >
          {operator ? "Every customer's calls" : "Every call of your keys"}, newest first
          {following ? "; new ones appear within two seconds." : "."}
        </Head>
        <div className="filters note">
          <RangePicker
            range={range}
            pick={(picked) => change({ range: "", from: "", to: "", page: "", ...picked })}
          />
        </div>
        <div className="tight">
          <Traffic range={range} empty={false} />
        </div>
        <RequestErrors range={range} userId={search.user} show={(id) => change({ id })} />
        <div ref={table}>
          <Section
            title="Calls"
            aside={<span className="muted">Choose one to see what it cost and why</span>}
          >
            <Loaded query={query} what="The log could not be read" rows={8}>
              {(data) =>
                data.items.length === 0 && page === 1 ? (
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
                    <RequestTable items={data.items} chosen={search.id} choose={(id) => change({ id })} />
                    <Pager
                      page={page}
                      pageSize={pageSize}
                      total={data.total}
                      go={(to) => change({ page: String(to) })}
                    />
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
