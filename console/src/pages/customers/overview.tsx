import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "../../api/client.ts";
import type { Customer } from "../../api/operator-queries.ts";
import { requestsOf } from "../../api/requests.ts";
import { type User, useUser } from "../../api/session.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import type { Range } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { List } from "../../parts/list-page.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Status, stateText } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { PutOnPlan } from "../operator/put-on-plan.tsx";
import { AdjustCredits } from "./adjust-credits.tsx";
import { nextPayment, planPrice } from "./customer-words.tsx";
import { EditCustomer } from "./edit-customer.tsx";
import { Notes } from "./notes.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";

interface OverviewProps {
  readonly user: User;
  /** As the list of customers has it; undefined while it is loaded, and for operators. */
  readonly row: Customer | undefined;
  readonly range: Range;
  readonly subscriptions: readonly Subscription[];
}

const callsShown = 5;

/** What needs the operator, the plan with its credits, the last calls, notes and details. */
export function Overview({ user, row, range, subscriptions }: OverviewProps) {
  return (
    <>
      <Needs row={row} subscriptions={subscriptions} />
      <div className="cols">
        <Plan user={user} row={row} subscriptions={subscriptions} />
        <LastCalls user={user} range={range} />
      </div>
      <div className="cols">
        <Notes user={user} />
        <Details user={user} />
      </div>
    </>
  );
}

function Needs({ row, subscriptions }: Pick<OverviewProps, "row" | "subscriptions">) {
  const waiting = subscriptions.filter(({ state }) => state === "submitted");
  const unpaid = row?.next_payment_state === "unpaid" && nextPayment(row);
  const things = waiting.length + (unpaid ? 1 : 0);
  if (things === 0) return null;
  const money = pageParts().find(({ user }) => user)?.user;
  return (
    <Section title={t("{things, plural, one {# thing needs} other {# things need}} you", { things })}>
      <ul className="inbox">
        {waiting.map((one) => (
          <li key={one.id}>
            <Needing />
            <div>
              <h3 dir="auto">{t("Requests {name}", { name: one.display_name })}</h3>
              <p className="since">{t("Since {day}", { day: day(one.created_at) })}</p>
            </div>
            <p className="then">{t("Its keys are refused until you approve it.")}</p>
            <SubscriptionActions subscription={one} />
          </li>
        ))}
        {unpaid && (
          <li>
            <Needing />
            <div>
              <h3>{t("{sum} unpaid", { sum: unpaid[0] })}</h3>
              <p className="since">{unpaid[1]}</p>
            </div>
            <p className="then">{t("The keys work until the credits left are spent.")}</p>
            <p className="actions">
              {pageParts().flatMap(({ recordFor: Record }) =>
                Record && row ? <Record key="record" userId={row.id} /> : [],
              )}
              {money && row && (
                <Link className="btn" to={money.pathOf(row.id)}>
                  {t("Open payments")}
                </Link>
              )}
            </p>
          </li>
        )}
      </ul>
    </Section>
  );
}

const Needing = () => (
  <span className="st st-blocked">
    <span className="vh">{t("Needs you")}</span>
  </span>
);

function Plan({ user, row, subscriptions }: Omit<OverviewProps, "range">) {
  const [open, setOpen] = useState<"credits" | "plan">();
  const close = () => setOpen(undefined);
  const main = subscriptions.find(({ id }) => id === row?.subscription_id);
  const next = row && nextPayment(row);
  const name = row?.plan ?? main?.display_name;
  return (
    <Section
      className="c6"
      title={
        !main || main.credits.remaining === null
          ? (name ?? t("No plan"))
          : t("{name}: {left, plural, one {# credit} other {# credits}} left", {
              name: name ?? "",
              left: main.credits.remaining,
            })
      }
    >
      {main && row && (
        <>
          <Meter {...main.credits} />
          <Facts
            className="facts note"
            facts={[
              [
                t("Plan"),
                row.product_id ? <Link to={`/plans/${row.product_id}`}>{row.plan}</Link> : row.plan,
              ],
              [t("Price without VAT"), planPrice(row) ?? t("none")],
              [t("Next payment"), next ? `${next[0]}, ${next[1]}` : t("none")],
              [t("Subscriptions"), count(row.subscriptions)],
            ]}
          />
        </>
      )}
      {user.state !== "deleted" && (
        <p className="actions note">
          {main?.state === "active" && !main.credits.unlimited && (
            <Button permission="credits.change" onPress={() => setOpen("credits")}>
              {t("Add credits")}
            </Button>
          )}
          <Button permission="subscriptions.change" onPress={() => setOpen("plan")}>
            {t("Add to a plan")}
          </Button>
        </p>
      )}
      {open === "credits" && main && <AdjustCredits subscription={main} close={close} />}
      {open === "plan" && <PutOnPlan user={user} name={row?.name ?? user.email} close={close} />}
    </Section>
  );
}

function LastCalls({ user, range }: Pick<OverviewProps, "user" | "range">) {
  const query = useQuery(requestsOf(range, { user_id: user.id, page: 1, page_size: callsShown }));
  return (
    <Section
      className="c6"
      title={t("Last calls")}
      aside={
        <Link to="/calls" search={{ user: user.id, range: "30d" }}>
          {t("All calls")}
        </Link>
      }
    >
      <List
        query={query}
        what={t("Could not load the calls")}
        rows={callsShown}
        empty={<Empty title={t("No call in 30 days")} />}
        caption={t("Last calls")}
        wide
        keyOf={({ request_id, timestamp }) => `${request_id} ${timestamp}`}
        columns={[
          { head: t("Time"), cell: ({ timestamp }) => <Time at={timestamp} show="recent" /> },
          { head: t("Status"), cell: ({ response_code }) => <Status status={response_code} bare /> },
          { head: t("Request"), cell: ({ url }) => <code>{url}</code> },
          { head: t("Credits"), cell: ({ credits }) => count(credits), figures: true },
        ]}
      />
    </Section>
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
  const [editing, setEditing] = useState(false);
  const isOther = useUser().id !== user.id && user.state !== "deleted";
  const kind =
    user.role === "operator" ? t("Operator") : user.kind === "person" ? t("Person") : t("Organization");
  return (
    <Section
      className="c6"
      title={t("Details")}
      aside={
        isOther && (
          <Button permission="customers.change" look="text" onPress={() => setEditing(true)}>
            {t("Edit")}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t("Kind"), t("{kind}, since {day}", { kind, day: day(user.registered_at) })],
          [t("State"), stateText(user.state)],
          [t("Email"), user.email],
          ...(user.kind === "person" && user.state !== "deleted"
            ? [[t("Mailbox"), proverText(user.email_proved_by)] as const]
            : []),
          ["ID", <code key="id">{user.id}</code>],
        ]}
      />
      {editing && <EditCustomer user={user} close={() => setEditing(false)} />}
    </Section>
  );
}
