import type { Endpoint } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { covers, demandActive, type KeyGrant } from "../identity/keys/grant.ts";
import { type RateLimit, type RateVerdict, rateLeft, ratePolicy } from "../limits/limits.ts";
import type { QuotaHold } from "../limits/quotas/quotas.ts";
import type { Ticket } from "../metering/ticket.ts";
import { corsHeaders } from "../policy/cors.ts";
import type { Context } from "./context.ts";

type Lookup = NonNullable<Endpoint["lookup"]>;

/** A lookup as it arrived. */
export interface Asked {
  readonly request: Request;
  readonly requestId: string;
  /** As sent. */
  readonly path: string;
  readonly search: string;
  readonly address: string;
  /** On the monotonic clock. */
  readonly started: number;
}

/** A lookup whose subscription is known: all that becomes of it is recorded. */
export interface Admission {
  readonly asked: Asked;
  readonly endpoint: Endpoint;
  readonly lookup: Lookup;
  readonly grant: KeyGrant;
  /** The credits that its answer costs. */
  readonly cost: number;
  /** Of its answer, whatever that will be; what is learnt on the way is added. */
  readonly headers: Record<string, string>;
  /** Wall clock: the moment by which its quota counts it and reports show it. */
  readonly at: number;
  /** Its place in the quota, and its credits: from their taking until it is settled. */
  hold: QuotaHold | undefined;
  ticket: Ticket | undefined;
}

/** The lookup of a subscription. */
export function openAdmission(
  asked: Asked,
  endpoint: Endpoint,
  lookup: Lookup,
  grant: KeyGrant,
  at: number,
): Admission {
  const { policy } = grant;
  return {
    asked,
    endpoint,
    lookup,
    grant,
    cost: policy.costOf(lookup),
    headers: { ...corsHeaders(policy, asked.request.headers.get("origin")) },
    at,
    hold: undefined,
    ticket: undefined,
  };
}

/** What is checked before a lookup's request is judged: states, the API, the address, rate and quota. */
export function demandAllowed(context: Context, admission: Admission): void | Promise<void> {
  const { grant, lookup, asked } = admission;
  const { caller, policy } = grant;
  demandActive(grant, admission.at);
  if (!covers(grant, lookup.api))
    throw new ApiError("api_not_in_product", `This subscription does not cover the API ${lookup.api}.`);
  if (!policy.admitsAddress(asked.address))
    throw new ApiError("ip_not_allowed", `This subscription may not be used from ${asked.address}.`);
  const { rate_limit: limit } = policy;
  if (!limit) return demandQuota(context, admission);
  const verdict = context.limits.rates.take(caller.subscriptionId, limit);
  if (verdict instanceof Promise)
    return verdict.then((late) => {
      demandRate(admission, limit, late);
      return demandQuota(context, admission);
    });
  demandRate(admission, limit, verdict);
  return demandQuota(context, admission);
}

function demandRate({ headers }: Admission, limit: RateLimit, verdict: RateVerdict): void {
  headers["ratelimit-policy"] = ratePolicy(limit);
  headers.ratelimit = rateLeft(verdict);
  if (!verdict.admitted)
    throw new ApiError(
      "rate_limited",
      `This subscription may make ${limit.calls} calls in ${limit.renewal_period_s} s.`,
      { headers: { "retry-after": String(verdict.resetSeconds) } },
    );
}

function demandQuota(context: Context, admission: Admission): void | Promise<void> {
  const { policy, caller } = admission.grant;
  const { quota } = policy;
  if (!quota) return;
  const hold = context.limits.quotas.take(caller.subscriptionId, quota, admission.at);
  if (hold instanceof Promise)
    return hold.then((late) => {
      admission.hold = late;
    });
  admission.hold = hold;
}
