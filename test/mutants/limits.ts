import type { Mutant } from "./mutant.ts";

/** Bugs in rates and quotas. */
export const limitsMutants: readonly Mutant[] = [
  {
    bug: "a rate limit admits one call too many",
    file: "src/metering/rates/leased-rate.ts",
    find: "if (this.leaving || this.spent >= this.held) return false;",
    replace: "if (this.leaving || this.spent > this.held) return false;",
    test: "test/metering/limits/rates-clocked.test.ts",
    named: "reports the remaining calls correctly; refusals are free",
  },
  {
    bug: "a rate leased to other nodes counts as used up",
    file: "src/metering/rates/shared-rates.ts",
    find: "bucket.doubtUntil(now + undecidedMs);\n        throw heldByOthers();",
    replace: "return bucket.verdict(false, now);",
    test: "test/metering/limits/rates-clocked.test.ts",
    named: "while a silent node leases the rest, others return 503, not 429",
  },
  {
    bug: "a quota leases what another node holds",
    file: "src/metering/quotas/quota-rows.ts",
    find: "used.calls + others.calls + keep.calls",
    replace: "used.calls + keep.calls",
    test: "test/metering/limits/quotas.test.ts",
    named: "quotas on sqlite 64 callers of two nodes",
  },
  {
    bug: "a reply from before a change of the quota refuses calls after it",
    file: "src/metering/quotas/leased-quota.ts",
    find: "const current = drops === this.#drops;",
    replace: "const current = drops >= 0;",
    test: "test/metering/limits/quotas.test.ts",
    named: "quotas on sqlite a reply to a request from before a change",
  },
  {
    bug: "a quota known to be used up waits for the database",
    file: "src/metering/quotas/leased-quota.ts",
    find: "calls: current && left.calls === 0 && pending.calls === 0,",
    replace: "calls: current && left.calls < 0,",
    test: "test/api/batch-frozen.test.ts",
    named: "on sqlite a known quota is judged without it",
  },
];
