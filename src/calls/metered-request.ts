import { covers, type KeyAccess, limitName, requireActive } from "../access/keys/key-access.ts";
import { lookupHeaders } from "../access/policy/cors.ts";
import { exceeded } from "../access/policy/quota.ts";
import { errorFields } from "../base/log.ts";
import type { Call, Lookup } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import type { ReplyContext } from "../http/reply.ts";
import { limitPolicies } from "../metering/limit-policies.ts";
import { type RateDecision, type RateLimit, rateLeft } from "../metering/rates/rate-limit.ts";
import type { CallId } from "../metering/requests/call-id.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import { receiptOf } from "../running/call-ports.ts";
import { given } from "../running/ports.ts";
import type { Context, Operation } from "./context.ts";
import type { RoutedRequest } from "./routed.ts";
import type { Route } from "./routed-request.ts";

/** The properties of an operation that metering uses: one of the service, or of a registered API. */
export interface MeteredRoute extends Pick<Route, "parameters"> {
  readonly endpoint: Pick<Operation, "id" | "answers" | "browserPage" | "start">;
}

/** A routed request whose subscription is known: one lookup, a batch of them, or a forwarded call. */
export interface MeteredRequest {
  readonly context: Context;
  readonly routed: RoutedRequest;
  readonly route: MeteredRoute;
  readonly lookup: Lookup;
  readonly access: KeyAccess;
  /** The credits of one answer. */
  readonly cost: number;
  /** Headers of every response, errors included: those that other responses share, and its own. */
  readonly shared: ReplyContext["shared"];
  readonly headers: Record<string, string>;
  /** Wall clock. */
  readonly at: number;
}

/** Headers of every answer to a key for tests. */
export const testHeader = { "x-test": "true" } as const;

/** Headers of every answer to a lookup that is not charged, errors included. */
export const uncharged = { "x-credits-charged": "0" } as const;

export function openRequest(
  context: Context,
  route: MeteredRoute,
  lookup: Lookup,
  routed: RoutedRequest,
  access: KeyAccess,
): MeteredRequest {
  const { policy } = access;
  return {
    context,
    routed,
    route,
    lookup,
    access,
    cost: policy.costOf(lookup, route.endpoint.id),
    shared: lookupHeaders(policy, routed.request.headers.get("origin")),
    headers: { ...routed.headers, ...uncharged, ...(access.isTest && testHeader) },
    at: context.clock(),
  };
}

/**
 * The same request with what its key allows now, which may have changed while its lines were read. Throws 401, 403, 503.
 */
export function renewRequest(metered: MeteredRequest): MeteredRequest | Promise<MeteredRequest> {
  const { context, route, lookup, routed } = metered;
  const renew = (access: KeyAccess) => {
    const renewed = access === metered.access ? metered : openRequest(context, route, lookup, routed, access);
    requireAccess(renewed, context.clock());
    return renewed;
  };
  const found = context.identity.keys.find(routed.key, routed.via);
  return found instanceof Promise ? found.then(renew) : renew(found);
}

/**
 * Registers an answer that is still being sent, until the returned function is called. `cut` is called within 250 ms of the
 * moment when its key, a replaced one after its grace, allows it no longer, on whichever node that was decided. With
 * `isLate` it is admitted again at once, since something was waited for after its key was found.
 */
export function keepAdmitted(metered: MeteredRequest, cut: () => void, isLate = false): () => void {
  let { access } = metered;
  const endsAt = () => {
    const { keyExpiresAt, expiresAt } = access;
    const times = [keyExpiresAt, expiresAt].filter((at) => at !== null);
    return times.length > 0 ? Math.min(...times) : undefined;
  };
  const admit = async () => {
    ({ access } = await renewRequest(metered));
    return access.caller;
  };
  const since = isLate ? { since: Number.NEGATIVE_INFINITY } : {};
  return metered.context.responses.openCalls.add({ caller: access.caller, admit, endsAt, cut, ...since });
}

/** Checks states, API and address. Throws 401, 403. */
function requireAccess({ access, lookup, routed }: MeteredRequest, now: number): void {
  requireActive(access, now);
  if (!covers(access, lookup.api)) throw notInProduct(lookup);
  requireAddress(access, routed.address);
}

/** The 403 of an API that the key may not call. */
export function notInProduct({ api, name = api }: Lookup): ApiError {
  return new ApiError("api_not_in_product", `Your plan does not include ${name}.`);
}

/** The access of the key of a call that is no lookup. Throws 401, and 403 for an address that its plan blocks. */
export async function requireKeyAccess(
  { identity }: Context,
  { sentHeaders, address, via }: Pick<Call, "sentHeaders" | "address" | "via">,
): Promise<KeyAccess> {
  const access = await identity.keys.find(sentHeaders.get("x-authkey"), via);
  requireAddress(access, address);
  return access;
}

/** Throws 403. */
function requireAddress({ policy }: KeyAccess, address: string): void {
  if (!policy.admitsAddress(address))
    throw new ApiError("ip_not_allowed", `Your plan blocks calls from ${address}.`);
}

/**
 * Checks what does not depend on the request's input: states, API, address, a quota known to be used up, and the rate.
 * Throws 401, 403, 429.
 */
export function requireAllowed(metered: MeteredRequest): void | Promise<void> {
  const { context, access, headers, routed, route, at } = metered;
  const { caller, policy } = access;
  requireAccess(metered, at);
  const { rate_limit: limit, quota } = policy;
  if (limit || quota) headers["ratelimit-policy"] = limitPolicies(policy, at);
  // Before the rate, so that a call which the quota refuses does not count towards the rate.
  if (quota && context.limits.quotas.usedUp(caller.subscriptionId, quota, at)) {
    // Its lines may be paid for.
    const repeats = route.endpoint.answers === "lines" && routed.request.headers.has("idempotency-key");
    if (!repeats) throw exceeded(quota, at);
  }
  if (!limit || routed.isCounted) return;
  const decision = context.limits.rates.take(limitName(access), limit);
  if (decision instanceof Promise) return decision.then((late) => requireRate(headers, limit, late));
  requireRate(headers, limit, decision);
}

/** Adds the headers of a rate limit. Throws 429. */
export function requireRate(headers: Record<string, string>, limit: RateLimit, decision: RateDecision): void {
  headers.ratelimit = rateLeft(decision);
  if (!decision.admitted) throw rateExceeded(limit, decision);
}

/** The 429 of a rate limit. */
export function rateExceeded(limit: RateLimit, { resetSeconds }: RateDecision): ApiError {
  return new ApiError(
    "rate_limited",
    `Rate limit exceeded: ${limit.calls} calls per ${limit.renewal_period_s} seconds.`,
    { headers: { "retry-after": String(resetSeconds) } },
  );
}

/** A request header: `1` requests a receipt. */
const wantReceipt = "want-receipt";

export const wantsReceipt = ({ access, routed }: MeteredRequest): boolean =>
  access.policy.givesReceipts || routed.request.headers.get(wantReceipt) === "1";

/** Adds the receipt of a recorded call to the headers of its response, if a feature makes receipts. */
export async function addReceipt(
  { context, headers }: MeteredRequest,
  record: CallRecord,
  id: CallId | undefined,
): Promise<void> {
  const make = id && given(context.running, receiptOf);
  if (!make) return;
  try {
    const receipt = await make(record, id);
    if (receipt !== undefined) headers["x-receipt"] = receipt;
  } catch (error) {
    // The call is recorded and charged: it is answered without its receipt.
    context.log.warn("cannot make a receipt", errorFields(error));
  }
}
