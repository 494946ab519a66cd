import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import { downloadReport } from "../../api/download.ts";
import { bucketsOf, callsByApi, callsByTime, callsByUser, type ReportFilter } from "../../api/reports.ts";
import { type CallFilter, callsByKey } from "../../api/requests.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { ends, type Range, wholeMinutes } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { List } from "../../parts/list-page.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Empty } from "../../parts/states.tsx";
import { type Column, countColumn, markedColumn } from "../../parts/table.tsx";
import { localMoment } from "../../parts/time.tsx";
import { useNames } from "../usage/use-names.ts";
import { cleared, keyNames, single } from "./call-filters.tsx";

/** The calls of one row. */
interface Group {
  readonly id: string;
  readonly name: ReactNode;
  /** The search parameters that show its calls. */
  readonly search: Readonly<Record<string, string>>;
  readonly success: number;
  readonly other: number;
  readonly blocked: number;
  readonly failed: number;
  readonly credits: number;
  /** The average duration, if the report has it. */
  readonly ms?: number;
}

interface GroupsProps {
  readonly range: Range;
  readonly filter: CallFilter;
}

interface TableProps<T> {
  /** What a row is. */
  readonly head: string;
  readonly caption: string;
  readonly query: Pick<UseQueryResult<T>, "data" | "error" | "refetch">;
  groupsOf(data: T): readonly Group[];
  /** Whether rows have a duration. */
  readonly timed?: boolean;
}

/** A row for each group: its name shows its calls. */
function GroupTable<T extends object>({ head, caption, query, groupsOf, timed }: TableProps<T>) {
  const { search } = useSearchState();
  const columns: readonly Column<Group>[] = [
    {
      head,
      cell: (one) => (
        <Link to="/calls" search={{ ...search, by: "", page: "", ...one.search }} dir="auto">
          {one.name}
        </Link>
      ),
    },
    countColumn(t("Successful"), (one) => one.success),
    countColumn(t("Not found"), (one) => one.other),
    markedColumn(t("Blocked"), "blocked", (one) => one.blocked),
    markedColumn(t("Invalid or failed"), "failed", (one) => one.failed),
    countColumn(t("Credits"), (one) => one.credits),
    ...(timed ? [{ head: t("Avg. ms"), cell: (one: Group) => one.ms?.toFixed(1) ?? "", figures: true }] : []),
  ];
  return (
    <List
      query={{ ...query, data: query.data && groupsOf(query.data) }}
      what={t("Could not load the report")}
      rows={8}
      wide
      caption={caption}
      keyOf={({ id }: Group) => id}
      columns={columns}
      empty={<Empty title={t("No calls in this range")}>{t("Choose a longer range.")}</Empty>}
    />
  );
}

interface Metrics {
  readonly call_count_success: number;
  readonly call_count_other: number;
  readonly call_count_blocked: number;
  readonly call_count_failed: number;
  readonly credits: number;
  readonly api_time_avg?: number;
}

const countsOf = (one: Metrics) => ({
  success: one.call_count_success,
  other: one.call_count_other,
  blocked: one.call_count_blocked,
  failed: one.call_count_failed,
  credits: one.credits,
  ...(one.api_time_avg !== undefined && { ms: one.api_time_avg }),
});

/** In place of a report that does not have all filters. */
function OtherFilters() {
  const { change } = useSearchState();
  return (
    <Empty
      title={t("Not available with these filters")}
      action={<Button onPress={() => change(cleared(single))}>{t("Remove the other filters")}</Button>}
    >
      {t("This table can be filtered by customer, subscription and API only.")}
    </Empty>
  );
}

/** A report of sums, unless a filter is about single calls. */
export const summed = (Report: (props: GroupsProps) => ReactNode) =>
  function Summed(props: GroupsProps) {
    const { search } = useSearchState();
    return single.some((name) => search[name]) ? <OtherFilters /> : <Report {...props} />;
  };

const kept = { placeholderData: keepPreviousData } as const;

export const ByApi = summed(({ range, filter }) => (
  <GroupTable
    head={t("Lookup or API")}
    caption={t("Calls by API")}
    query={useQuery({ ...callsByApi(range, filter), ...kept })}
    groupsOf={({ items }) =>
      items
        .filter((one) => one.call_count_total > 0)
        .map((one) => ({
          id: one.api_id,
          name: sentText(one.api_name),
          search: { api: one.api_id },
          ...countsOf(one),
        }))
    }
    timed
  />
));

/** The most customers of the list. */
const customersMax = 100;

export const ByCustomer = summed(({ range, filter }) => {
  const query = useQuery({ ...callsByUser(range, customersMax, filter), ...kept });
  const { items = [], total = 0 } = query.data ?? {};
  const names = useNames(items.map(({ user_id }) => user_id));
  return (
    <>
      <GroupTable
        head={t("Customer")}
        caption={t("Calls by customer")}
        query={query}
        groupsOf={(data) =>
          data.items.map((one) => ({
            id: one.user_id,
            name: names.get(one.user_id) ?? (one.user_email || one.user_id),
            search: { user: one.user_id },
            ...countsOf(one),
          }))
        }
        timed
      />
      <p className="actions note">
        {total > items.length && (
          <span className="sm muted">
            {t("The {items} of {total} customers with the most calls", {
              items: count(items.length),
              total: count(total),
            })}
          </span>
        )}
        <Button
          look="text"
          busy={t("Downloading")}
          onPress={() =>
            downloadReport(
              "/reports/bySubscription",
              "vingate-calls-by-subscription.csv",
              stated(range, filter),
            )
          }
        >
          {t("CSV by subscription")}
        </Button>
      </p>
    </>
  );
});

/** The query of a download. */
export const stated = (
  range: Range,
  filter: ReportFilter | CallFilter,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => Boolean(value))),
  ...ends(range),
});

/** Shown where a report read only a part of the log. */
export function Since({ at }: { at: string | undefined }) {
  if (!at) return null;
  return (
    <p className="sm muted note">
      {t(
        "The newest calls are counted, since {moment}. Narrow the range or the filters to count older ones.",
        {
          moment: localMoment(at),
        },
      )}
    </p>
  );
}

export function ByKey({ range, filter }: GroupsProps) {
  const query = useQuery({ ...callsByKey(wholeMinutes(range), filter), ...kept });
  const operator = useAccount().role === "operator";
  const names = useNames(operator ? (query.data?.items.map(({ user_id }) => user_id) ?? []) : []);
  return (
    <>
      <GroupTable
        head={t("Key")}
        caption={t("Calls by key")}
        query={query}
        groupsOf={({ items }) =>
          items.map((one) => ({
            id: `${one.subscription_id} ${one.key}`,
            name: [
              one.key ? keyNames[one.key] : t("unknown"),
              one.subscription_name,
              operator && names.get(one.user_id),
            ]
              .filter(Boolean)
              .join(" · "),
            search: { subscription: one.subscription_id, key: one.key ?? "" },
            ...countsOf(one),
          }))
        }
      />
      <Since at={query.data?.searched_from} />
    </>
  );
}

export const ByDay = summed(({ range, filter }) => (
  <GroupTable
    head={t("Day")}
    caption={t("Calls of each day")}
    query={useQuery({ ...callsByTime(range, "day", filter), ...kept })}
    groupsOf={(series) =>
      bucketsOf(series)
        .filter(({ ok, other, blocked, failed }) => ok + other + blocked + failed > 0)
        .reverse()
        .map(({ label, from, to, ok: success, ...counts }) => ({
          id: from,
          name: label,
          search: { range: "", from, to },
          success,
          ...counts,
        }))
    }
  />
));
