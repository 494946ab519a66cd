import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiMetrics } from "../../api/client.ts";
import { callsByApi, type ReportFilter } from "../../api/reports.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import type { Range } from "../../base/range.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, countColumn, markedColumn, Table } from "../../parts/table.tsx";

const columns: readonly Column<ApiMetrics>[] = [
  { head: "API", cell: (one) => sentText(one.api_name) },
  countColumn(t("Successful"), (one) => one.call_count_success),
  countColumn(t("Not found"), (one) => one.call_count_other),
  markedColumn(t("Blocked"), "blocked", (one) => one.call_count_blocked),
  markedColumn(t("Invalid"), "failed", (one) => one.call_count_failed - one.call_count_fault),
  markedColumn(t("Server errors"), "failed", (one) => one.call_count_fault),
  countColumn(t("Credits"), (one) => one.credits),
  { head: t("Avg. ms"), cell: (one) => one.api_time_avg.toFixed(1), figures: true },
];

interface CallsByApiProps {
  readonly range: Range;
  readonly filter?: ReportFilter;
}

/** Calls by API: outcomes, credits and duration. */
export function CallsByApi({ range, filter = {} }: CallsByApiProps) {
  const query = useQuery({ ...callsByApi(range, filter), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} what={t("Could not load the report")}>
      {(data) => {
        const items = data.items.filter(
          (one) => one.call_count_total > 0 && (!filter.api_id || one.api_id === filter.api_id),
        );
        if (items.length === 0)
          return <Empty title={t("No calls in this range")}>{t("Choose a longer range.")}</Empty>;
        return (
          <Table
            wide
            caption={t("Calls by API")}
            items={items}
            keyOf={(one) => one.api_id}
            columns={columns}
          />
        );
      }}
    </Loaded>
  );
}
