import type { ReactNode } from "react";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { netPrice, shortPrice } from "../../base/money.ts";
import { NotSold } from "../../parts/not-sold.tsx";
import { Link } from "../../parts/router.tsx";
import { useSums } from "../../parts/use-sums.ts";
import type { SoldPlan } from "./offer-queries.ts";
import {
  beyondText,
  creditsText,
  everyText,
  lookupsText,
  rateText,
  type Terms,
  unusedText,
} from "./offer-words.ts";
import { callsText } from "./pricing-words.ts";

interface PlansProps {
  readonly plans: readonly SoldPlan[];
  /** Its button is the page's first. */
  readonly middle: SoldPlan;
  /** Whether what has a price can be bought now. */
  readonly isSold: boolean;
}

/** The plans side by side, each with its price on its button. */
export function Plans({ plans, middle, isSold }: PlansProps) {
  const somePackages = plans.some(({ offer }) => offer.packages.length > 0);
  return (
    <div className="offers plans">
      {plans.map((plan) => (
        <PlanCard key={plan.product_id} plan={plan} somePackages={somePackages}>
          {isSold || plan.offer.price_minor === 0 ? (
            <StartLink plan={plan} look={plan === middle ? "btn btn-primary" : "btn"} />
          ) : (
            <NotSold />
          )}
        </PlanCard>
      ))}
    </div>
  );
}

/** What the card of a plan shows. */
interface CardPlan extends Pick<SoldPlan, "display_name" | "approval_required" | "policy"> {
  readonly offer: Terms;
  readonly lookups: readonly { readonly name: string }[];
}

interface PlanCardProps {
  readonly plan: CardPlan;
  /** Whether another plan beside it has packages. */
  readonly somePackages?: boolean;
  readonly heading?: "h2" | "h3";
  /** Its button. */
  readonly children: ReactNode;
}

/** A plan as customers see it. */
export function PlanCard({ plan, somePackages = false, heading: Heading = "h2", children }: PlanCardProps) {
  return (
    <section className="offer">
      <Heading>{plan.display_name}</Heading>
      <PlanTerms plan={plan} somePackages={somePackages} />
      <p className="actions">{children}</p>
    </section>
  );
}

function PlanTerms({ plan, somePackages }: { plan: CardPlan; somePackages: boolean }) {
  const { offer, approval_required, lookups } = plan;
  const calls = callsText(plan);
  const beyond = beyondText(offer);
  const unused = unusedText(offer);
  return (
    <>
      <p className="amount">
        {shortPrice(offer.price_minor, offer.currency)}
        <small>{everyText(offer.price_every)}</small>
      </p>
      <p className="sm muted">{rateText(offer)}</p>
      <ul className="words">
        <li>
          {offer.credits === 0 ? (
            t("Credits by packages")
          ) : (
            <>
              <b>{creditsText(offer)}</b> {everyText(offer.credits_every)}
            </>
          )}
        </li>
        {unused && <li>{unused}</li>}
        <li>
          {beyond
            ? t("Beyond credits: off, or {beyond} up to your own cap", { beyond })
            : t("Nothing beyond credits")}
        </li>
        <li>{lookupsText(lookups.map(({ name }) => name))}</li>
        {calls && <li>{calls}</li>}
        {somePackages && offer.packages.length === 0 && <li>{t("No packages")}</li>}
        {approval_required && <li>{t("An operator approves each subscription")}</li>}
      </ul>
    </>
  );
}

interface StartProps {
  readonly plan: SoldPlan;
  readonly look: string;
}

function StartLink(props: StartProps) {
  return sessionStore.use() === undefined ? <GuestLink {...props} /> : <OwnLink {...props} />;
}

function GuestLink({ plan, look }: StartProps) {
  const { product_id, offer } = plan;
  return (
    <Link className={look} to="/sign-up" search={{ plan: product_id }}>
      {startText(plan.display_name, netPrice(offer.price_minor, offer.currency))}
    </Link>
  );
}

/** With the tax that the account pays. */
function OwnLink({ plan, look }: StartProps) {
  const { price_minor, currency } = plan.offer;
  return (
    <Link className={look} to="/billing#plan">
      {startText(plan.display_name, useSums().button(price_minor, currency))}
    </Link>
  );
}

export const startText = (displayName: string, sum: string): string =>
  t("Start with {displayName} ({price})", { displayName, price: sum });
