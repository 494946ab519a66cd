import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import type { Subscription } from "../../api/client.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { Select } from "../../parts/field.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Loaded } from "../../parts/states.tsx";

interface ChosenProps {
  /** Shown without an active subscription. */
  readonly none: ReactNode;
  children(subscription: Subscription, all: readonly Subscription[], choice: ReactNode): ReactNode;
}

/** One of the customer's active subscriptions; the address names it. `choice` is empty if there is one only. */
export function ChosenSubscription({ none, children }: ChosenProps) {
  const { search, change } = useSearchState();
  const query = useQuery(subscriptionsOf(useAccount().id));
  return (
    <Loaded query={query} what={t("Could not load your subscriptions")} rows={8}>
      {({ items }) => {
        const active = items.filter(({ state }) => state === "active");
        const chosen = active.find(({ id }) => id === search.subscription) ?? active[0];
        if (!chosen) return none;
        return children(
          chosen,
          items,
          active.length > 1 && (
            <div className="filters note">
              <Select
                label={t("Subscription")}
                value={chosen.id}
                change={(subscription) => change({ subscription, page: "" })}
                options={active.map(({ id, display_name }) => [id, display_name])}
              />
            </div>
          ),
        );
      }}
    </Loaded>
  );
}
