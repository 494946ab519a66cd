import { type Typed, typedOf, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import type { Policy } from "../../parts/policy-words.ts";

/** The fields of the policy editor. An empty text means no such rule. */
export interface PolicyForm {
  readonly rateCalls: Typed;
  readonly rateSeconds: Typed;
  readonly quotaCalls: Typed;
  readonly quotaRenewal: "day" | "week" | "month" | "lifetime";
  readonly cost: Typed;
  readonly costOptions: Typed;
  /** Prices by API ID. */
  readonly costPerApi: Readonly<Record<string, Typed>>;
  readonly chargeOn: "found" | "always" | "valid";
  readonly allow: string;
  readonly deny: string;
  readonly origins: string;
  /** VINs that each subscription may watch. */
  readonly watches: Typed;
}

export function formOf(policy: Policy): PolicyForm {
  const { rate_limit: rate, quota, credit_cost: cost, ip_filter: filter } = policy;
  return {
    rateCalls: typedOf(rate?.calls),
    rateSeconds: typedOf(rate?.renewal_period_s),
    quotaCalls: typedOf(quota?.calls),
    quotaRenewal: quota?.renewal ?? "day",
    cost: typedOf(cost?.default),
    costOptions: typedOf(cost?.options),
    costPerApi: cost?.per_api ?? {},
    chargeOn: policy.charge_on ?? "found",
    allow: (filter?.allow ?? []).join(", "),
    deny: (filter?.deny ?? []).join(", "),
    origins: (policy.cors?.origins ?? []).join(", "),
    watches: typedOf(policy.watches),
  };
}

/** Whether a number cannot be read; the field shows the fault. */
export function hasPolicyFault(form: PolicyForm): boolean {
  const { rateCalls, rateSeconds, quotaCalls, cost, costOptions, costPerApi, watches } = form;
  const fromOne = [rateCalls, rateSeconds, quotaCalls].map((typed) => wholeFault(typed, 1));
  const fromNone = [cost, costOptions, watches, ...Object.values(costPerApi)].map((typed) =>
    wholeFault(typed),
  );
  return [...fromOne, ...fromNone].some(Boolean);
}

/** A readable number; a fault counts as no rule, and is not saved. */
function whole(typed: Typed): number | undefined {
  const value = wholeNumber(typed);
  return Number.isNaN(value) ? undefined : value;
}

const list = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean);

function present<T extends object>(value: T): T | undefined {
  return Object.values(value).some((member) => member !== undefined) ? value : undefined;
}

function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/** The policy of the fields. Rules without a field stay unchanged. */
export function policyOf(form: PolicyForm, was: Policy): Policy {
  const rateCalls = whole(form.rateCalls);
  const quotaCalls = whole(form.quotaCalls);
  const bandwidth = was.quota?.bandwidth_kb;
  const perApi = Object.entries(form.costPerApi).flatMap(([api, typed]) => {
    const credits = whole(typed);
    return credits === undefined ? [] : [[api, credits] as const];
  });
  const [allow, deny, origins] = [list(form.allow), list(form.deny), list(form.origins)];
  return without({
    rate_limit:
      rateCalls === undefined
        ? undefined
        : { calls: rateCalls, renewal_period_s: whole(form.rateSeconds) ?? 60 },
    quota:
      quotaCalls === undefined && bandwidth === undefined
        ? undefined
        : without({ calls: quotaCalls, bandwidth_kb: bandwidth, renewal: form.quotaRenewal }),
    credit_cost: present(
      without({
        default: whole(form.cost),
        options: whole(form.costOptions),
        per_api: perApi.length > 0 ? Object.fromEntries(perApi) : undefined,
        per_operation: was.credit_cost?.per_operation,
      }),
    ),
    charge_on: form.chargeOn === "found" ? undefined : form.chargeOn,
    ip_filter: present(
      without({ allow: allow.length > 0 ? allow : undefined, deny: deny.length > 0 ? deny : undefined }),
    ),
    cache: was.cache,
    coverage: was.coverage,
    watches: whole(form.watches),
    cors: origins.length > 0 ? { ...was.cors, origins } : undefined,
  });
}
