import type { App } from "../../app.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { covers, demandActive, type KeyGrant } from "../keys/grant.ts";
import type { QuotaHold } from "../limits/quotas.ts";
import { type RateLimit, type RateVerdict, rateHeaders } from "../limits.ts";
import type { Ticket } from "../metering/ticket.ts";
import { corsHeaders } from "./cors.ts";

/** A lookup as it arrived. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly lookup: NonNullable<Endpoint["lookup"]>;
  readonly request: Request;
  readonly requestId: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly address: string;
  /** On the monotonic clock. */
  readonly started: number;
}

/** A lookup whose subscription is known: all that becomes of it is recorded. */
export interface Admission extends Asked, Pick<KeyGrant, "caller" | "policy"> {
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
export function openAdmission(asked: Asked, grant: KeyGrant, at: number): Admission {
  const { caller, policy } = grant;
  const headers = { ...corsHeaders(policy, asked.request.headers.get("origin")) };
  const cost = policy.costOf(asked.lookup);
  return { ...asked, caller, policy, grant, cost, headers, at, hold: undefined, ticket: undefined };
}

/** What is checked before a lookup's request is judged: states, the API, the address, rate and quota. */
export function demandAllowed(app: App, admission: Admission): void | Promise<void> {
  const { grant, caller, policy, lookup, address } = admission;
  demandActive(grant, admission.at);
  if (!covers(grant, lookup.api))
    throw new ApiError("api_not_in_product", `This subscription does not cover the API ${lookup.api}.`);
  if (!policy.admitsAddress(address))
    throw new ApiError("ip_not_allowed", `This subscription may not be used from ${address}.`);
  const { rate_limit: limit } = policy;
  if (!limit) return demandQuota(app, admission);
  const verdict = app.limits.rates.take(caller.subscriptionId, limit);
  if (verdict instanceof Promise)
    return verdict.then((late) => {
      demandRate(admission, limit, late);
      return demandQuota(app, admission);
    });
  demandRate(admission, limit, verdict);
  return demandQuota(app, admission);
}

function demandRate({ headers }: Admission, limit: RateLimit, verdict: RateVerdict): void {
  Object.assign(headers, rateHeaders(limit, verdict));
  if (!verdict.admitted)
    throw new ApiError(
      "rate_limited",
      `This subscription may make ${limit.calls} calls in ${limit.renewal_period_s} s.`,
      { headers: { "retry-after": String(verdict.resetSeconds) } },
    );
}

function demandQuota(app: App, admission: Admission): void | Promise<void> {
  const { quota } = admission.policy;
  if (!quota) return;
  const hold = app.limits.quotas.take(admission.caller.subscriptionId, quota, admission.at);
  if (hold instanceof Promise)
    return hold.then((late) => {
      admission.hold = late;
    });
  admission.hold = hold;
}
