import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { api, dataOf, type Product, type Subscription } from "../../api/client.ts";
import { apis, products, subscriptionsOf } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { newId } from "../../base/new-id.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { NotSold } from "../../parts/not-sold.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { grantWords, ownLimit, policyWords } from "../../parts/policy-words.ts";
import { navigate } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { isLive } from "../account/plan-name.ts";
import { AccountBilling } from "./account-billing.tsx";
import { OwnSubscription } from "./own-subscription.tsx";
import { subscribeRefusal } from "./subscribe-refusal.ts";

interface PlanOffer {
  /** What it costs as it begins, for its button. */
  readonly price: string;
  readonly credits: string;
  /** Whether it can be bought now. */
  readonly isSold: boolean;
}

export interface PlansProps {
  readonly offerOf?: ((productId: string) => PlanOffer | undefined) | undefined;
}

/** The page of billing where no feature has prices: the plans, and the user's subscriptions to them. */
export const Plans = () => (
  <>
    <Head title={t("Plans")}>
      {t(
        "A plan sets which lookups you can call, how fast, and at what price. A subscription to a plan has credits and two API keys.",
      )}
    </Head>
    <PricedPlans />
    <AccountBilling />
  </>
);

/** The same plans with prices. */
export function PricedPlans({ offerOf }: PlansProps) {
  const plans = useQuery(products);
  const own = useQuery(subscriptionsOf(useAccount().id)).data?.items ?? [];
  const nameOf = useApiNames();
  return (
    <Loaded query={plans} what={t("Could not load the plans")}>
      {({ items }) =>
        items.length === 0 ? (
          <div className="sec">
            <Empty title={t("No plans yet")}>
              <AskOperator>{t("Ask the operator for a subscription.")}</AskOperator>
            </Empty>
          </div>
        ) : (
          <Offers plans={items} own={own} nameOf={nameOf} offerOf={offerOf} />
        )
      }
    </Loaded>
  );
}

/** The names of APIs by their IDs. */
export function useApiNames(): (api: string) => string {
  const names = useQuery(apis).data?.items ?? [];
  return (api) => sentText(names.find(({ id }) => id === api)?.display_name ?? api);
}

interface OffersProps {
  readonly plans: readonly Product[];
  /** All subscriptions of the user, ended ones too. */
  readonly own: readonly Subscription[];
  nameOf(api: string): string;
  readonly offerOf: PlansProps["offerOf"];
}

/** The plans that the user has, one below the other, and then the others side by side. */
function Offers({ plans, own, nameOf, offerOf }: OffersProps) {
  const ofPlan = ofPlanIn(own);
  const isCurrent = (plan: Product) => ofPlan(plan).some(isLive);
  const others = plans.filter((plan) => !isCurrent(plan));
  return (
    <>
      {plans.filter(isCurrent).map((plan) => (
        <Section
          key={plan.id}
          title={t("Your plan: {displayName}", { displayName: plan.display_name })}
          note={plan.description}
          aside={<SubscribeButton plan={plan} own={ofPlan(plan)} offerOf={offerOf} />}
        >
          <div className="cols">
            <PlanWords className="c7 words" plan={plan} nameOf={nameOf} offerOf={offerOf} />
            <div className="c5">
              {ofPlan(plan)
                .filter(isLive)
                .map((one) => (
                  <OwnSubscription key={one.id} subscription={one} plan={plan} />
                ))}
            </div>
          </div>
        </Section>
      ))}
      <PlanOffers
        title={others.length === plans.length ? t("Choose a plan") : t("Other plans")}
        id="plan"
        plans={others}
        own={own}
        nameOf={nameOf}
        offerOf={offerOf}
      />
    </>
  );
}

const ofPlanIn = (own: readonly Subscription[]) => (plan: Product) =>
  own.filter(({ product_id }) => product_id === plan.id);

/** Plans to subscribe to, side by side. */
export function PlanOffers({
  title,
  id,
  plans,
  own,
  nameOf,
  offerOf,
}: OffersProps & { title: string; id?: string }) {
  if (plans.length === 0) return null;
  const ofPlan = ofPlanIn(own);
  return (
    <Section id={id} title={title}>
      <div className="offers">
        {plans.map((plan) => (
          <div className="offer" key={plan.id}>
            <h3>{plan.display_name}</h3>
            <p className="sm muted">{plan.description}</p>
            <PlanWords className="words" plan={plan} nameOf={nameOf} offerOf={offerOf} />
            <div className="actions">
              <SubscribeButton plan={plan} own={ofPlan(plan)} offerOf={offerOf} />
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}

interface PlanProps extends PlansProps {
  readonly plan: Product;
  readonly className: string;
  nameOf(api: string): string;
}

function PlanWords({ plan, className, nameOf, offerOf }: PlanProps) {
  return (
    <ul className={className}>
      <li>
        <b>{offerOf?.(plan.id)?.credits ?? grantWords(plan.credits_granted)}.</b>{" "}
        {plan.approval_required ? t("An operator approves each subscription.") : t("Starts immediately.")}
      </li>
      {policyWords(plan.policy, nameOf).map((words) => (
        <li key={words}>{words}</li>
      ))}
      {plan.terms && <li className="muted">{plan.terms}</li>}
    </ul>
  );
}

const titleOf = ({ approval_required, display_name: name }: Product) =>
  approval_required ? t("Request {name}", { name }) : t("Subscribe to {name}", { name });

interface SubscribeButtonProps extends PlansProps {
  readonly plan: Product;
  readonly own: readonly Subscription[];
}

/** Subscribes to a plan; shows why not if the user has had all that the plan allows. */
function SubscribeButton({ plan, own, offerOf }: SubscribeButtonProps) {
  const [subscribing, setSubscribing] = useState(false);
  const limit = ownLimit(plan);
  if (limit !== null && own.length >= limit)
    return (
      <span className="muted">
        {t("{limit, plural, one {# subscription} other {# subscriptions}} per user", { limit })}
      </span>
    );
  const offer = offerOf?.(plan.id);
  // An operator begins what needs an approval.
  if (offer && !offer.isSold && !plan.approval_required) return <NotSold />;
  const cost = offer?.price;
  const pricedTitle = plan.approval_required
    ? t("Request {name} ({cost} when approved)", { name: plan.display_name, cost })
    : t("Subscribe to {name} ({cost} now)", { name: plan.display_name, cost });
  return (
    <>
      <Button permission="subscriptions.change" onPress={() => setSubscribing(true)}>
        {cost ? pricedTitle : titleOf(plan)}
      </Button>
      {subscribing && <Subscribe plan={plan} cost={cost} close={() => setSubscribing(false)} />}
    </>
  );
}

interface SubscribeProps {
  readonly plan: Product;
  readonly cost: string | undefined;
  close(): void;
}

function Subscribe({ plan, cost, close }: SubscribeProps) {
  const { id: owner_id } = useAccount();
  // One ID for every attempt, so that a retry after a lost response creates no second subscription.
  const [id] = useState(() => newId(plan.id));
  const priced = cost ? t("Subscribe for {cost}", { cost }) : t("Subscribe");
  return (
    <FormDialog
      title={titleOf(plan)}
      action={plan.approval_required ? t("Send request") : priced}
      close={close}
      changes={[["subscriptions"]]}
      above={
        plan.approval_required && (
          <p className="muted">{t("The keys work after an operator has approved it.")}</p>
        )
      }
      fields={{
        display_name: textField({
          label: t("Subscription name"),
          initial: plan.display_name,
          maxLength: 100,
          hint: t("For example, “Lot intake”."),
        }),
      }}
      send={async ({ display_name }) => {
        const params = { path: { subscription_id: id } };
        const body = { scope: `/products/${plan.id}`, owner_id, display_name };
        const made = await dataOf(api.POST("/subscriptions/{subscription_id}", { params, body })).catch(
          (error: unknown) => {
            throw subscribeRefusal(error, plan.display_name);
          },
        );
        if (made.state === "submitted") return t("Request sent for approval");
        const [paying] = pageParts().flatMap(({ afterSubscribing = [] }) => afterSubscribing);
        const path = cost && made.state === "active" && (await paying?.(made.id));
        if (path) await navigate(path);
        return t("Subscribed. See API keys.");
      }}
    />
  );
}
