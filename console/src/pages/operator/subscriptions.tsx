import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../api/client.ts";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { Mark, State, stateText } from "../../parts/outcome.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { type Column, countColumn, hidden } from "../../parts/table.tsx";
import { TextFilter } from "../../parts/text-filter.tsx";
import { planName } from "../account/plan-name.ts";
import { useNames } from "../usage/use-names.ts";
import { SubscriptionActions } from "./subscription-actions.tsx";

const states = ["active", "submitted", "suspended", "rejected", "cancelled", "expired"].map(
  (state) => [state, stateText(state)] as const,
);

function CreditsLeft({ credits }: Subscription) {
  if (credits.unlimited || credits.remaining === null) return t("Unlimited");
  return credits.remaining === 0 ? <Mark outcome="blocked">0</Mark> : count(credits.remaining);
}

/** All subscriptions with the operator's actions. */
export function Subscriptions() {
  const { state, credits, plan, text } = useSearchState().search;
  const plans = useQuery(products).data?.items ?? [];
  const filter = {
    ...usePaged(),
    ...(state && { state }),
    ...(credits === "none" && { credits: "none" as const }),
    ...(plan && { product_id: plan }),
    ...(text && { text }),
  };
  const query = useQuery({ ...allSubscriptions(filter), placeholderData: keepPreviousData });
  const names = useNames(query.data?.items.map(({ owner_id }) => owner_id) ?? []);
  const columns: readonly Column<Subscription>[] = [
    {
      head: t("Customer"),
      cell: (one) => (
        <>
          <Link to={`/customers/${one.owner_id}`} dir="auto">
            {names.get(one.owner_id) ?? one.owner_id}
          </Link>
          <span className="sub" dir="auto">
            {one.display_name}
          </span>
        </>
      ),
    },
    { head: t("Plan"), cell: (one) => planName(one, plans) },
    { head: t("State"), cell: (one) => <State state={one.state} /> },
    { head: t("Credits left"), cell: CreditsLeft, figures: true },
    countColumn(t("Used"), ({ credits }) => credits.used),
    { head: t("Created"), cell: (one) => day(one.created_at), figures: true },
    { head: hidden(t("Actions")), cell: (one) => <SubscriptionActions subscription={one} />, figures: true },
  ];
  return (
    <ListPage
      title={t("Subscriptions")}
      note={t(
        "A subscription has credits and two keys of one customer. Submitted subscriptions await your approval.",
      )}
      filters={
        <TextFilter label={t("Customer")} placeholder="ada byr">
          <FilterSelect
            label={t("Plan")}
            name="plan"
            options={plans.map(({ id, display_name }) => [id, display_name] as const)}
          />
          <FilterSelect label={t("State")} name="state" options={states} />
          <FilterSelect label={t("Credits")} name="credits" options={[["none", t("Used up")]]} />
        </TextFilter>
      }
      what={t("the subscriptions")}
      query={query}
      empty={t("No matching subscriptions")}
      narrowedBy={["state", "credits", "plan", "text"]}
      table={{ caption: t("Subscriptions, newest first"), keyOf: ({ id }) => id, columns }}
      paged
    />
  );
}
