import type { Product } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { type Typed, typedOf, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { ownLimit } from "../../parts/policy-words.ts";

/** The details of a plan as typed. */
export interface PlanDetails {
  readonly display_name: string;
  readonly description: string;
  readonly terms: string;
  readonly credits: Typed;
  readonly limit: Typed;
  readonly approval: string;
}

export const detailsOf = (product: Product): PlanDetails => ({
  display_name: product.display_name,
  description: product.description,
  terms: product.terms,
  credits: typedOf(product.credits_granted),
  limit: typedOf(product.subscriptions_limit),
  approval: product.approval_required ? "yes" : "no",
});

/** The members of a request. */
export function requestedDetails({ credits, limit, approval, ...texts }: PlanDetails) {
  return {
    ...texts,
    approval_required: approval === "yes",
    credits_granted: wholeNumber(credits) ?? null,
    subscriptions_limit: wholeNumber(limit) ?? null,
  };
}

export const hasDetailFault = ({ credits, limit }: PlanDetails): boolean =>
  [wholeFault(credits), wholeFault(limit, 1)].some(Boolean);

/** What a customer can get of a plan without an operator. */
export function customerGets(
  plan: ReturnType<typeof requestedDetails> & { readonly state: Product["state"] },
): string {
  const { credits_granted: credits, approval_required: isApproved, state } = plan;
  if (state !== "published") return t("Customers cannot subscribe: the plan is not published.");
  const limit = ownLimit(plan);
  const each =
    credits === null
      ? t("unlimited credits")
      : t("{credits, plural, one {# credit} other {# credits}}", { credits });
  if (isApproved) return t("A customer gets {each} for each subscription that you approve.", { each });
  if (limit === null)
    return t("A customer can subscribe any number of times without approval, each time with {each}.", {
      each,
    });
  const all =
    credits === null
      ? each
      : t("{credits, plural, one {# credit} other {# credits}}", { credits: credits * limit });
  return limit === 1
    ? t("A customer can subscribe once without approval, and gets {all}.", { all })
    : t("A customer can subscribe {limit} times without approval, and gets {all} in all.", {
        limit: count(limit),
        all,
      });
}
