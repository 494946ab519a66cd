import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { Subscription } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { count, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { AccountBilling } from "../../pages/customer/account-billing.tsx";
import { Facts } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded, Skeleton } from "../../parts/states.tsx";
import { useSums } from "../../parts/use-sums.ts";
import { CapForm } from "./cap-form.tsx";
import { Sum } from "./change-sum.tsx";
import { ChosenSubscription } from "./chosen-subscription.tsx";
import { GrantTable } from "./grant-table.tsx";
import { PeriodHistory } from "./period-history.tsx";
import { type Grant, grantsOf, type Period, type Plan, periodsOf, planOf } from "./plan-queries.ts";
import { beyondAmount, billingHeading } from "./plan-words.ts";
import { PlanSections, SoldPlans } from "./plans.tsx";
import { PlanNotice } from "./stop-plan.tsx";
import { datesIn, type ZoneDates } from "./zone-dates.ts";

/** Credits, the next payment, invoices and statements, and the plan of a subscription. */
export function Billing() {
  return (
    <ChosenSubscription
      none={
        <>
          <Head title={t("Nothing to pay")} />
          <SoldPlans />
          <AccountBilling />
        </>
      }
    >
      {(subscription, all, choice) => (
        // Nothing moves while the sections of features load.
        <Suspense fallback={<Skeleton rows={8} />}>
          <OfSubscription key={subscription.id} subscription={subscription} all={all} choice={choice} />
        </Suspense>
      )}
    </ChosenSubscription>
  );
}

/** Periods that grants can come from: what is carried over is from at most 12 of them. */
const recent = { page: 1, page_size: 20 };

interface OwnProps {
  readonly subscription: Subscription;
  readonly all: readonly Subscription[];
  readonly choice: ReactNode;
}

function OfSubscription(own: OwnProps) {
  const { id } = own.subscription;
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
      {(data) => <Shown {...data} {...own} nameOf={nameOf} />}
    </Loaded>
  );
}

interface ShownProps extends OwnProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly periods: readonly Period[];
  nameOf(productId: string): string;
}

function Shown({ plan, grants, periods, subscription, all, choice, nameOf }: ShownProps) {
  const dates = datesIn(plan.time_zone);
  const { period, offer, overage } = plan;
  const { unlimited } = subscription.credits;
  const sums = useSums();
  const name = offer?.display_name ?? nameOf(subscription.product_id ?? subscription.scope);
  const parts = pageParts().flatMap(({ billed = [] }) => billed);
  const span = period ? `, ${dates.span(period.starts_at, period.ends_at)}` : "";
  const shown = { plan, grants, dates };
  return (
    <>
      <Head
        title={unlimited ? t("Unlimited credits") : billingHeading(plan, grants, dates, sums)}
        actions={<HeadLinks plan={plan} />}
      >
        {t("{name}{span}. Times are in {timeZone}.", { name, span, timeZone: plan.time_zone })}
      </Head>
      {choice}
      {period?.state === "unpaid" && <Unpaid plan={plan} period={period} name={name} dates={dates} />}
      <PlanNotice {...shown} />
      <div className="cols">
        <Section
          className={plan.renewal ? "c7" : "whole"}
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
          <Used {...shown} />
        </Section>
        {plan.renewal && <NextPayment plan={plan} renewal={plan.renewal} dates={dates} nameOf={nameOf} />}
      </div>
      <AccountBilling plan={plan} />
      {overage && <CapForm {...shown} overage={overage} />}
      {parts.map((Part, index) => (
        <Part key={`${index + 1}`} plan={plan} />
      ))}
      {/* A period that is paid here is a payment. */}
      {plan.payment !== "prepaid" && periods.length > 0 && (
        <Section title={t("Periods")}>
          <PeriodHistory subscriptionId={subscription.id} dates={dates} nameOf={nameOf} />
        </Section>
      )}
      <PlanSections {...shown} subscription={subscription} all={all} />
    </>
  );
}

/** Links to the parts of the page that change the plan and sell credits. */
function HeadLinks({ plan: { offer, payment, packages, subscription_id } }: { plan: Plan }) {
  const search = { subscription: subscription_id };
  return (
    <May permission="plans.change">
      <Link className="btn" to="/billing#plan" search={search}>
        {offer ? t("Change plan") : t("View plans")}
      </Link>
      {payment === "prepaid" && packages.length > 0 && (
        <Link className="btn btn-primary" to="/billing#packages" search={search}>
          {t("Buy credits")}
        </Link>
      )}
    </May>
  );
}

interface NextProps {
  readonly plan: Plan;
  readonly renewal: NonNullable<Plan["renewal"]>;
  readonly dates: ZoneDates;
  nameOf(productId: string): string;
}

/** The next payment with its VAT. */
function NextPayment({ plan: { payment, subscription_id }, renewal, dates, nameOf }: NextProps) {
  const { price_minor, currency, product_id, at } = renewal;
  const sums = useSums();
  const parts = sums.parts(price_minor, currency);
  const sum = sums.sum(price_minor, currency);
  const title = t("Next payment: {sum}", { sum });
  const how = payment === "invoice" ? t("by invoice") : t("in advance");
  return (
    <Section className="c5" title={title}>
      <Sum
        caption={title}
        lines={[
          [
            t("{name} from {day}", { name: nameOf(product_id), day: dates.day(at) }),
            price(price_minor, currency),
          ],
          ...(parts?.isKnown ? [[parts.taxText, parts.tax] as const] : []),
          [t("Due on {short}, {how}", { short: dates.short(at), how }), sum, "total"],
        ]}
      />
      {parts && !parts.isKnown && (
        <p className="sm muted note">{t("VAT is added once you have entered your country below.")}</p>
      )}
      <p className="actions note">
        <Link className="btn" to="/billing#cancel" search={{ subscription: subscription_id }}>
          {t("Cancel plan")}
        </Link>
      </p>
    </Section>
  );
}

/** What the period has used of its credits, and beyond them. */
function Used({ plan: { period, overage, offer }, grants, dates }: UsedProps) {
  if (!offer) return null;
  const ofPeriod = (wanted: Grant["source"]) =>
    grants.find(({ source, period: number }) => source === wanted && number === period?.number);
  const [own, beyond] = [ofPeriod("period"), ofPeriod("overage")];
  return (
    <Facts
      className="facts gap"
      facts={[
        [
          t("Used of this period's credits"),
          own
            ? t("{spent}, {share} of {credits}, since {short}", {
                spent: count(own.spent),
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
                t("{used} of {price} per period, without VAT", {
                  used: price(beyondAmount(beyond?.spent ?? 0, overage), overage.currency),
                  price: price(beyondAmount(overage.cap, overage), overage.currency),
                }),
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

interface UsedProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
}

interface UnpaidProps {
  readonly plan: Plan;
  readonly period: Period;
  readonly name: string;
  readonly dates: ZoneDates;
}

function Unpaid({ plan, period, name, dates }: UnpaidProps) {
  const { price_minor, currency, starts_at, grant_id, lapses_at } = period;
  const sums = useSums();
  const [added] = pageParts().flatMap(({ unpaid = [] }) => unpaid);
  const notice = (
    <Notice
      title={
        <Mark outcome="failed">
          {t("{price} for {name} is unpaid since {short}", {
            price: sums.sum(price_minor, currency),
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
