import { expect, test } from "bun:test";
import { compilePolicy } from "./enforced.ts";
import type { Policy } from "./policy.ts";
import { PolicyReplay, type ReplayedCall } from "./replay.ts";

const start = Date.UTC(2026, 10, 21, 23, 59, 0);
const none = () => ({ calls: 0, bytes: 0 });
const answered = (seconds: number, more: Partial<ReplayedCall> = {}): ReplayedCall => ({
  at: start + seconds * 1000,
  subscriptionId: "s",
  address: "192.0.2.1",
  lookup: { api: "lien", cost: 5 },
  operation: "getLien",
  status: 200,
  errorCode: null,
  answered: [200, 304, 404].includes(more.status ?? 200),
  credits: 5,
  bytes: 1000,
  ...more,
});

function replayOf(policy: Policy, calls: readonly ReplayedCall[], before = none) {
  const replay = new PolicyReplay(compilePolicy(policy), start, before);
  for (const call of calls) replay.add(call);
  return replay.sums;
}

test("a rate admits its calls in each period, which begins with a call", () => {
  const rate_limit = { calls: 2, renewal_period_s: 10 };
  const calls = [0, 1, 2, 9.999, 10, 25, 34, 34.5, 35].map((at) => answered(at));
  expect(replayOf({ rate_limit }, calls).refused.rate_limited).toBe(3);
});

test("a batch is one call of the rate, and each line of the quota", () => {
  const batch = (of: string, at: number) => [1, 2, 3].map(() => answered(at, { batch: of }));
  const calls = [...batch("a", 0), ...batch("b", 1), ...batch("c", 2)];
  expect(replayOf({ rate_limit: { calls: 2, renewal_period_s: 60 } }, calls).refused.rate_limited).toBe(3);
  expect(replayOf({ quota: { calls: 4, renewal: "lifetime" } }, calls).refused.quota_exceeded).toBe(5);
});

test("a refused line counts towards the rate as well", () => {
  const lines = [200, 422, 402, 404].map((status) => answered(0, { batch: "a", status }));
  const calls = [...lines, answered(1), answered(2)];
  expect(replayOf({ rate_limit: { calls: 4, renewal_period_s: 60 } }, calls).refused.rate_limited).toBe(1);
});

test("a repeated call is free and no call of the quota", () => {
  const calls = [answered(0), answered(1, { repeats: true }), answered(2), answered(3, { repeats: true })];
  const quota = { calls: 2, renewal: "day" } as const;
  const { refused, credits } = replayOf({ quota, credit_cost: { default: 3 } }, calls);
  expect([refused.quota_exceeded, credits]).toEqual([0, 6]);
});

test("a quota counts answers from the start of its period", () => {
  const quota = { calls: 3, renewal: "day" } as const;
  const before = () => ({ calls: 2, bytes: 0 });
  const calls = [0, 1, 2, 60, 61, 62, 63].map((at) => answered(at));
  expect(replayOf({ quota }, calls, before).refused.quota_exceeded).toBe(3);
  const invalid = { status: 422, errorCode: "validation_error", answered: false, credits: 0 };
  const missed = calls.map((call) => ({ ...call, ...invalid }));
  expect(replayOf({ quota }, missed, before).refused.quota_exceeded).toBe(0);
});

test("the answer that exceeds a bandwidth ends it", () => {
  const calls = [0, 1, 2, 3].map((at) => answered(at));
  expect(replayOf({ quota: { bandwidth_kb: 1, renewal: "day" } }, calls).refused.quota_exceeded).toBe(2);
});

test("addresses are checked before rate and quota", () => {
  const policy: Policy = {
    ip_filter: { deny: ["198.51.100.0/24"] },
    rate_limit: { calls: 1, renewal_period_s: 60 },
  };
  const calls = [answered(0, { address: "198.51.100.7" }), answered(1), answered(2)];
  expect(replayOf(policy, calls).refused).toEqual({ ip_not_allowed: 1, quota_exceeded: 0, rate_limited: 1 });
});

test("an answer of a registered API below 400 is charged, a kept one takes no place", () => {
  const lookup = { api: "0198", cost: 1 };
  const forwarded = (at: number, more: Partial<ReplayedCall> = {}) =>
    answered(at, { lookup, forwarded: true, credits: 1, ...more });
  const calls = [
    forwarded(0, { status: 201, answered: true }),
    forwarded(1, { status: 304 }),
    forwarded(2, { kept: true }),
    forwarded(3, { status: 404 }),
    forwarded(4, { status: 410, answered: true }),
    forwarded(5, { status: 502, errorCode: "upstream_failed", answered: false }),
  ];
  const cost: Policy = { credit_cost: { default: 7, per_api: { "0198": 2 } } };
  // The 304 is free.
  expect(replayOf(cost, calls).credits).toBe(4);
  expect(replayOf({ ...cost, charge_on: "always" }, calls).credits).toBe(8);
  expect(replayOf({}, calls).credits).toBe(2);
  const quota = { calls: 4, renewal: "day" } as const;
  expect(replayOf({ quota }, calls).refused.quota_exceeded).toBe(1);
  expect(replayOf({ quota: { ...quota, calls: 3 } }, calls).refused.quota_exceeded).toBe(2);
});

test("newly admitted calls are counted separately, without credits", () => {
  const refused = { status: 429, errorCode: "rate_limited", credits: 0, bytes: 200 };
  const calls = [answered(0), answered(1, refused), answered(2, { status: 404, credits: 0 })];
  expect(replayOf({ credit_cost: { default: 2 }, charge_on: "always" }, calls)).toEqual({
    calls: 3,
    refused: { ip_not_allowed: 0, quota_exceeded: 0, rate_limited: 0 },
    refusedAsRecorded: { ip_not_allowed: 0, quota_exceeded: 0, rate_limited: 1 },
    newlyRefused: 0,
    newlyAdmitted: 1,
    creditsRecorded: 5,
    credits: 4,
  });
});

test("inactive subscriptions are refused before the policy", () => {
  const calls = [answered(0, { status: 403, errorCode: "subscription_inactive", credits: 0 })];
  expect(replayOf({ quota: { calls: 1, renewal: "day" } }, calls).calls).toBe(0);
});
