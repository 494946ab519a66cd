import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Subscription } from "../../api/client.ts";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { count, day } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { Mark, State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Pager } from "../../parts/pager.tsx";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { silent, Table } from "../../parts/table.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { planName } from "../account/plan-name.ts";
import { useNames } from "../usage/use-names.ts";
import { SubscriptionActions } from "./subscription-actions.tsx";

const pageSize = 50;

function Left({ credits }: { readonly credits: Subscription["credits"] }) {
  if (credits.unlimited || credits.remaining === null) return "no limit";
  return credits.remaining === 0 ? <Mark outcome="blocked">0</Mark> : count(credits.remaining);
}

/** Every subscription, and what is to be decided about it. */
export function Subscriptions() {
  usePageTitle("Subscriptions");
  const { search, change } = useSearchState();
  const names = useNames();
  const plans = useQuery(products).data?.items ?? [];
  const page = Math.max(1, Number(search.page) || 1);
  const query = useQuery({
    ...allSubscriptions({ page, page_size: pageSize, ...(search.state && { state: search.state }) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Head title="Subscriptions">
        Each holds credits and two keys of one customer. What waits for a decision is “submitted”.
      </Head>
      <div className="filters note">
        <Select
          label="State"
          value={search.state ?? ""}
          onChange={(event) => change({ state: event.target.value, page: "" })}
        >
          <option value="">All</option>
          {["active", "submitted", "suspended", "rejected", "cancelled", "expired"].map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      </div>
      <div className="sec tight">
        <Loaded query={query} what="The subscriptions could not be read" rows={8}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty
                title="No subscription is in this state"
                action={<Button onPress={() => change({ state: "" })}>Show all</Button>}
              />
            ) : (
              <>
                <Table
                  caption="Subscriptions, newest first"
                  items={items}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      head: "Customer",
                      cell: (one) => (
                        <>
                          <Link to={`/users/${one.owner_id}`} dir="auto">
                            {names.get(one.owner_id) ?? one.owner_id}
                          </Link>
                          <span className="sub" dir="auto">
                            {one.display_name}
                          </span>
                        </>
                      ),
                    },
                    { head: "Plan", cell: (one) => planName(one, plans) },
                    { head: "State", cell: ({ state }) => <State state={state} /> },
                    {
                      head: "Credits left",
                      cell: ({ credits }) => <Left credits={credits} />,
                      figures: true,
                      narrow: "left",
                    },
                    {
                      head: "Used",
                      cell: ({ credits }) => count(credits.used),
                      figures: true,
                      narrow: "used",
                    },
                    { head: "Created", cell: (one) => day(one.created_at), figures: true, narrow: "created" },
                    {
                      head: silent("Decide"),
                      cell: (one) => <SubscriptionActions subscription={one} />,
                      figures: true,
                    },
                  ]}
                />
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  go={(to) => change({ page: String(to) })}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
