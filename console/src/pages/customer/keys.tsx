import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Product, Subscription } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Ledger } from "../account/credit-history.tsx";
import { planName } from "../account/plan-name.ts";
import { SubscriptionKeys } from "../account/subscription-keys.tsx";
import { RenameSubscription } from "./rename-subscription.tsx";

/** A customer's keys, two for each subscription. */
export function Keys() {
  usePageTitle("Keys");
  const user = useUser();
  const query = useQuery(subscriptionsOf(user.id));
  const plans = useQuery(products).data?.items ?? [];
  return (
    <>
      <Head title="Keys">
        Each subscription has two, so that one can be rotated while programs use the other. Both spend the
        same credits.
      </Head>
      <Loaded query={query} what="Your keys could not be read">
        {({ items }) =>
          items.length === 0 ? (
            <div className="sec">
              <Empty
                title="You have no subscription"
                action={
                  <Link className="btn btn-primary" to="/plans">
                    See the plans
                  </Link>
                }
              >
                A key belongs to a subscription.
              </Empty>
            </div>
          ) : (
            items.map((one) => <Keyed key={one.id} subscription={one} plans={plans} />)
          )
        }
      </Loaded>
    </>
  );
}

function Keyed({
  subscription,
  plans,
}: {
  readonly subscription: Subscription;
  readonly plans: readonly Product[];
}) {
  const { state, state_comment: comment, expires_at: expires, credits } = subscription;
  const live = state === "active" || state === "submitted" || state === "suspended";
  return (
    <Section
      title={
        <>
          {planName(subscription, plans)}{" "}
          {subscription.display_name !== planName(subscription, plans) && (
            <span className="sub-name" dir="auto">
              {subscription.display_name}
            </span>
          )}
        </>
      }
      aside={live && <RenameSubscription subscription={subscription} />}
      note={
        <>
          <State state={state} />
          {expires &&
            (Date.parse(expires) > Date.now() ? `, until ${day(expires)}` : `, expired on ${day(expires)}`)}
          {comment && `. ${comment}`}
        </>
      }
    >
      {live ? (
        <div className="keyed">
          <SubscriptionKeys subscription={subscription} />
          <div>
            <Meter {...credits} />
            <details className="datat">
              <summary>Credits, to the last one</summary>
              <Ledger subscriptionId={subscription.id} />
            </details>
          </div>
        </div>
      ) : (
        <p className="muted">Its keys do not answer any more.</p>
      )}
    </Section>
  );
}
