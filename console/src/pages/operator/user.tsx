import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Subscription } from "../../api/client.ts";
import { auditBy, userById } from "../../api/operator-queries.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { callsByApi } from "../../api/reports.ts";
import { requestsOf } from "../../api/requests.ts";
import type { User } from "../../api/session.ts";
import { count, day, recently, share } from "../../base/format.ts";
import { type Range, rangeOf } from "../../base/range.ts";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Loaded } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { Ledger } from "../account/credit-history.tsx";
import { planName } from "../account/plan-name.ts";
import { SubscriptionKeys } from "../account/subscription-keys.tsx";
import { ApiMetricsTable } from "../usage/api-metrics-table.tsx";
import { Traffic } from "../usage/traffic.tsx";
import { AuditList } from "./audit-list.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { UserActions } from "./user-actions.tsx";

const refreshMs = 15_000;

/** One customer's whole story on one page: subscriptions, keys, calls, credits, what was done. */
export function UserStory() {
  const { userId } = useParams({ strict: false }) as { userId: string };
  const query = useQuery(userById(userId));
  return (
    <Loaded query={query} what="The account could not be read" rows={8}>
      {(user) => <Story user={user} />}
    </Loaded>
  );
}

const nameOf = ({ first_name, last_name, id }: User) => `${first_name} ${last_name}`.trim() || id;

function Story({ user }: { readonly user: User }) {
  usePageTitle(nameOf(user));
  const range = rangeOf({}, "30d", useNow(refreshMs));
  const subscriptions = useQuery(subscriptionsOf(user.id));
  return (
    <>
      <Head
        crumb={
          <>
            <Link to="/users">Users</Link> / <span dir="auto">{nameOf(user)}</span>
          </>
        }
        title={<span dir="auto">{nameOf(user)}</span>}
        actions={<UserActions user={user} name={nameOf(user)} />}
      >
        {user.email || <span className="unknown">no e-mail</span>}, {user.role}, since{" "}
        {day(user.registered_at)}. <State state={user.state} />
        {user.note && <span className="sub-note">{user.note}</span>}
      </Head>
      <Figures user={user} range={range} subscriptions={subscriptions.data?.items ?? []} />
      <Section title="Subscriptions and keys">
        <Loaded query={subscriptions} what="The subscriptions could not be read">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No subscription">This account has never had one.</Empty>
            ) : (
              <div className="subs">
                {items.map((one) => (
                  <Held key={one.id} subscription={one} />
                ))}
              </div>
            )
          }
        </Loaded>
      </Section>
      <Calls user={user} range={range} subscriptions={subscriptions.data?.items ?? []} />
      <History user={user} subscriptions={subscriptions.data?.items ?? []} />
    </>
  );
}

const entriesShown = 20;

/** What the account did itself, and what was done to it and to what it holds. */
function History({ user, subscriptions }: Pick<PartProps, "user" | "subscriptions">) {
  const own = `/users/${user.id}`;
  const objects = [own, ...subscriptions.slice(0, 10).map(({ id }) => `/subscriptions/${id}`)];
  const filters = [{ actor: own }, ...objects.map((object) => ({ object }))];
  const found = useQueries({
    queries: filters.map((one) => auditBy({ page: 1, page_size: entriesShown, ...one })),
  });
  const entries = new Map(
    found.flatMap(({ data }) => data?.items.map((one) => [one.id, one] as const) ?? []),
  );
  const newest = [...entries.values()]
    .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, entriesShown);
  const failed = found.find(({ error }) => error);
  return (
    <Section title="What was done, and by whom" aside={<Link to="/audit">Audit log</Link>}>
      {failed && (
        <Failure error={failed.error} what="The audit log could not be read" retry={() => failed.refetch()} />
      )}
      {!failed && newest.length === 0 && (
        <p className="muted">Nothing has been changed since the account was made.</p>
      )}
      <AuditList entries={newest} names={new Map([[user.id, nameOf(user)]])} />
    </Section>
  );
}

interface PartProps {
  readonly user: User;
  readonly range: Range;
  readonly subscriptions: readonly Subscription[];
}

function Figures({ user, range, subscriptions }: PartProps) {
  const report = useQuery(callsByApi(range, { user_id: user.id })).data;
  const last = useQuery(requestsOf(range, { user_id: user.id, page: 1, page_size: 1 })).data;
  const live = subscriptions.filter(({ state }) => state === "active");
  const sum = (kind: "call_count_total" | "call_count_success" | "call_count_blocked") =>
    report?.items.reduce((total, one) => total + one[kind], 0) ?? 0;
  const left = live.some(({ credits }) => credits.unlimited)
    ? "no limit"
    : count(live.reduce((total, { credits }) => total + (credits.remaining ?? 0), 0));
  const used = subscriptions.reduce((total, { credits }) => total + credits.used, 0);
  const lastCall = last?.items[0];
  const figures = [
    [
      "Credits left",
      left,
      `of ${subscriptions.length === 1 ? "1 subscription" : `${subscriptions.length} subscriptions`}`,
    ],
    ["Used", count(used), "credits in all"],
    [
      "Calls",
      count(sum("call_count_total")),
      `in 30 days, ${share(sum("call_count_success"), sum("call_count_total"))} answered`,
    ],
    ["Blocked", count(sum("call_count_blocked")), "401, 402, 403 and 429"],
    [
      "Last call",
      lastCall ? recently(lastCall.timestamp) : "none",
      lastCall?.ip_address ? `from ${lastCall.ip_address}` : "in 30 days",
    ],
  ] as const;
  return (
    <dl className="figs lead-figs note">
      {figures.map(([name, value, small]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            <small>{small}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Held({ subscription }: { readonly subscription: Subscription }) {
  const plans = useQuery(products).data?.items ?? [];
  const { state, state_comment: comment, credits, display_name: name, id } = subscription;
  const plan = planName(subscription, plans);
  return (
    <div className="held">
      <h3>
        {plan}{" "}
        {name !== plan && (
          <span className="sub-name" dir="auto">
            “{name}”
          </span>
        )}{" "}
        <State state={state} />
      </h3>
      <Meter {...credits} />
      <p className="sm muted">
        {count(credits.used)} used{credits.unlimited ? "" : ` of ${count(credits.granted)} granted`}.{" "}
        <code>{id}</code>
        {comment && <>. {comment}</>}
      </p>
      <p className="note">
        <SubscriptionActions subscription={subscription} />
      </p>
      {state === "active" && (
        <div className="note">
          <SubscriptionKeys subscription={subscription} onDemand />
        </div>
      )}
      <details className="datat">
        <summary>Credits, to the last one</summary>
        <Ledger subscriptionId={id} />
      </details>
    </div>
  );
}

function Calls({ user, range, subscriptions }: PartProps) {
  const [chosen, setChosen] = useState<string>();
  const called = [...subscriptions].sort((a, b) => b.credits.used - a.credits.used);
  const shown = chosen ?? called[0]?.id;
  const byApi = useQuery(callsByApi(range, { user_id: user.id }));
  if (!shown) return null;
  return (
    <div className="cols">
      <Section
        className="c6"
        title="Calls of the last 30 days"
        aside={
          <Link to="/requests" search={{ user: user.id, range: "30d" }}>
            Request log of this customer
          </Link>
        }
      >
        {called.length > 1 && (
          <fieldset className="actions choose">
            <legend className="vh">Subscription</legend>
            {called.map(({ id, display_name }) => (
              <button
                key={id}
                type="button"
                className="btn btn-text"
                aria-pressed={id === shown}
                onClick={() => setChosen(id)}
              >
                <span dir="auto">{display_name}</span>
              </button>
            ))}
          </fieldset>
        )}
        <Traffic range={range} granularity="day" filter={{ subscription_id: shown }} />
      </Section>
      <Section className="c6" title="By API">
        <Loaded query={byApi} what="The report could not be read">
          {(data) =>
            data.items.some((one) => one.call_count_total > 0) ? (
              <ApiMetricsTable items={data.items} />
            ) : (
              <p className="muted">Nothing was called in 30 days.</p>
            )
          }
        </Loaded>
      </Section>
    </div>
  );
}
