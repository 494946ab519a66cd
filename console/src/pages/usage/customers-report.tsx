import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callsByUser } from "../../api/reports.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import type { Range } from "../../base/range.ts";
import { Bar } from "../../parts/meter.tsx";
import { Link } from "../../parts/router.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, countColumn, hidden, markedColumn, Table } from "../../parts/table.tsx";
import { useNames } from "./use-names.ts";

type Report = Awaited<ReturnType<NonNullable<ReturnType<typeof callsByUser>["queryFn"]>>>;
type Customer = Report["items"][number];

/** The customers with the most calls: the first `first`, at most 100. */
export function CustomersReport({ range, first }: { range: Range; first: number }) {
  const query = useQuery({ ...callsByUser(range, first), placeholderData: keepPreviousData });
  const names = useNames(query.data?.items.map(({ user_id }) => user_id) ?? []);
  const columns = (most: number): readonly Column<Customer>[] => [
    {
      head: t("Customer"),
      cell: (one) => (
        <>
          <Link to={`/customers/${one.user_id}`} dir="auto">
            {names.get(one.user_id) ?? one.user_id}
          </Link>
          <span className="sub">{one.user_email}</span>
        </>
      ),
    },
    { head: hidden(t("Share")), cell: (one) => <Bar share={one.call_count_total / most} />, className: "sp" },
    countColumn(t("Calls"), (one) => one.call_count_total),
    markedColumn(t("Blocked"), "blocked", (one) => one.call_count_blocked),
    markedColumn(t("Failed"), "failed", (one) => one.call_count_failed),
    countColumn(t("Credits"), (one) => one.credits),
  ];
  return (
    <Loaded query={query} what={t("Could not load the report")}>
      {({ items, total }) =>
        items.length === 0 ? (
          <p className="muted">{t("No calls in this range.")}</p>
        ) : (
          <Table
            wide
            caption={
              total > items.length
                ? t("The {items} of {total} customers with the most calls", {
                    items: count(items.length),
                    total: count(total),
                  })
                : t("Calls by customer")
            }
            captionShown={total > items.length}
            items={items}
            keyOf={(one) => one.user_id}
            columns={columns(items[0]?.call_count_total ?? 1)}
          />
        )
      }
    </Loaded>
  );
}
