import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { Subscription } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { count, share } from "../../base/format.ts";
import { price } from "../../base/money.ts";
import { Figures } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded, NoSubscription } from "../../parts/states.tsx";
import { CapForm } from "./cap-form.tsx";
import { ChosenSubscription } from "./chosen-subscription.tsx";
import { GrantTable } from "./grant-table.tsx";
import { Notice } from "./notice.tsx";
import { PeriodHistory } from "./period-history.tsx";
import { type Grant, grantsOf, type Period, type Plan, periodsOf, planOf } from "./plan-queries.ts";
import { beyondAmount, billingHeading } from "./plan-words.ts";
import { datesIn, type ZoneDates } from "./zone-dates.ts";

/** A subscription's next payment, its credits in the order in which they are spent, and its periods. */
export function Billing() {
  return (
    <>
      <ChosenSubscription
        none={
          <>
            <Head title="Nothing to pay" />
            <div className="sec">
              <NoSubscription>Credits and periods belong to a subscription.</NoSubscription>
            </div>
          </>
        }
      >
        {(subscription, _all, choice) => (
          <OfSubscription key={subscription.id} subscription={subscription} choice={choice} />
        )}
      </ChosenSubscription>
      <Suspense>{added()}</Suspense>
    </>
  );
}

/** What other features add, whether or not there is a subscription. */
const added = () =>
  pageParts().flatMap(({ billing: Part }, index) => (Part ? <Part key={`${index + 1}`} /> : []));

/** Periods that grants can come from: what is carried over is from at most 12 of them. */
const recent = { page: 1, page_size: 20 };

function OfSubscription({ subscription, choice }: { subscription: Subscription; choice: ReactNode }) {
  const { id } = subscription;
  const [plan, grants] = [useQuery(planOf(id)), useQuery(grantsOf(id))];
  const [periods, plans] = [useQuery(periodsOf(id, recent)), useQuery(products)];
  const loaded = plan.data &&
    grants.data &&
    periods.data && { plan: plan.data, grants: grants.data, periods: periods.data.items };
  const query = {
    data: loaded,
    error: plan.error ?? grants.error ?? periods.error,
    refetch: () => Promise.all([plan.refetch(), grants.refetch(), periods.refetch()]),
  };
  const nameOf = (productId: string) =>
    plan.data?.changes.find(({ product_id }) => product_id === productId)?.display_name ??
    plans.data?.items.find((one) => one.id === productId)?.display_name ??
    productId;
  return (
    <Loaded query={query} what="Could not load the credits" rows={8}>
      {(data) => <Shown {...data} subscription={subscription} choice={choice} nameOf={nameOf} />}
    </Loaded>
  );
}

interface ShownProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly periods: readonly Period[];
  readonly subscription: Subscription;
  readonly choice: ReactNode;
  nameOf(productId: string): string;
}

function Shown({ plan, grants, periods, subscription, choice, nameOf }: ShownProps) {
  const dates = datesIn(plan.time_zone);
  const { period, offer, overage } = plan;
  const { unlimited } = subscription.credits;
  const name = offer?.display_name ?? nameOf(subscription.product_id ?? subscription.scope);
  const parts = pageParts().flatMap(({ billed = [] }) => billed);
  const span = period ? `, ${dates.span(period.starts_at, period.ends_at)}` : "";
  return (
    <>
      <Head
        title={unlimited ? "Unlimited credits" : billingHeading(plan, grants, dates)}
        actions={
          <May permission="plans.change">
            <Link className="btn" to="/plans" search={{ subscription: subscription.id }}>
              {offer ? "Change plan" : "View plans"}
            </Link>
          </May>
        }
      >
        {name}
        {span}. Times are in {plan.time_zone}. Prices are without VAT.
      </Head>
      {choice}
      {period?.state === "unpaid" && <Unpaid plan={plan} period={period} name={name} dates={dates} />}
      {offer && <PlanFigures plan={plan} grants={grants} dates={dates} />}
      <Section
        title="Credits, in the order they are spent"
        note="What expires first is spent first. Free credits go before paid ones that expire on the same day."
        aside={<Link to="/keys">Credit history</Link>}
      >
        {unlimited || grants.length === 0 ? (
          <Meter {...subscription.credits} />
        ) : (
          <GrantTable grants={grants} periods={periods} overage={overage} dates={dates} nameOf={nameOf} />
        )}
      </Section>
      {overage && <CapForm plan={plan} overage={overage} grants={grants} dates={dates} />}
      <Suspense>
        {parts.map((Part, index) => (
          <Part key={`${index + 1}`} plan={plan} />
        ))}
      </Suspense>
      <Section title="Periods">
        {periods.length === 0 ? (
          <Empty title="No periods yet">
            A period begins with a plan that has a price. Its payment is listed here.
          </Empty>
        ) : (
          <PeriodHistory subscriptionId={subscription.id} dates={dates} nameOf={nameOf} />
        )}
      </Section>
    </>
  );
}

interface UnpaidProps {
  readonly plan: Plan;
  readonly period: Period;
  readonly name: string;
  readonly dates: ZoneDates;
}

function Unpaid({ plan, period, name, dates }: UnpaidProps) {
  const { price_minor, currency, starts_at, grant_id, lapses_at } = period;
  const [added] = pageParts().flatMap(({ unpaid = [] }) => unpaid);
  return (
    <Notice
      title={
        <Mark outcome="failed">
          {price(price_minor, currency)} for {name} is unpaid since {dates.short(starts_at)}
        </Mark>
      }
      action={
        added && (
          <Suspense>
            <added.actions plan={plan} period={period} />
          </Suspense>
        )
      }
    >
      <Suspense>{added && <added.note plan={plan} period={period} />}</Suspense>
      <p>
        <b>Your keys work</b> with the credits left.{" "}
        {grant_id ? "The credits of this period are included." : "Its credits come when it is paid."}
      </p>
      {lapses_at && (
        <p className="sm">On {dates.moment(lapses_at)} the period lapses, and you owe nothing for it.</p>
      )}
    </Notice>
  );
}

function PlanFigures({ plan, grants, dates }: Pick<ShownProps, "plan" | "grants"> & { dates: ZoneDates }) {
  const { renewal, period, overage, payment, offer } = plan;
  const own = grants.find(({ source, period: number }) => source === "period" && number === period?.number);
  const beyond = grants.find(
    ({ source, period: number }) => source === "overage" && number === period?.number,
  );
  const how = payment === "invoice" ? "by invoice" : "in advance";
  const due = period?.state === "unpaid" && period;
  return (
    <section className="sec tight">
      <Figures
        className="figs lead-figs"
        figures={[
          due
            ? ["Due", price(due.price_minor, due.currency), `since ${dates.day(due.starts_at)}, ${how}`]
            : [
                "Next payment",
                price(renewal?.price_minor ?? 0, renewal?.currency ?? offer!.currency),
                renewal ? `${dates.day(renewal.at)}, ${how}` : "no renewal",
              ],
          [
            "Used of this period's credits",
            count(own?.spent ?? 0),
            own
              ? `${share(own.spent, own.credits)} of ${count(own.credits)}, since ${dates.short(own.starts_at)}`
              : "no credits of a period yet",
          ],
          ...(overage
            ? [
                [
                  "Beyond credits",
                  price(beyondAmount(beyond?.spent ?? 0, overage), overage.currency),
                  `of ${price(beyondAmount(overage.cap, overage), overage.currency)} per period`,
                ] as const,
              ]
            : []),
        ]}
      />
    </section>
  );
}
