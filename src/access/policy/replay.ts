import type { Endpoint } from "../../http/endpoint.ts";
import type { EnforcedPolicy } from "./enforced.ts";
import { periodAt } from "./quota.ts";

/** Why a policy refuses a call, as error codes, in the order in which calls are judged. */
export const policyRefusals = ["ip_not_allowed", "quota_exceeded", "rate_limited"] as const;
export type PolicyRefusal = (typeof policyRefusals)[number];

/** A call as it was recorded. */
export interface ReplayedCall {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly subscriptionId: string;
  readonly address: string;
  readonly lookup: NonNullable<Endpoint["lookup"]>;
  readonly status: number;
  readonly errorCode: string | null;
  readonly credits: number;
  readonly bytes: number;
  /** What the lines of one call have in common: they are one call of the rate. */
  readonly batch?: string;
}

/** Calls, and what they would have cost. */
export interface Replayed {
  /** Calls that a policy judges: whoever has no active subscription, or not to this API, is refused before. */
  calls: number;
  readonly refused: Record<PolicyRefusal, number>;
  readonly refusedAsRecorded: Record<PolicyRefusal, number>;
  /** Refused now and not as recorded, and the other way round. */
  newlyRefused: number;
  newlyAdmitted: number;
  creditsRecorded: number;
  /** Of the calls that were answered as recorded and are admitted still. */
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

/** What a subscription has used of its limits so far. */
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

/** What a subscription had used of its quota when the replay begins. */
export type UsedBefore = (subscriptionId: string) => { readonly calls: number; readonly bytes: number };

/**
 * Holds recorded calls to another policy, in the order of their moments, as nodes hold them to their own: the
 * address, the quota, the rate. What was answered counts by the quota; a call that was refused as recorded and is
 * admitted now counts as answered, with no bytes.
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

  /** Of all subscriptions together. */
  get sums(): Readonly<Replayed> {
    return this.#sums;
  }

  /** Of each subscription. */
  get bySubscription(): ReadonlyMap<string, Readonly<Replayed>> {
    return new Map([...this.#bySubscription].map(([id, { sums }]) => [id, sums]));
  }

  judge(call: ReplayedCall): void {
    if (call.errorCode !== null && before.has(call.errorCode)) return;
    const used = this.#usedOf(call);
    const refusal = this.#refusalOf(call, used);
    const recorded = policyRefusals.find((code) => code === call.errorCode);
    const answered = recorded !== undefined || call.status === 200 || call.status === 404;
    if (!refusal && answered) {
      used.quotaCalls += 1;
      used.quotaBytes += recorded ? 0 : call.bytes;
    }
    const { chargesMisses } = this.#policy;
    const charged = !refusal && (call.status === 200 || (call.status === 404 && chargesMisses));
    const credits = charged ? this.#policy.costOf(call.lookup) : 0;
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
    if (this.#quotaUsedUp(call, used)) return "quota_exceeded";
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

  /** A bucket holds its calls whole, and is full again when its period ends; the period begins with a call. */
  #rateRefuses({ at, batch }: ReplayedCall, used: Used): boolean {
    const { rate_limit: limit } = this.#policy;
    if (!limit) return false;
    if (batch !== undefined && batch === used.batch) return used.batchRefused;
    if (at - used.rateStart >= limit.renewal_period_s * 1000)
      Object.assign(used, { rateStart: at, rateCalls: 0 });
    const refused = used.rateCalls >= limit.calls;
    if (!refused) used.rateCalls += 1;
    used.batch = batch;
    used.batchRefused = refused;
    return refused;
  }
}
