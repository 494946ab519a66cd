import type { Mutant } from "../../../../test/mutants/mutant.ts";

const credits = "src/features/webhooks/test/credit-events.test.ts";
const deliverer = "src/features/webhooks/test/deliverer.test.ts";
const failures = "src/features/webhooks/test/webhook-failures.test.ts";

/** Bugs in events and their delivery. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a grant does not re-arm the thresholds below it",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "  await reportCrossings(tx, changes, now);\n",
    replace: "",
    test: credits,
    named: "each threshold makes one event",
  },
  {
    bug: "a crossing that is noted makes another event",
    file: "src/outbox/credit-crossings.ts",
    find: "on conflict (subscription_id, credits) do nothing",
    replace: "on conflict (subscription_id, credits) do update set at = excluded.at",
    test: credits,
    named: "each threshold makes one event",
  },
  {
    bug: "a balance at its threshold makes no event",
    file: "src/outbox/credit-crossings.ts",
    find: "left <= credits",
    replace: "left < credits",
    test: credits,
    named: "each threshold makes one event",
  },
  {
    bug: "a webhook without an answer is tried with all that is due",
    file: "src/features/webhooks/delivery/deliver.ts",
    find: "silent ||= made.status === null || made.durationMs > slowMs;",
    replace: "silent ||= false;",
    test: deliverer,
    named: "no answer in time",
  },
  {
    bug: "a process delivers without the lease",
    file: "src/outbox/deliverer-lease.ts",
    find: "held ? now + leaseMs : 0",
    replace: "held || !held ? now + leaseMs : 0",
    test: deliverer,
    named: "one process delivers",
  },
  {
    bug: "the former secret signs no more after it was replaced",
    file: "src/outbox/webhook-rows.ts",
    find: "row.former_until > now",
    replace: "row.former_until < now",
    test: failures,
    named: "a new secret signs beside the former one",
  },
  {
    bug: "a redirect counts as delivered",
    file: "src/features/webhooks/delivery/attempt.ts",
    find: "status >= 200 && status < 300",
    replace: "status >= 200 && status < 400",
    test: failures,
    named: "redirects are not followed",
  },
  {
    bug: "a disabled webhook forgets what it misses",
    file: "src/outbox/address-events.ts",
    find: 'state === "active" ? "pending" : "failed"',
    replace: '"delivered"',
    test: failures,
    named: "a week of failures disables it",
  },
  {
    bug: "a grant to exactly a threshold re-arms it",
    file: "src/outbox/credit-crossings.ts",
    find: "and credits < ",
    replace: "and credits <= ",
    test: credits,
    named: "a grant to exactly a threshold",
  },
  {
    bug: "an address that has not confirmed itself gets events of others' making",
    file: "src/outbox/address-events.ts",
    find: "(isOwn || receiver.unconfirmed === 0)",
    replace: "(isOwn || receiver.unconfirmed <= 1)",
    test: "src/features/webhooks/test/webhooks.test.ts",
    named: "returns a challenge",
  },
  {
    bug: "an account can take all places of its pool",
    file: "src/features/webhooks/delivery/deliver.ts",
    find: "fresh: { all: 16, each: 2 }",
    replace: "fresh: { all: 16, each: 16 }",
    test: deliverer,
    named: "thirty slow addresses",
  },
];
