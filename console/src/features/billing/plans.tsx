import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { Subscription } from "../../api/client.ts";
import { apis, products } from "../../api/queries.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price, shortPrice } from "../../base/money.ts";
import { isLive } from "../../pages/account/plan-name.ts";
import { OwnSubscription, PlanOffers, type PlansProps, PricedPlans } from "../../pages/customer/plans.tsx";
import { Facts } from "../../parts/facts.tsx";
import { State } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { policyWords } from "../../parts/policy-words.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded, Skeleton } from "../../parts/states.tsx";
import { useSums } from "../../parts/use-sums.ts";
import { pricing } from "../offers/offer-queries.ts";
import { creditsText, everyText } from "../offers/offer-words.ts";
import { ChangePlan } from "./change-plan.tsx";
import { ChosenSubscription } from "./chosen-subscription.tsx";
import { type Grant, grantsOf, type Plan, planOf } from "./plan-queries.ts";
import { beyondAmount, beyondPrice, creditsLeft, openGrants, planHeading } from "./plan-words.ts";
import { PlanNotice, StopPlan } from "./stop-plan.tsx";
import { datesIn, type ZoneDates } from "./zone-dates.ts";

/** The customer's plan with what each change of it costs, and plans for another subscription. */
export function BilledPlans() {
  const sold = useQuery(pricing);
  const sums = useSums();
  const offerOf = (productId: string) => {
    const offer = sold.data?.plans.find(({ product_id }) => product_id === productId)?.offer;
    return (
      offer && {
        price: sums.button(offer.price_minor, offer.currency),
        isSold: offer.price_minor === 0 || sold.data?.not_sold === null,
        credits: `${creditsText(offer)} ${everyText(offer.credits_every)}`,
      }
    );
  };
  return (
    <Loaded query={sold} what={t("Could not load the prices")} rows={8}>
      {() => (
        <ChosenSubscription none={<PricedPlans offerOf={offerOf} />}>
          {(subscription, all, choice) => (
            // Nothing moves while the sections of features load.
            <Suspense fallback={<Skeleton rows={8} />}>
              <OfSubscription
                key={subscription.id}
                subscription={subscription}
                all={all}
                choice={choice}
                offerOf={offerOf}
                isSold={sold.data !== undefined && sold.data.plans.length > 0}
              />
            </Suspense>
          )}
        </ChosenSubscription>
      )}
    </Loaded>
  );
}

interface OfSubscriptionProps {
  readonly subscription: Subscription;
  readonly all: readonly Subscription[];
  readonly choice: ReactNode;
  readonly offerOf: PlansProps["offerOf"];
  /** Whether any plan has a price. */
  readonly isSold: boolean;
}

function OfSubscription({ subscription, all, choice, offerOf, isSold }: OfSubscriptionProps) {
  const plan = useQuery(planOf(subscription.id));
  const grants = useQuery(grantsOf(subscription.id));
  const plans = useQuery(products);
  const names = useQuery(apis).data?.items ?? [];
  const nameOf = (api: string) => names.find(({ id }) => id === api)?.display_name ?? api;
  const items = plans.data?.items ?? [];
  const loaded = plan.data && grants.data && plans.data && { plan: plan.data, grants: grants.data };
  const query = {
    data: loaded,
    error: plan.error ?? grants.error ?? plans.error,
    refetch: () => Promise.all([plan.refetch(), grants.refetch(), plans.refetch()]),
  };
  const product = items.find(({ id }) => id === subscription.product_id);
  return (
    <Loaded query={query} what={t("Could not load the plan")} rows={8}>
      {({ plan, grants }) => {
        if (!isSold && plan.state === "none") return <PricedPlans offerOf={offerOf} />;
        const dates = datesIn(plan.time_zone);
        const others = all.filter((one) => isLive(one) && one.id !== subscription.id);
        const shown = { plan, grants, dates };
        const added = pageParts().flatMap((part) => part.plans ?? []);
        // The operator decides after a period by invoice that was not paid.
        const isBlocked = plan.state === "lapsed" && plan.payment === "invoice";
        return (
          <>
            <Head title={planHeading(plan, dates)}>
              {t("Prices are without VAT. Times are in {timeZone}.", { timeZone: plan.time_zone })}
            </Head>
            {choice}
            <PlanNotice {...shown} />
            <CurrentPlan
              {...shown}
              subscription={subscription}
              name={product?.display_name ?? subscription.product_id ?? subscription.scope}
              words={product ? policyWords(product.policy, nameOf) : []}
            />
            {!isBlocked && (
              <ChangePlan
                {...shown}
                noteOf={(productId) => items.find(({ id }) => id === productId)?.description}
              />
            )}
            {added.map((Part, index) => (
              <Part key={`${index + 1}`} plan={plan} />
            ))}
            <StopPlan {...shown} />
            <Section
              title={t("Close the subscription")}
              note={t(
                "Its keys stop working immediately.{renewal, select, yes { To keep them, cancel the renewal only.} other {}}",
                { renewal: plan.renewal ? "yes" : "no" },
              )}
            >
              {product && (
                <OwnSubscription subscription={withoutBeyond(subscription, grants)} plan={product} />
              )}
            </Section>
            {others.length > 0 && (
              <Section title={t("Your other subscriptions")}>
                {others.map((one) => {
                  const own = items.find(({ id }) => id === one.product_id);
                  return own && <OwnSubscription key={one.id} subscription={one} plan={own} />;
                })}
              </Section>
            )}
            <PlanOffers
              title={t("Another subscription")}
              plans={items}
              own={all}
              nameOf={nameOf}
              offerOf={offerOf}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** A subscription whose credits are those left of its grants: the balance has those beyond them too. */
function withoutBeyond(subscription: Subscription, grants: readonly Grant[]): Subscription {
  const granted = openGrants(grants).reduce((sum, { credits }) => sum + credits, 0);
  const { credits } = subscription;
  if (credits.unlimited) return subscription;
  return { ...subscription, credits: { ...credits, granted, remaining: creditsLeft(grants) } };
}

interface CurrentProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
  readonly subscription: Subscription;
  readonly name: string;
  readonly words: readonly string[];
}

function CurrentPlan({ plan, grants, dates, subscription, name, words }: CurrentProps) {
  const { offer, period, renewal, overage, state } = plan;
  const left = subscription.credits.unlimited ? t("Unlimited") : count(creditsLeft(grants));
  return (
    <Section
      className="tight"
      title={t("Your plan: {displayName}", { displayName: offer?.display_name ?? name })}
      aside={<State state={state === "none" ? subscription.state : state} />}
    >
      <div className="cols">
        <div className="c7">
          {offer && (
            <p className="amount">
              {shortPrice(offer.price_minor, offer.currency)}
              <small>{everyText(offer.price_every)}</small>
            </p>
          )}
          <ul className="words">
            {offer && (
              <li>
                <b>{t("{credits, plural, one {# credit} other {# credits}}", { credits: offer.credits })}</b>{" "}
                {everyText(offer.credits_every)}
              </li>
            )}
            {overage && (
              <li>
                {overage.cap > 0
                  ? t("Beyond credits: {beyondPrice}, up to your cap of {price} per period.", {
                      beyondPrice: beyondPrice(overage),
                      price: price(beyondAmount(overage.cap, overage), overage.currency),
                    })
                  : t("Beyond credits: {beyondPrice}, off until you set a cap.", {
                      beyondPrice: beyondPrice(overage),
                    })}
              </li>
            )}
            {words.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div className="c5">
          <Facts
            facts={[
              ...(period
                ? [
                    [
                      period.state === "paid" ? t("Paid until") : t("Unpaid period until"),
                      period.ends_at ? dates.moment(period.ends_at) : t("no end"),
                    ] as const,
                  ]
                : []),
              [
                t("Next payment"),
                renewal
                  ? t("{price} on {day}", {
                      price: price(renewal.price_minor, renewal.currency),
                      day: dates.day(renewal.at),
                    })
                  : t("none"),
              ],
              [
                t("Credits left"),
                <>
                  {left}.{" "}
                  <Link to="/billing" search={{ subscription: subscription.id }}>
                    {t("View credits")}
                  </Link>
                </>,
              ],
              [
                t("Subscription"),
                <>
                  <code>{subscription.id}</code>, “<bdi>{subscription.display_name}</bdi>”
                </>,
              ],
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
