import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { type CallFilter, requestsOf } from "../../api/requests.ts";
import { t } from "../../base/language/language.ts";
import { type Range, typedMoment } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Pager } from "../../parts/pager.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { localDay, localMoment } from "../../parts/time.tsx";
import { useNames } from "../usage/use-names.ts";
import { withLive } from "./live-calls.ts";
import { RequestTable } from "./request-table.tsx";
import type { LiveRequests } from "./use-live-requests.ts";

const pageSize = 50;

interface CallListProps {
  readonly range: Range;
  readonly page: number;
  readonly filter: CallFilter;
  /** New calls, if the list follows them. */
  readonly live: LiveRequests | undefined;
}

/** Single calls, newest first. */
export function CallList({ range, page, filter, live }: CallListProps) {
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
    <Loaded query={query} what={t("Could not load the calls")} rows={8}>
      {({ items, total, timestamp_le: end, available_from: start, searched_from: searched }) =>
        items.length === 0 && added.length === 0 && page === 1 && !searched ? (
          <NoCalls start={start} />
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
                  {t("Searched back to {moment}.", { moment: localMoment(searched) })}
                </span>
              </p>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** In place of the list: a text that no path contains may be a caller's request ID. */
function NoCalls({ start }: { readonly start: string }) {
  const { search, change } = useSearchState();
  const { q = "" } = search;
  return (
    <Empty
      title={t("No calls in this range")}
      action={
        q ? (
          <Button onPress={() => change({ request: q, q: "" })}>{t("Search for it as a request ID")}</Button>
        ) : (
          <Button onPress={() => change({ range: "365d", from: "", to: "" })}>
            {t("Show the last 365 days")}
          </Button>
        )
      }
    >
      {t("The log starts on {day}.", { day: localDay(start) })}
    </Empty>
  );
}

/** The search parameters of the part of a range that is not searched yet. */
function olderThan({ from }: Range, searchedFrom: string) {
  const to = new Date(Date.parse(searchedFrom) - 1);
  return { range: "", from: typedMoment(from), to: typedMoment(to), page: "" };
}
