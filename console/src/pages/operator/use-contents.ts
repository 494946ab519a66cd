import { useState } from "react";
import type { Api, Product } from "../../api/client.ts";
import { useUnsaved } from "../../parts/use-edit.tsx";
import { detailsOf, hasDetailFault, type PlanDetails, requestedDetails } from "./plan-details.ts";
import { formOf, hasPolicyFault, type PolicyForm, policyOf } from "./policy-form.ts";

/** What a plan has besides its price, as it is typed. */
export interface Contents {
  readonly details: PlanDetails;
  readonly policy: PolicyForm;
  readonly included: ReadonlySet<string>;
  readonly apis: readonly Api[];
  readonly isChanged: boolean;
  readonly hasFault: boolean;
  /** What a customer's card shows of it. */
  readonly shown: {
    readonly name: string;
    readonly isApproved: boolean;
    readonly policy: Product["policy"];
    readonly lookups: readonly string[];
  };
  setDetails(details: PlanDetails): void;
  setPolicy(policy: PolicyForm): void;
  include(included: ReadonlySet<string>): void;
  /** The body of a request. */
  requested(state: Product["state"]): ReturnType<typeof bodyOf>;
  /** What is typed is stored now. */
  stored(): void;
}

function bodyOf(
  product: Product,
  state: Product["state"],
  details: PlanDetails,
  policy: PolicyForm,
  included: ReadonlySet<string>,
) {
  return {
    ...requestedDetails(details),
    state,
    subscription_required: product.subscription_required,
    policy: policyOf(policy, product.policy),
    apis: [...included].sort(),
  };
}

export function useContents(product: Product, apis: readonly Api[], own: readonly Api[]): Contents {
  const [details, setDetails] = useState(() => detailsOf(product));
  const [policy, setPolicy] = useState(() => formOf(product.policy));
  const [included, include] = useState<ReadonlySet<string>>(() => new Set(own.map(({ id }) => id)));
  const form = JSON.stringify([details, policy, [...included].sort()]);
  const [loaded, setLoaded] = useState(form);
  useUnsaved(form, loaded);
  return {
    details,
    policy,
    included,
    apis,
    setDetails,
    setPolicy,
    include,
    isChanged: form !== loaded,
    hasFault: hasDetailFault(details) || hasPolicyFault(policy),
    shown: {
      name: details.display_name,
      isApproved: details.approval === "yes",
      policy: policyOf(policy, product.policy),
      lookups: apis.filter(({ id }) => included.has(id)).map(({ display_name }) => display_name),
    },
    requested: (state) => bodyOf(product, state, details, policy, included),
    stored: () => setLoaded(form),
  };
}
