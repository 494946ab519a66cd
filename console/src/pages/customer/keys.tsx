import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import type { Product, Subscription } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded, NoSubscription } from "../../parts/states.tsx";
import { CreditHistory } from "../account/credit-history.tsx";
import { isLive, planName } from "../account/plan-name.ts";
import { SubscriptionKeys } from "../account/subscription-keys.tsx";
import { RenameSubscription } from "./rename-subscription.tsx";

const keysEach = 3;

/** A customer's API keys, three per subscription. */
export function Keys() {
  const query = useQuery(subscriptionsOf(useAccount().id));
  const plans = useQuery(products).data?.items ?? [];
  const live = query.data?.items.filter(isLive).length ?? 0;
  return (
    <>
      <Head title={live > 0 ? t("{keys} keys", { keys: keysEach * live }) : t("Keys")}>
        {t(
          "Send a key in the header x-AuthKey. Every subscription has two, so that you can rotate one while programs use the other: both spend the same credits. A third one is for tests.",
        )}
      </Head>
      <Loaded query={query} what={t("Could not load your keys")}>
        {({ items }) =>
          items.length === 0 ? (
            <div className="sec">
              <NoSubscription>{t("Every key belongs to a subscription.")}</NoSubscription>
            </div>
          ) : (
            items.map((one) => (
              <KeySection
                key={one.id}
                subscription={one}
                plans={plans}
                isFirst={one === items.find(({ state }) => state === "active")}
              />
            ))
          )
        }
      </Loaded>
    </>
  );
}

interface KeySectionProps {
  readonly subscription: Subscription;
  readonly plans: readonly Product[];
  readonly isFirst: boolean;
}

function KeySection({ subscription, plans, isFirst }: KeySectionProps) {
  const { state, state_comment: comment, expires_at: expires, credits, display_name: name } = subscription;
  const plan = planName(subscription, plans);
  const live = isLive(subscription);
  const expired = expires && Date.parse(expires) <= Date.now();
  return (
    <Section
      title={
        <>
          {plan}{" "}
          {name !== plan && (
            <span className="sub-name" dir="auto">
              {name}
            </span>
          )}
        </>
      }
      aside={live && <RenameSubscription subscription={subscription} />}
      note={
        <>
          {!expires && <State state={state} />}
          {expires &&
            (expired ? (
              <T text="{state}, expired on {day}" state={<State state={state} />} day={day(expires)} />
            ) : (
              <T text="{state}, until {day}" state={<State state={state} />} day={day(expires)} />
            ))}
          {comment && `. ${comment}`}
        </>
      }
    >
      {live ? (
        <>
          <SubscriptionKeys subscription={subscription} isFirst={isFirst} />
          <div className="keyed">
            <Meter {...credits} />
            <CreditHistory subscriptionId={subscription.id} />
          </div>
        </>
      ) : (
        <p className="muted">{t("The keys of this subscription no longer work.")}</p>
      )}
    </Section>
  );
}
