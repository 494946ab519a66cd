import type { Product } from "../../api/client.ts";
import { wholeFault, wholeNumber } from "../../base/whole-number.ts";
import { Area, Field, Select } from "../../parts/field.tsx";
import { stateText } from "../../parts/outcome.tsx";

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
      <Field label="Name" required maxLength={100} dir="auto" {...control("display_name")} />
      <Field label="Description" dir="auto" {...control("description")} />
      <Area label="Terms" dir="auto" {...control("terms")} />
      <Field
        label="Initial credits"
        inputMode="numeric"
        hint="Leave empty for unlimited. Existing subscriptions keep their credits."
        fault={wholeFault(values.credits)}
        {...control("credits")}
      />
      <Field
        label="Subscriptions per user (all time)"
        inputMode="numeric"
        hint="Leave empty for no limit."
        fault={wholeFault(values.limit, 1)}
        {...control("limit")}
      />
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
    </div>
  );
}
