import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, listOf, type Schemas } from "../../api/client.ts";
import { count, day, moment } from "../../base/format.ts";
import { Pager } from "../../parts/pager.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Entry = Schemas["LedgerEntry"];

const kinds: Readonly<Record<Entry["kind"], string>> = {
  grant: "Granted with the subscription",
  bump: "Given by an operator",
  adjust: "Changed by an operator",
  set: "Set by an operator",
  write_off: "Written off: answered with credits of a lost node",
  charge: "Used",
};

const pageSize = 20;

const signed = (change: number) => (change > 0 ? `+${count(change)}` : `−${count(-change)}`);

/** Every change of a subscription's credits, to the last one. */
export function Ledger({ subscriptionId }: { readonly subscriptionId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ["subscriptions", "ledger", subscriptionId, page],
    queryFn: () =>
      listOf(
        api.GET("/subscriptions/{subscription_id}/ledger", {
          params: { path: { subscription_id: subscriptionId }, query: { page, page_size: pageSize } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} what="The ledger could not be read">
      {({ items, total }) => (
        <>
          <Table
            caption="Changes of the credits, newest first"
            items={items}
            keyOf={(entry) => entry.id ?? entry.timestamp}
            columns={columnsOf(items, total)}
          />
          {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} go={setPage} />}
        </>
      )}
    </Loaded>
  );
}

function columnsOf(items: readonly Entry[], total: number): Column<Entry>[] {
  const columns: Column<Entry>[] = [
    {
      head: "What",
      cell: (entry) => (
        <>
          {kinds[entry.kind]}
          {(entry.reason || entry.actor) && (
            <span className="sub" dir="auto">
              {[entry.reason && `“${entry.reason}”`, entry.actor && `by ${entry.actor}`]
                .filter(Boolean)
                .join(", ")}
            </span>
          )}
        </>
      ),
    },
    {
      head: "When (UTC)",
      cell: ({ kind, timestamp }) => (kind === "charge" ? day(timestamp) : moment(timestamp)),
    },
    { head: "Change", cell: ({ change }) => <b>{signed(change)}</b>, figures: true },
  ];
  // With every entry at hand, what was left after each follows by adding them up.
  if (total > items.length) return columns;
  const balances = new Map<Entry, number>();
  let balance = 0;
  for (const entry of [...items].reverse()) {
    balance += entry.change;
    balances.set(entry, balance);
  }
  return [
    ...columns,
    { head: "Left", cell: (entry) => count(balances.get(entry) ?? 0), figures: true, narrow: "left" },
  ];
}
