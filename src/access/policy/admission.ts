import type { App } from "../../app.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { demandActive, findKey, type KeyGrant } from "../authenticate.ts";
import { rateHeaders } from "../limits.ts";
import { corsHeaders } from "./cors.ts";
import { checkQuota } from "./quota.ts";

/** A lookup as it arrived. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly lookup: NonNullable<Endpoint["lookup"]>;
  readonly request: Request;
  readonly requestId: string;
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
}

/** Finds the subscription of a lookup's key. 401 without one. */
export async function openAdmission(app: App, asked: Asked): Promise<Admission> {
  const { request, lookup } = asked;
  const grant = await findKey(app.database, request.headers.get("x-authkey"), lookup.api, app.clock());
  const { caller, policy } = grant;
  const headers = { ...corsHeaders(policy, request.headers.get("origin")) };
  return { ...asked, caller, policy, grant, cost: policy.costOf(lookup), headers };
}

/** What is checked before a lookup's request is judged: states, the API, the address, rate and quota. */
export async function demandAllowed(app: App, admission: Admission): Promise<void> {
  const { grant, caller, policy, lookup, address, headers } = admission;
  demandActive(grant);
  if (!grant.covers)
    throw new ApiError("api_not_in_product", `This subscription does not cover the API ${lookup.api}.`);
  if (!policy.admitsAddress(address))
    throw new ApiError("ip_not_allowed", `This subscription may not be used from ${address}.`);
  const { rate_limit: limit, quota } = policy;
  if (limit) {
    const verdict = await app.access.rates.take(caller.subscriptionId, limit);
    Object.assign(headers, rateHeaders(limit, verdict));
    if (!verdict.admitted)
      throw new ApiError(
        "rate_limited",
        `This subscription may make ${limit.calls} calls in ${limit.renewal_period_s} s.`,
        { headers: { "retry-after": String(verdict.resetSeconds) } },
      );
  }
  if (quota) await checkQuota(app.database, caller.subscriptionId, quota, app.clock());
}
