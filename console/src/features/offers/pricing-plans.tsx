import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { netPrice, shortPrice } from "../../base/money.ts";
import { NotSold } from "../../parts/not-sold.tsx";
import { Link } from "../../parts/router.tsx";
import { useSums } from "../../parts/use-sums.ts";
import type { SoldPlan } from "./offer-queries.ts";
import { beyondText, creditsText, everyText, rateText, unusedText } from "./offer-words.ts";

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
        <section className="offer" key={plan.product_id}>
          <h2>{plan.display_name}</h2>
          <PlanTerms plan={plan} somePackages={somePackages} />
          <p className="actions">
            {isSold || plan.offer.price_minor === 0 ? (
              <StartLink plan={plan} look={plan === middle ? "btn btn-primary" : "btn"} />
            ) : (
              <NotSold />
            )}
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
      {startText(plan, netPrice(offer.price_minor, offer.currency))}
    </Link>
  );
}

/** With the tax that the account pays. */
function OwnLink({ plan, look }: StartProps) {
  const { price_minor, currency } = plan.offer;
  return (
    <Link className={look} to="/billing?tab=plans">
      {startText(plan, useSums().button(price_minor, currency))}
    </Link>
  );
}

const startText = ({ display_name }: SoldPlan, sum: string): string =>
  t("Start with {displayName} ({price})", { displayName: display_name, price: sum });
