import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "../../api/client.ts";
import { auditBy, userById } from "../../api/operator-queries.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { callsByApi } from "../../api/reports.ts";
import { requestsOf } from "../../api/requests.ts";
import type { User } from "../../api/session.ts";
import { count, day, recently, share, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { type Range, rangeOf } from "../../base/range.ts";
import { Figures } from "../../parts/facts.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Loaded } from "../../parts/states.tsx";
import { Unknown } from "../../parts/table.tsx";
import { useNow } from "../../parts/use-now.ts";
import { CreditHistory } from "../account/credit-history.tsx";
import { planName } from "../account/plan-name.ts";
import { SubscriptionKeys } from "../account/subscription-keys.tsx";
import { CallsByApi } from "../usage/api-metrics-table.tsx";
import { Traffic } from "../usage/traffic.tsx";
import { nameOf } from "../usage/use-names.ts";
import { AuditList } from "./audit-list.tsx";
import { Grants } from "./grants.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { DeleteUser, UserActions } from "./user-actions.tsx";

const refreshMs = 15_000;

/** A user: subscriptions, keys, calls, credits, activity. */
export function UserPage({ params: { userId = "" } }: { params: { readonly userId?: string } }) {
  const query = useQuery(userById(userId));
  return (
    <Loaded query={query} what={t("Could not load the user")} rows={8}>
      {(user) => <Details user={user} />}
    </Loaded>
  );
}

const provers: Readonly<Record<NonNullable<User["email_proved_by"]>, string>> = {
  registrant: t("Address proved by who signed up."),
  taker: t("Address proved by somebody who did not sign up, and took the account."),
  operator: t("Address proved by an operator, who made the account."),
  provider: t("Address proved by single sign-on."),
  earlier: t("Address confirmed before this version."),
};

const proverText = (by: User["email_proved_by"]): string =>
  by ? provers[by] : t("No one has proved to receive mail at this address.");

function Details({ user }: { user: User }) {
  const name = nameOf(user);
  usePageTitle(name);
  const range = rangeOf({}, "30d", useNow(refreshMs));
  const query = useQuery(subscriptionsOf(user.id));
  const subscriptions = query.data?.items ?? [];
  const added = pageParts().flatMap(({ user: page }) => {
    if (!page) return [];
    return (
      <Link key={page.title} to={page.pathOf(user.id)}>
        {page.title}
      </Link>
    );
  });
  return (
    <>
      <Head
        crumb={
          <>
            <Link to="/customers">{t("Users")}</Link> / <bdi>{name}</bdi>
          </>
        }
        title={<bdi>{name}</bdi>}
        actions={<UserActions user={user} name={name} />}
      >
        <T
          text="{email}, {stateText}, since {day}. {state}{proved}{note}"
          email={user.email || <Unknown>{t("no email")}</Unknown>}
          stateText={withinSentence(stateText(user.role))}
          day={day(user.registered_at)}
          state={<State state={user.state} />}
          proved={
            user.kind === "person" &&
            user.state !== "deleted" && <span className="sub-note">{proverText(user.email_proved_by)}</span>
          }
          note={user.note && <span className="sub-note">{user.note}</span>}
        />
      </Head>
      <UserFigures user={user} range={range} subscriptions={subscriptions} />
      <Section title={t("Subscriptions and keys")} aside={added.length > 0 && added}>
        <Loaded query={query} what={t("Could not load the subscriptions")}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t("No subscriptions yet")} />
            ) : (
              <div className="subs">
                {items.map((one) => (
                  <SubscriptionDetails key={one.id} subscription={one} />
                ))}
              </div>
            )
          }
        </Loaded>
      </Section>
      <Calls user={user} range={range} subscriptions={subscriptions} />
      <Activity user={user} subscriptions={subscriptions} />
      <DeleteUser user={user} name={name} />
    </>
  );
}

interface UserProps {
  readonly user: User;
  readonly range: Range;
  readonly subscriptions: readonly Subscription[];
}

const entriesShown = 20;

/** Recent audit entries by the user, and about the user and the subscriptions. */
function Activity({ user, subscriptions }: Omit<UserProps, "range">) {
  const own = `/users/${user.id}`;
  const objects = [own, ...subscriptions.slice(0, 10).map(({ id }) => `/subscriptions/${id}`)];
  const filters = [{ actor: own }, ...objects.map((object) => ({ object }))];
  const found = useQueries({
    queries: filters.map((one) => auditBy({ page: 1, page_size: entriesShown, ...one })),
  });
  const entries = new Map(found.flatMap(({ data }) => data?.items ?? []).map((one) => [one.id, one]));
  const newest = [...entries.values()]
    .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, entriesShown);
  const failed = found.find(({ error }) => error);
  return (
    <Section title={t("Activity")} aside={<Link to="/settings/audit">{t("Audit log")}</Link>}>
      {failed && (
        <Failure error={failed.error} what={t("Could not load the audit log")} retry={failed.refetch} />
      )}
      {!failed && newest.length === 0 && <p className="muted">{t("No activity yet.")}</p>}
      <AuditList entries={newest} />
    </Section>
  );
}

function UserFigures({ user, range, subscriptions }: UserProps) {
  const report = useQuery(callsByApi(range, { user_id: user.id })).data;
  const last = useQuery(requestsOf(range, { user_id: user.id, page: 1, page_size: 1 })).data?.items[0];
  const active = subscriptions.filter(({ state }) => state === "active");
  const sum = (kind: "call_count_total" | "call_count_success" | "call_count_blocked") =>
    report?.items.reduce((total, one) => total + one[kind], 0) ?? 0;
  const left = active.reduce((total, { credits }) => total + (credits.remaining ?? 0), 0);
  const unlimited = active.some(({ credits }) => credits.unlimited);
  const used = subscriptions.reduce((total, { credits }) => total + credits.used, 0);
  const successful = share(sum("call_count_success"), sum("call_count_total"));
  return (
    <Figures
      className="figs lead-figs note"
      figures={[
        [
          t("Credits left"),
          unlimited ? t("Unlimited") : count(left),
          t("of {subscriptions, plural, one {# subscription} other {# subscriptions}}", {
            subscriptions: subscriptions.length,
          }),
        ],
        [t("Used"), count(used), t("credits in total")],
        [
          t("Calls"),
          count(sum("call_count_total")),
          t("in 30 days, {successful} successful", { successful }),
        ],
        [t("Blocked"), count(sum("call_count_blocked")), t("401, 402, 403 and 429")],
        [
          t("Last call"),
          last ? recently(last.timestamp) : "none",
          last?.ip_address ? t("from {ipAddress}", { ipAddress: last.ip_address }) : t("in 30 days"),
        ],
      ]}
    />
  );
}

function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
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
        <T
          text="{used} used{granted, select, none {} other { of {granted}}}. {id}. <link>Watched VINs</link>{comment}"
          used={count(credits.used)}
          granted={credits.unlimited ? "none" : count(credits.granted)}
          id={<code>{id}</code>}
          comment={comment && <>. {comment}</>}
          link={(words) => (
            <Link to="/alerts?tab=watches" search={{ subscription: id }}>
              {words}
            </Link>
          )}
        />
      </p>
      <p className="note">
        <SubscriptionActions subscription={subscription} />
      </p>
      {state === "active" && (
        <div className="note">
          <SubscriptionKeys subscription={subscription} onDemand />
        </div>
      )}
      <Grants subscription={subscription} />
      <CreditHistory subscriptionId={id} />
    </div>
  );
}

function Calls({ user, range, subscriptions }: UserProps) {
  const [chosen, setChosen] = useState<string>();
  const byUse = [...subscriptions].sort((a, b) => b.credits.used - a.credits.used);
  const shown = chosen ?? byUse[0]?.id;
  if (!shown) return null;
  return (
    <div className="cols">
      <Section
        className="c6"
        title={t("Calls, last 30 days")}
        aside={
          <Link to="/calls" search={{ user: user.id, range: "30d" }}>
            {t("Request log of this user")}
          </Link>
        }
      >
        {byUse.length > 1 && (
          <fieldset className="actions choose">
            <legend className="vh">{t("Subscription")}</legend>
            {byUse.map(({ id, display_name }) => (
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
      <Section className="c6" title={t("Calls by API")}>
        <CallsByApi range={range} filter={{ user_id: user.id }} />
      </Section>
    </div>
  );
}
