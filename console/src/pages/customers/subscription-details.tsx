import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { count } from "../../base/format.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { CreditHistory } from "../account/credit-history.tsx";
import { planName } from "../account/plan-name.ts";
import { Grants } from "./grants.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";

/** A subscription's credits, what an operator does with it, its grants and its history. */
export function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
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
          text="{used} used{granted, select, none {} other { of {granted}}}. {id}{comment}"
          used={count(credits.used)}
          granted={credits.unlimited ? "none" : count(credits.granted)}
          id={<code>{id}</code>}
          comment={comment && <>. {comment}</>}
        />
      </p>
      <p className="note">
        <SubscriptionActions subscription={subscription} />
      </p>
      <Grants subscription={subscription} />
      <CreditHistory subscriptionId={id} />
    </div>
  );
}
