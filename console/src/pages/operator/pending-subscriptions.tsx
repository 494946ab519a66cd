import { useQuery } from "@tanstack/react-query";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { count, counted, day } from "../../base/format.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { planName } from "../account/plan-name.ts";
import { useNames } from "../usage/use-names.ts";
import { SubscriptionActions } from "./subscription-actions.tsx";

const shownMax = 5;

/** Subscriptions that need an operator: requested ones, and those without credits. */
export function PendingSubscriptions() {
  const plans = useQuery(products).data?.items ?? [];
  const submitted = useQuery(allSubscriptions({ page: 1, page_size: shownMax, state: "submitted" }));
  const empty = useQuery(allSubscriptions({ page: 1, page_size: shownMax, credits: "none" }));
  const spent = empty.data?.items ?? [];
  const names = useNames([...(submitted.data?.items ?? []), ...spent].map(({ owner_id }) => owner_id));
  const spentTotal = empty.data?.total ?? 0;
  const waiting = (submitted.data?.total ?? 0) + spentTotal;
  const customer = (id: string) => (
    <Link to={`/users/${id}`} className="strong" dir="auto">
      {names.get(id) ?? id}
    </Link>
  );
  return (
    <Section
      title={
        waiting === 1
          ? "1 subscription needs attention"
          : `${counted(waiting, "subscription")} need attention`
      }
      aside={<Link to="/subscriptions">All subscriptions</Link>}
    >
      <Loaded query={submitted} what="Could not load the subscriptions" rows={2}>
        {({ items, total }) =>
          waiting === 0 ? (
            <p className="muted">No requests are open, and all customers have credits.</p>
          ) : (
            <ul className="todo">
              {items.map((one, index) => (
                <li key={one.id}>
                  <span>
                    {customer(one.owner_id)} requested {planName(one, plans)}, “<bdi>{one.display_name}</bdi>
                    ”. <span className="soft">since {day(one.created_at)}</span>
                  </span>
                  <SubscriptionActions subscription={one} first={index === 0} />
                </li>
              ))}
              {spent.map((one) => (
                <li key={one.id}>
                  <span>
                    {customer(one.owner_id)} has no credits left in {planName(one, plans)}.
                  </span>
                  <SubscriptionActions subscription={one} />
                </li>
              ))}
              {total > shownMax && (
                <li>
                  <Link to="/subscriptions" search={{ state: "submitted" }}>
                    View all {count(total)} requests
                  </Link>
                </li>
              )}
              {spentTotal > shownMax && (
                <li>
                  <Link to="/subscriptions" search={{ credits: "none" }}>
                    View all {count(spentTotal)} without credits
                  </Link>
                </li>
              )}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
