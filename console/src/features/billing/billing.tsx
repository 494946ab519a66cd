import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { Subscription } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { count, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { Figures } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded, NoSubscription, Skeleton } from "../../parts/states.tsx";
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
            <Head title={t("Nothing to pay")} />
            <div className="sec">
              <NoSubscription>{t("Credits and periods belong to a subscription.")}</NoSubscription>
            </div>
          </>
        }
      >
        {(subscription, _all, choice) => (
          // Nothing moves while the sections of features load.
          <Suspense fallback={<Skeleton rows={8} />}>
            <OfSubscription key={subscription.id} subscription={subscription} choice={choice} />
          </Suspense>
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
    <Loaded query={query} what={t("Could not load the credits")} rows={8}>
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
        title={unlimited ? t("Unlimited credits") : billingHeading(plan, grants, dates)}
        actions={
          <May permission="plans.change">
            <Link className="btn" to="/billing?tab=plans" search={{ subscription: subscription.id }}>
              {offer ? t("Change plan") : t("View plans")}
            </Link>
          </May>
        }
      >
        {t("{name}{span}. Times are in {timeZone}. Prices are without VAT.", {
          name,
          span,
          timeZone: plan.time_zone,
        })}
      </Head>
      {choice}
      {period?.state === "unpaid" && <Unpaid plan={plan} period={period} name={name} dates={dates} />}
      {offer && <PlanFigures plan={plan} grants={grants} dates={dates} />}
      <Section
        title={t("Credits, in the order they are spent")}
        note={t(
          "What expires first is spent first. Free credits go before paid ones that expire on the same day.",
        )}
        aside={<Link to="/keys">{t("Credit history")}</Link>}
      >
        {unlimited || grants.length === 0 ? (
          <Meter {...subscription.credits} />
        ) : (
          <GrantTable grants={grants} periods={periods} overage={overage} dates={dates} nameOf={nameOf} />
        )}
      </Section>
      {overage && <CapForm plan={plan} overage={overage} grants={grants} dates={dates} />}
      {parts.map((Part, index) => (
        <Part key={`${index + 1}`} plan={plan} />
      ))}
      <Section title={t("Periods")}>
        {periods.length === 0 ? (
          <Empty title={t("No periods yet")}>
            {t("A period begins with a plan that has a price. Its payment is listed here.")}
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
  const notice = (
    <Notice
      title={
        <Mark outcome="failed">
          {t("{price} for {name} is unpaid since {short}", {
            price: price(price_minor, currency),
            name,
            short: dates.short(starts_at),
          })}
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
        <T text="<b>Your keys work</b> with the credits left." />{" "}
        {grant_id ? t("The credits of this period are included.") : t("Its credits come when it is paid.")}
      </p>
      {lapses_at && (
        <p className="sm">
          {t("On {moment} the period lapses, and you owe nothing for it.", {
            moment: dates.moment(lapses_at),
          })}
        </p>
      )}
    </Notice>
  );
  if (!added) return notice;
  return (
    <Suspense>
      <added.unlessDebited plan={plan} period={period}>
        {notice}
      </added.unlessDebited>
    </Suspense>
  );
}

function PlanFigures({ plan, grants, dates }: Pick<ShownProps, "plan" | "grants"> & { dates: ZoneDates }) {
  const { renewal, period, overage, payment, offer } = plan;
  const own = grants.find(({ source, period: number }) => source === "period" && number === period?.number);
  const beyond = grants.find(
    ({ source, period: number }) => source === "overage" && number === period?.number,
  );
  const how = payment === "invoice" ? t("by invoice") : t("in advance");
  const due = period?.state === "unpaid" && period;
  return (
    <section className="sec tight">
      <Figures
        className="figs lead-figs"
        figures={[
          due
            ? [
                t("Due"),
                price(due.price_minor, due.currency),
                t("since {day}, {how}", { day: dates.day(due.starts_at), how }),
              ]
            : [
                t("Next payment"),
                price(renewal?.price_minor ?? 0, renewal?.currency ?? offer!.currency),
                renewal ? `${dates.day(renewal.at)}, ${how}` : t("no renewal"),
              ],
          [
            t("Used of this period's credits"),
            count(own?.spent ?? 0),
            own
              ? t("{share} of {credits}, since {short}", {
                  share: share(own.spent, own.credits),
                  credits: count(own.credits),
                  short: dates.short(own.starts_at),
                })
              : t("no credits of a period yet"),
          ],
          ...(overage
            ? [
                [
                  t("Beyond credits"),
                  price(beyondAmount(beyond?.spent ?? 0, overage), overage.currency),
                  t("of {price} per period", {
                    price: price(beyondAmount(overage.cap, overage), overage.currency),
                  }),
                ] as const,
              ]
            : []),
        ]}
      />
    </section>
  );
}
