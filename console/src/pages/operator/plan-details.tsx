import type { Product } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { type Typed, typedOf, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { Area, Field, Select } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { stateText } from "../../parts/outcome.tsx";
import { ownLimit } from "../../parts/policy-words.ts";

/** The details of a plan as typed. */
export interface PlanDetails {
  readonly display_name: string;
  readonly description: string;
  readonly terms: string;
  readonly credits: Typed;
  readonly limit: Typed;
  readonly state: string;
  readonly approval: string;
}

export const detailsOf = (product: Product): PlanDetails => ({
  display_name: product.display_name,
  description: product.description,
  terms: product.terms,
  credits: typedOf(product.credits_granted),
  limit: typedOf(product.subscriptions_limit),
  state: product.state,
  approval: product.approval_required ? "yes" : "no",
});

/** The members of a request. */
export function requestedDetails({ credits, limit, state, approval, ...texts }: PlanDetails) {
  return {
    ...texts,
    state: state as Product["state"],
    approval_required: approval === "yes",
    credits_granted: wholeNumber(credits) ?? null,
    subscriptions_limit: wholeNumber(limit) ?? null,
  };
}

export const hasDetailFault = ({ credits, limit }: PlanDetails): boolean =>
  [wholeFault(credits), wholeFault(limit, 1)].some(Boolean);

/** What a customer can get of a plan without an operator. */
export function customerGets(plan: ReturnType<typeof requestedDetails>): string {
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

interface DetailsFieldsProps {
  readonly values: PlanDetails;
  change(values: PlanDetails): void;
}

export function DetailsFields({ values, change }: DetailsFieldsProps) {
  const put = (name: keyof PlanDetails) => (value: string) => change({ ...values, [name]: value });
  const control = (name: Exclude<keyof PlanDetails, "credits" | "limit">) => ({
    value: values[name],
    change: put(name),
  });
  return (
    <div className="form">
      <h3>{t("Name and text")}</h3>
      <Field label={t("Name")} required maxLength={100} dir="auto" {...control("display_name")} />
      <Field label={t("Description")} dir="auto" {...control("description")} />
      <Area label={t("Terms")} dir="auto" {...control("terms")} />
      <h3>{t("Credits")}</h3>
      <WholeField
        label={t("Initial credits")}
        placeholder={t("unlimited")}
        hint={t("Existing subscriptions keep their credits.")}
        value={values.credits}
        change={put("credits")}
      />
      <WholeField
        label={t("Subscriptions per user (all time)")}
        placeholder={t("1 by the customer, more by you")}
        value={values.limit}
        least={1}
        change={put("limit")}
      />
      <h3>{t("Publication")}</h3>
      <Select
        label={t("Approval")}
        options={[
          ["no", t("Automatic")],
          ["yes", t("Required")],
        ]}
        {...control("approval")}
      />
      <Select
        label={t("State")}
        hint={t("Customers see published plans only.")}
        options={["published", "not_published"].map((state) => [state, stateText(state)] as const)}
        {...control("state")}
      />
      <p className="sm" aria-live="polite">
        {customerGets(requestedDetails(values))}
      </p>
    </div>
  );
}
