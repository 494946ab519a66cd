import type { Lookup } from "../../http/endpoint.ts";
import { isCharged } from "./charged.ts";
import type { EnforcedPolicy } from "./enforced.ts";
import { periodAt } from "./quota.ts";

/** Error codes of a policy's refusals, in the order of the checks. */
export const policyRefusals = ["ip_not_allowed", "quota_exceeded", "rate_limited"] as const;
export type PolicyRefusal = (typeof policyRefusals)[number];

/** A recorded call. */
export interface ReplayedCall {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly subscriptionId: string;
  readonly address: string;
  readonly lookup: Lookup;
  /** Its name in reports. */
  readonly operation: string;
  /** The VIN that it was about, if the request log names it. */
  readonly vin?: string | undefined;
  readonly status: number;
  readonly errorCode: string | null;
  /** It was answered: a quota counts it. */
  readonly answered: boolean;
  /** A registered API answered it; each of its answers below 400 is charged. */
  readonly forwarded?: boolean;
  readonly credits: number;
  readonly bytes: number;
  /** Common to the lines of one batch, which count as one call of the rate. */
  readonly batch?: string;
  /** It repeated a charged call: it is free, and no call of the quota. */
  readonly repeats?: boolean;
  /** It received a kept answer: it costs as any, and is no call of the quota. */
  readonly kept?: boolean;
}

/** Counts of replayed calls, and their credits. */
export interface Replayed {
  /** Calls that reach the policy: a missing or inactive subscription, or one without the API, is refused before. */
  calls: number;
  readonly refused: Record<PolicyRefusal, number>;
  readonly refusedAsRecorded: Record<PolicyRefusal, number>;
  /** Refused now but not when recorded, and the reverse. */
  newlyRefused: number;
  newlyAdmitted: number;
  creditsRecorded: number;
  /** Credits of calls that were answered when recorded and are still admitted. */
  credits: number;
}

const before = new Set(["invalid_credential", "subscription_inactive", "api_not_in_product"]);
const counts = (): Record<PolicyRefusal, number> => ({
  ip_not_allowed: 0,
  quota_exceeded: 0,
  rate_limited: 0,
});

const nothing = (): Replayed => ({
  calls: 0,
  refused: counts(),
  refusedAsRecorded: counts(),
  newlyRefused: 0,
  newlyAdmitted: 0,
  creditsRecorded: 0,
  credits: 0,
});

/** A subscription's use of its limits so far. */
interface Used {
  rateStart: number;
  rateCalls: number;
  quotaStart: number;
  quotaCalls: number;
  quotaBytes: number;
  batch: string | undefined;
  batchRefused: boolean;
  readonly sums: Replayed;
}

/** A subscription's use of its quota before the replay. */
export type UsedBefore = (subscriptionId: string) => { readonly calls: number; readonly bytes: number };

/**
 * Applies another policy to recorded calls in order of time, as nodes do: address, quota, rate. Answered calls count
 * towards the quota; a recorded refusal that is now admitted counts as answered, with no bytes.
 */
export class PolicyReplay {
  readonly #policy: EnforcedPolicy;
  readonly #from: number;
  readonly #usedBefore: UsedBefore;
  readonly #bySubscription = new Map<string, Used>();
  readonly #sums = nothing();

  constructor(policy: EnforcedPolicy, from: number, usedBefore: UsedBefore) {
    this.#policy = policy;
    this.#from = from;
    this.#usedBefore = usedBefore;
  }

  /** The sums of all subscriptions together. */
  get sums(): Readonly<Replayed> {
    return this.#sums;
  }

  /** The sums of each subscription, by its ID. */
  get bySubscription(): ReadonlyMap<string, Readonly<Replayed>> {
    return new Map([...this.#bySubscription].map(([id, { sums }]) => [id, sums]));
  }

  add(call: ReplayedCall): void {
    if (call.errorCode !== null && before.has(call.errorCode)) return;
    const used = this.#usedOf(call);
    const refusal = this.#refusalOf(call, used);
    const recorded = policyRefusals.find((code) => code === call.errorCode);
    if (!refusal && (recorded || call.answered)) {
      if (!call.repeats && !call.kept) used.quotaCalls += 1;
      used.quotaBytes += recorded ? 0 : call.bytes;
    }
    const charged =
      !refusal && !call.repeats && call.answered && isCharged(call.status, this.#policy, call.forwarded);
    const credits = charged ? this.#policy.costOf(call.lookup, call.operation, call.vin) : 0;
    for (const sums of [this.#sums, used.sums]) {
      sums.calls += 1;
      if (refusal) sums.refused[refusal] += 1;
      if (recorded) sums.refusedAsRecorded[recorded] += 1;
      if (refusal && !recorded) sums.newlyRefused += 1;
      if (!refusal && recorded) sums.newlyAdmitted += 1;
      sums.creditsRecorded += call.credits;
      sums.credits += credits;
    }
  }

  #usedOf({ subscriptionId }: ReplayedCall): Used {
    let used = this.#bySubscription.get(subscriptionId);
    if (!used) {
      const { quota } = this.#policy;
      const earlier = quota ? this.#usedBefore(subscriptionId) : { calls: 0, bytes: 0 };
      used = {
        rateStart: Number.NEGATIVE_INFINITY,
        rateCalls: 0,
        quotaStart: quota ? periodAt(quota.renewal, this.#from).start : 0,
        quotaCalls: earlier.calls,
        quotaBytes: earlier.bytes,
        batch: undefined,
        batchRefused: false,
        sums: nothing(),
      };
      this.#bySubscription.set(subscriptionId, used);
    }
    return used;
  }

  #refusalOf(call: ReplayedCall, used: Used): PolicyRefusal | undefined {
    if (!this.#policy.admitsAddress(call.address)) return "ip_not_allowed";
    if (!call.repeats && this.#quotaUsedUp(call, used)) return "quota_exceeded";
    return this.#rateRefuses(call, used) ? "rate_limited" : undefined;
  }

  #quotaUsedUp({ at }: ReplayedCall, used: Used): boolean {
    const { quota } = this.#policy;
    if (!quota) return false;
    const { start } = periodAt(quota.renewal, at);
    if (start !== used.quotaStart) Object.assign(used, { quotaStart: start, quotaCalls: 0, quotaBytes: 0 });
    const { calls = Number.POSITIVE_INFINITY, bandwidth_kb: size = Number.POSITIVE_INFINITY } = quota;
    return used.quotaCalls >= calls || used.quotaBytes >= size * 1024;
  }

  /** A window begins with a call and admits the limit's calls until its period ends. */
  #rateRefuses({ at, batch, status }: ReplayedCall, used: Used): boolean {
    const { rate_limit: limit } = this.#policy;
    if (!limit) return false;
    // A refused line counts as well.
    const more = batch !== undefined && status > 400 && status < 500 && status !== 404 ? 1 : 0;
    if (batch !== undefined && batch === used.batch) {
      used.rateCalls += more;
      return used.batchRefused;
    }
    if (at - used.rateStart >= limit.renewal_period_s * 1000)
      Object.assign(used, { rateStart: at, rateCalls: 0 });
    const refused = used.rateCalls >= limit.calls;
    if (!refused) used.rateCalls += 1 + more;
    used.batch = batch;
    used.batchRefused = refused;
    return refused;
  }
}
