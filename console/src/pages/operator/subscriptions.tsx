import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../api/client.ts";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { count, day } from "../../base/format.ts";
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
  if (credits.unlimited || credits.remaining === null) return "Unlimited";
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
      head: "Customer",
      cell: (one) => (
        <>
          <Link to={`/users/${one.owner_id}`} dir="auto">
            {names.get(one.owner_id) ?? one.owner_id}
          </Link>
          <span className="sub" dir="auto">
            {one.display_name}
          </span>
        </>
      ),
    },
    { head: "Plan", cell: (one) => planName(one, plans) },
    { head: "State", cell: (one) => <State state={one.state} /> },
    { head: "Credits left", cell: CreditsLeft, figures: true },
    countColumn("Used", ({ credits }) => credits.used),
    { head: "Created", cell: (one) => day(one.created_at), figures: true },
    { head: hidden("Actions"), cell: (one) => <SubscriptionActions subscription={one} />, figures: true },
  ];
  return (
    <ListPage
      title="Subscriptions"
      note="A subscription has credits and two keys of one customer. Submitted subscriptions await your approval."
      filters={
        <TextFilter label="Customer" placeholder="ada byr">
          <FilterSelect
            label="Plan"
            name="plan"
            options={plans.map(({ id, display_name }) => [id, display_name] as const)}
          />
          <FilterSelect label="State" name="state" options={states} />
          <FilterSelect label="Credits" name="credits" options={[["none", "Used up"]]} />
        </TextFilter>
      }
      what="the subscriptions"
      query={query}
      empty="No matching subscriptions"
      narrowedBy={["state", "credits", "plan", "text"]}
      table={{ caption: "Subscriptions, newest first", keyOf: ({ id }) => id, columns }}
      paged
    />
  );
}
