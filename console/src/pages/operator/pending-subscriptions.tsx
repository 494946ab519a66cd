import { useQuery } from "@tanstack/react-query";
import { allSubscriptions } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
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
    <Link to={`/customers/${id}`} className="strong" dir="auto">
      {names.get(id) ?? id}
    </Link>
  );
  return (
    <Section
      title={
        waiting === 1
          ? t("1 subscription needs attention")
          : t("{waiting, plural, one {# subscription} other {# subscriptions}} need attention", { waiting })
      }
      aside={<Link to="/customers?view=plans">{t("All subscriptions")}</Link>}
    >
      <Loaded query={submitted} what={t("Could not load the subscriptions")} rows={2}>
        {({ items, total }) =>
          waiting === 0 ? (
            <p className="muted">{t("No requests are open, and all customers have credits.")}</p>
          ) : (
            <ul className="todo">
              {items.map((one, index) => (
                <li key={one.id}>
                  <span>
                    <T
                      text="{customer} requested {planName}, “{displayName}”. <span>since {day}</span>"
                      customer={customer(one.owner_id)}
                      planName={planName(one, plans)}
                      displayName={<bdi>{one.display_name}</bdi>}
                      day={day(one.created_at)}
                      span={(words) => <span className="soft">{words}</span>}
                    />
                  </span>
                  <SubscriptionActions subscription={one} first={index === 0} />
                </li>
              ))}
              {spent.map((one) => (
                <li key={one.id}>
                  <span>
                    <T
                      text="{customer} has no credits left in {planName}."
                      customer={customer(one.owner_id)}
                      planName={planName(one, plans)}
                    />
                  </span>
                  <SubscriptionActions subscription={one} />
                </li>
              ))}
              {total > shownMax && (
                <li>
                  <Link to="/customers?view=plans" search={{ state: "submitted" }}>
                    {t("View all {total} requests", { total: count(total) })}
                  </Link>
                </li>
              )}
              {spentTotal > shownMax && (
                <li>
                  <Link to="/customers?view=plans" search={{ credits: "none" }}>
                    {t("View all {spentTotal} without credits", { spentTotal: count(spentTotal) })}
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
