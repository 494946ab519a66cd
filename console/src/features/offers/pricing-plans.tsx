import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { price, shortPrice } from "../../base/money.ts";
import { Link } from "../../parts/router.tsx";
import type { SoldPlan } from "./offer-queries.ts";
import { beyondText, creditsText, everyText, rateText, unusedText } from "./offer-words.ts";

interface PlansProps {
  readonly plans: readonly SoldPlan[];
  /** Its button is the page's first. */
  readonly middle: SoldPlan;
}

/** The plans side by side, each with its price on its button. */
export function Plans({ plans, middle }: PlansProps) {
  const somePackages = plans.some(({ offer }) => offer.packages.length > 0);
  return (
    <div className="offers plans">
      {plans.map((plan) => (
        <section className="offer" key={plan.product_id}>
          <h2>{plan.display_name}</h2>
          <PlanTerms plan={plan} somePackages={somePackages} />
          <p className="actions">
            <StartLink plan={plan} look={plan === middle ? "btn btn-primary" : "btn"} />
          </p>
        </section>
      ))}
    </div>
  );
}

function PlanTerms({
  plan: { offer, approval_required },
  somePackages,
}: {
  plan: SoldPlan;
  somePackages: boolean;
}) {
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
        {somePackages && offer.packages.length === 0 && <li>{t("No packages")}</li>}
        {approval_required && <li>{t("An operator approves each subscription")}</li>}
      </ul>
    </>
  );
}

function StartLink({ plan, look }: { plan: SoldPlan; look: string }) {
  const signedIn = sessionStore.use() !== undefined;
  const { display_name, product_id, offer } = plan;
  const to = signedIn ? "/plans" : "/sign-up";
  return (
    <Link className={look} to={to} search={signedIn ? {} : { plan: product_id }}>
      {t("Start with {displayName} ({price})", {
        displayName: display_name,
        price: price(offer.price_minor, offer.currency),
      })}
    </Link>
  );
}
