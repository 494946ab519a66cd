import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { price, shortPrice } from "../../base/money.ts";
import { isLive } from "../../pages/account/plan-name.ts";
import { OwnSubscription } from "../../pages/customer/own-subscription.tsx";
import { PlanOffers, PricedPlans, useApiNames } from "../../pages/customer/plans.tsx";
import { Facts } from "../../parts/facts.tsx";
import { State } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { policyWords } from "../../parts/policy-words.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useSums } from "../../parts/use-sums.ts";
import { pricing } from "../offers/offer-queries.ts";
import { creditsText, everyText } from "../offers/offer-words.ts";
import { ChangePlan } from "./change-plan.tsx";
import type { Grant, Plan } from "./plan-queries.ts";
import { beyondAmount, beyondPrice, creditsLeft, openGrants } from "./plan-words.ts";
import { StopPlan } from "./stop-plan.tsx";
import type { ZoneDates } from "./zone-dates.ts";

/** What plans cost now, as on their buttons; undefined until that is known. */
function useOffers() {
  const query = useQuery(pricing);
  const sums = useSums();
  const offerOf = (productId: string) => {
    const offer = query.data?.plans.find(({ product_id }) => product_id === productId)?.offer;
    return (
      offer && {
        price: sums.button(offer.price_minor, offer.currency),
        isSold: offer.price_minor === 0 || query.data?.not_sold === null,
        credits: `${creditsText(offer)} ${everyText(offer.credits_every)}`,
      }
    );
  };
  return { query, offerOf };
}

/** The plans with their prices. No button is shown before its price. */
export function SoldPlans() {
  const { query, offerOf } = useOffers();
  return (
    <Loaded query={query} what={t("Could not load the prices")} rows={8}>
      {() => <PricedPlans offerOf={offerOf} />}
    </Loaded>
  );
}

interface PlanSectionsProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
  readonly subscription: Subscription;
  readonly all: readonly Subscription[];
}

/** The plan of a subscription with what each change of it costs, and plans for another subscription. */
export function PlanSections({ plan, grants, dates, subscription, all }: PlanSectionsProps) {
  const { query, offerOf } = useOffers();
  const plans = useQuery(products);
  const nameOf = useApiNames();
  const both = {
    data: query.data && plans.data && { isSold: query.data.plans.length > 0, items: plans.data.items },
    error: query.error ?? plans.error,
    refetch: () => Promise.all([query.refetch(), plans.refetch()]),
  };
  return (
    <Loaded query={both} what={t("Could not load the plans")} rows={8}>
      {({ isSold, items }) => {
        if (!isSold && plan.state === "none") return <PricedPlans offerOf={offerOf} />;
        const product = items.find(({ id }) => id === subscription.product_id);
        const others = all.filter((one) => isLive(one) && one.id !== subscription.id);
        const shown = { plan, grants, dates };
        const added = pageParts().flatMap((part) => part.plans ?? []);
        // The operator decides after a period by invoice that was not paid.
        const isBlocked = plan.state === "lapsed" && plan.payment === "invoice";
        return (
          <>
            <CurrentPlan
              plan={plan}
              dates={dates}
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
  readonly dates: ZoneDates;
  readonly subscription: Subscription;
  readonly name: string;
  readonly words: readonly string[];
}

function CurrentPlan({ plan, dates, subscription, name, words }: CurrentProps) {
  const { offer, period, overage, state } = plan;
  return (
    <Section
      id="plan"
      title={t("Your plan: {displayName}", { displayName: offer?.display_name ?? name })}
      aside={<State state={state === "none" ? subscription.state : state} />}
      note={t("Prices are without VAT.")}
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
