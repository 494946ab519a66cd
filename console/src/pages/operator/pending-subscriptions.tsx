import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../api/client.ts";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { counted, day } from "../../base/format.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { planName } from "../account/plan-name.ts";
import { useNames } from "../usage/use-names.ts";
import { SubscriptionActions } from "./subscription-actions.tsx";

const shownMax = 5;

const isSpent = ({ credits }: Subscription) =>
  !credits.unlimited && credits.remaining === 0 && credits.used > 0;

/** Subscriptions that need an operator: requested ones, and those without credits. */
export function PendingSubscriptions() {
  const names = useNames();
  const plans = useQuery(products).data?.items ?? [];
  const submitted = useQuery(allSubscriptions({ page: 1, page_size: 100, state: "submitted" }));
  const active = useQuery(allSubscriptions({ page: 1, page_size: 1000, state: "active" }));
  const spent = active.data?.items.filter(isSpent) ?? [];
  const waiting = (submitted.data?.total ?? 0) + spent.length;
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
              {items.slice(0, shownMax).map((one, index) => (
                <li key={one.id}>
                  <span>
                    {customer(one.owner_id)} requested {planName(one, plans)}, “<bdi>{one.display_name}</bdi>
                    ”. <span className="soft">since {day(one.created_at)}</span>
                  </span>
                  <SubscriptionActions subscription={one} first={index === 0} />
                </li>
              ))}
              {spent.slice(0, shownMax).map((one) => (
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
                    View all {total}
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
