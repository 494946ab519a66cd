import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Subscription } from "../../api/client.ts";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { day } from "../../base/format.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { planName } from "../account/plan-name.ts";
import { useNames } from "../usage/use-names.ts";
import { SubscriptionActions } from "./subscription-actions.tsx";

const shown = 5;

const spent = ({ state, credits }: Subscription) =>
  state === "active" && !credits.unlimited && credits.remaining === 0 && credits.used > 0;

/** What an operator has to decide: subscriptions that ask, customers who have run out. */
export function Waiting() {
  const names = useNames();
  const plans = useQuery(products).data?.items ?? [];
  const submitted = useQuery(allSubscriptions({ page: 1, page_size: 100, state: "submitted" }));
  const active = useQuery(allSubscriptions({ page: 1, page_size: 1000, state: "active" }));
  const empty = active.data?.items.filter(spent) ?? [];
  return (
    <Section title="Waiting for you" aside={<Link to="/subscriptions">All subscriptions</Link>}>
      <Loaded query={submitted} what="The subscriptions could not be read" rows={2}>
        {({ items, total }) =>
          items.length === 0 && empty.length === 0 ? (
            <p className="muted">
              Nothing. Every subscription is decided, and nobody has run out of credits.
            </p>
          ) : (
            <ul className="todo">
              {items.slice(0, shown).map((one, index) => (
                <li key={one.id}>
                  <span>
                    <Customer id={one.owner_id} names={names} /> asks for {planName(one, plans)}, “
                    <span dir="auto">{one.display_name}</span>”.{" "}
                    <span className="soft">since {day(one.created_at)}</span>
                  </span>
                  <SubscriptionActions subscription={one} first={index === 0} />
                </li>
              ))}
              {empty.slice(0, shown).map((one) => (
                <li key={one.id}>
                  <span>
                    <Customer id={one.owner_id} names={names} /> has no credits left in {planName(one, plans)}
                    .
                  </span>
                  <SubscriptionActions subscription={one} />
                </li>
              ))}
              {total > shown && (
                <li>
                  <Link to="/subscriptions" search={{ state: "submitted" }}>
                    All {total} that ask
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

function Customer({ id, names }: { readonly id: string; readonly names: ReadonlyMap<string, string> }) {
  return (
    <Link to={`/users/${id}`} className="strong" dir="auto">
      {names.get(id) ?? id}
    </Link>
  );
}
