import type { Product } from "../../api/client.ts";
import { count, counted } from "../../base/format.ts";
import { wholeFault, wholeNumber } from "../../base/whole-number.ts";
import { Area, Field, Select } from "../../parts/field.tsx";
import { stateText } from "../../parts/outcome.tsx";
import { ownLimit } from "../../parts/policy-words.ts";

/** The details of a plan as typed. */
export interface PlanDetails {
  readonly display_name: string;
  readonly description: string;
  readonly terms: string;
  readonly credits: string;
  readonly limit: string;
  readonly state: string;
  readonly approval: string;
}

const text = (value: number | null) => (value === null ? "" : String(value));

export const detailsOf = (product: Product): PlanDetails => ({
  display_name: product.display_name,
  description: product.description,
  terms: product.terms,
  credits: text(product.credits_granted),
  limit: text(product.subscriptions_limit),
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
  if (state !== "published") return "Customers cannot subscribe: the plan is not published.";
  const limit = ownLimit(plan);
  const each = credits === null ? "unlimited credits" : counted(credits, "credit");
  if (isApproved) return `A customer gets ${each} for each subscription that you approve.`;
  if (limit === null)
    return `A customer can subscribe any number of times without approval, each time with ${each}.`;
  const all = credits === null ? each : counted(credits * limit, "credit");
  return limit === 1
    ? `A customer can subscribe once without approval, and gets ${all}.`
    : `A customer can subscribe ${count(limit)} times without approval, and gets ${all} in all.`;
}

interface DetailsFieldsProps {
  readonly values: PlanDetails;
  change(values: PlanDetails): void;
}

export function DetailsFields({ values, change }: DetailsFieldsProps) {
  const control = (name: keyof PlanDetails) => ({
    value: values[name],
    change: (value: string) => change({ ...values, [name]: value }),
  });
  return (
    <div className="form">
      <h3>Name and text</h3>
      <Field label="Name" required maxLength={100} dir="auto" {...control("display_name")} />
      <Field label="Description" dir="auto" {...control("description")} />
      <Area label="Terms" dir="auto" {...control("terms")} />
      <h3>Credits</h3>
      <Field
        label="Initial credits"
        placeholder="unlimited"
        inputMode="numeric"
        hint="Existing subscriptions keep their credits."
        fault={wholeFault(values.credits)}
        {...control("credits")}
      />
      <Field
        label="Subscriptions per user (all time)"
        inputMode="numeric"
        placeholder="1 by the customer, more by you"
        fault={wholeFault(values.limit, 1)}
        {...control("limit")}
      />
      <h3>Publication</h3>
      <Select
        label="Approval"
        options={[
          ["no", "Automatic"],
          ["yes", "Required"],
        ]}
        {...control("approval")}
      />
      <Select
        label="State"
        hint="Customers see published plans only."
        options={["published", "not_published"].map((state) => [state, stateText(state)] as const)}
        {...control("state")}
      />
      <p className="sm" aria-live="polite">
        {customerGets(requestedDetails(values))}
      </p>
    </div>
  );
}
