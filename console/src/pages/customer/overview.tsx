import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Product, Subscription } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { callsByApi } from "../../api/reports.ts";
import { requestsOf } from "../../api/requests.ts";
import { useUser } from "../../api/session.ts";
import { count, counted } from "../../base/format.ts";
import { type Range, rangeOf } from "../../base/range.ts";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { RequestTable } from "../requests/request-table.tsx";
import { ApiMetricsTable } from "../usage/api-metrics-table.tsx";
import { Traffic } from "../usage/traffic.tsx";

const refreshMs = 15_000;

/** A customer's credits, calls of the last days, and where they went wrong. */
export function CustomerOverview() {
  usePageTitle("Overview");
  const user = useUser();
  const range = rangeOf({}, "7d", useNow(refreshMs));
  const subscriptions = useQuery(subscriptionsOf(user.id));
  const plans = useQuery(products).data?.items ?? [];
  return (
    <>
      <Head title={<Finding range={range} />}>
        <span dir="auto">{user.first_name}</span>, this is what your keys did and what they have left.
      </Head>
      <Section title="Credits" aside={<Link to="/keys">Keys</Link>}>
        <Loaded query={subscriptions} what="Your subscriptions could not be read">
          {({ items }) => <Credits items={items} plans={plans} />}
        </Loaded>
      </Section>
      <Calls range={range} />
    </>
  );
}

function Finding({ range }: { readonly range: Range }) {
  const { data } = useQuery({ ...callsByApi(range), placeholderData: keepPreviousData });
  if (!data) return "Overview";
  const sum = (kind: "call_count_total" | "call_count_failed" | "call_count_blocked") =>
    data.items.reduce((total, one) => total + one[kind], 0);
  const [total, wrong] = [sum("call_count_total"), sum("call_count_failed") + sum("call_count_blocked")];
  if (total === 0) return "No calls in the last 7 days";
  return `${counted(total, "call")} in 7 days, ${wrong === 0 ? "none refused" : `${count(wrong)} refused or failed`}`;
}

function Credits({
  items,
  plans,
}: {
  readonly items: readonly Subscription[];
  readonly plans: readonly Product[];
}) {
  const current = items.filter(
    ({ state }) => state === "active" || state === "submitted" || state === "suspended",
  );
  if (current.length === 0)
    return (
      <Empty
        title="You have no subscription"
        action={
          <Link className="btn btn-primary" to="/plans">
            See the plans
          </Link>
        }
      >
        A subscription holds credits and two keys.
      </Empty>
    );
  return (
    <div className="subs">
      {current.map((one) => (
        <div key={one.id}>
          <h3>
            {plans.find(({ id }) => id === one.product_id)?.display_name ?? one.product_id ?? one.scope}
            <State state={one.state} />
          </h3>
          <Meter {...one.credits} />
          {!one.credits.unlimited && one.credits.remaining === 0 && (
            <p className="sm note">
              None left: lookups answer 402 until there are more. <Link to="/plans">See the plans</Link>, or
              ask the operator.
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function Calls({ range }: { readonly range: Range }) {
  const navigate = useNavigate();
  const byApi = useQuery({ ...callsByApi(range), placeholderData: keepPreviousData });
  const last = useQuery({
    ...requestsOf(range, { page: 1, page_size: 8 }),
    placeholderData: keepPreviousData,
  });
  const total = byApi.data?.items.reduce((sum, one) => sum + one.call_count_total, 0);
  if (total === 0)
    return (
      <Section title="Calls">
        <Empty
          title="Nothing has been called yet"
          action={
            <Link className="btn btn-primary" to="/quick-start">
              Make the first call
            </Link>
          }
        >
          The quick start has your key and a request in it.
        </Empty>
      </Section>
    );
  return (
    <>
      <Section title="Calls of the last 7 days" aside={<Link to="/requests">Request log</Link>}>
        <Traffic range={range} granularity="hour" />
      </Section>
      <div className="cols">
        <Section className="c6" title="By API">
          <Loaded query={byApi} what="The report could not be read">
            {(data) => <ApiMetricsTable items={data.items} />}
          </Loaded>
        </Section>
        <Section className="c6" title="Last calls" aside={<Link to="/requests">All of them</Link>}>
          <Loaded query={last} what="The log could not be read">
            {(data) => (
              <RequestTable
                items={data.items}
                choose={(id) => void navigate({ to: "/requests", search: { id } })}
              />
            )}
          </Loaded>
        </Section>
      </div>
    </>
  );
}
