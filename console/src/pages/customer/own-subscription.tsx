import { useState } from "react";
import { api, dataOf, type Product, type Subscription } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { TypedConfirm } from "../../parts/dialog.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { useChange } from "../../parts/use-change.ts";

/** A subscription with its credits and the button that ends it. */
export function OwnSubscription({ subscription, plan }: { subscription: Subscription; plan: Product }) {
  const change = useChange(["subscriptions"]);
  const [cancelling, setCancelling] = useState(false);
  const { credits, display_name: name } = subscription;
  const cancel = () => {
    const params = { path: { subscription_id: subscription.id } };
    const call = api.PATCH("/subscriptions/{subscription_id}", { params, body: { state: "cancelled" } });
    return change(dataOf(call), t("Subscription cancelled"));
  };
  return (
    <div className="own-plan">
      <h3>
        <bdi>{name}</bdi> <State state={subscription.state} />
      </h3>
      <Meter {...credits} />
      <Button permission="subscriptions.change" look="text" onPress={() => setCancelling(true)}>
        <T text="Cancel{name}" name={<span className="vh"> {name}</span>} />
      </Button>
      {cancelling && (
        <TypedConfirm
          title={t("Cancel {displayName}?", { displayName: plan.display_name })}
          word="cancel"
          action={t("Cancel subscription")}
          keep={t("Keep subscription")}
          act={cancel}
          close={() => setCancelling(false)}
        >
          <p>
            <T
              text="The two keys of “{name}” stop working immediately.{limited, select, no {} other { You lose {lost, plural, one {# credit} other {# credits}}.}} This cannot be undone."
              name={<bdi>{name}</bdi>}
              limited={credits.unlimited ? "no" : "yes"}
              lost={credits.remaining ?? 0}
            />
          </p>
        </TypedConfirm>
      )}
    </div>
  );
}
