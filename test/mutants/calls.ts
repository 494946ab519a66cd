import type { Mutant } from "./mutant.ts";

/** Bugs in the life of a call, and in who may make it. */
export const callsMutants: readonly Mutant[] = [
  {
    bug: "a 404 is charged regardless of the policy",
    file: "src/calls/lookup-call.ts",
    find: "(status === 404 && access.policy.chargesMisses)",
    replace: "status === 404",
    test: "test/api/vin-decoder.test.ts",
    named: "sqlite",
  },
  {
    bug: "a key read before a change is kept after it",
    file: "src/access/keys/key-cache.ts",
    find: "if (epoch !== this.#epoch) continue;",
    replace: "",
    test: "test/access/key-cache.test.ts",
    named: "the key cache on sqlite a key that changed during its read is read again",
  },
  {
    bug: "a miss in a batch is charged regardless of the policy",
    file: "src/calls/lookup-call.ts",
    find: "(status === 404 && access.policy.chargesMisses)",
    replace: "status === 404",
    test: "test/api/vin-batch.test.ts",
    named: "sqlite",
  },
  {
    bug: "a batch that crosses its quota waits for itself",
    file: "src/calls/lookup-call.ts",
    find: "() => quota.settle(answered, responseBytes),",
    replace: "() => undefined,",
    test: "test/api/batch-limits.test.ts",
    named: "on sqlite lines beyond the quota",
  },
];
