import { t } from "../../base/language/language.ts";
import { netPrice } from "../../base/money.ts";
import { NotSold } from "../../parts/not-sold.tsx";
import type { PlanContents } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import type { Terms } from "./offer-words.ts";
import { PlanCard, startText } from "./pricing-plans.tsx";

interface SeenPlanProps {
  readonly contents: PlanContents;
  /** Undefined while a field is empty or has a fault. */
  readonly terms: Terms | undefined;
  readonly isSold: boolean;
}

/** The card of the price page, as the draft would make it. */
export function SeenPlan({ contents, terms, isSold }: SeenPlanProps) {
  const { name, isApproved, policy, lookups } = contents;
  if (!terms) return null;
  return (
    <Section title={t("What a customer sees")}>
      <div className="card-see">
        <PlanCard
          heading="h3"
          plan={{
            display_name: name,
            approval_required: isApproved,
            offer: terms,
            policy,
            lookups: lookups.map((api) => ({ name: api })),
          }}
        >
          {isSold || terms.price_minor === 0 ? (
            <span className="btn btn-primary">
              {startText(name, netPrice(terms.price_minor, terms.currency))}
            </span>
          ) : (
            <NotSold />
          )}
        </PlanCard>
      </div>
      <p className="xs muted note">{t("As on the price page, for a visitor whose country is not known.")}</p>
    </Section>
  );
}
