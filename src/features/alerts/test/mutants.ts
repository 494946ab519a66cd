import type { Mutant } from "../../../../test/mutants/mutant.ts";

const test = "src/features/alerts/test/alerts.test.ts";

/** Planted bugs of alerts. */
export const mutants: readonly Mutant[] = [
  {
    bug: "an alert is written again by each node",
    file: "src/features/alerts/alerts.ts",
    find: "fresh.filter(isOwn)",
    replace: "fresh.filter((alert) => isOwn(alert) || true)",
    test,
    named: "alerts of credits on sqlite are written once by all nodes",
  },
  {
    bug: "only the first hundred subscriptions get alerts",
    file: "src/features/alerts/alerts.ts",
    find: "ids.length < subscriptionsMax ? undefined : ids.at(-1)",
    replace: "ids.length > subscriptionsMax ? ids.at(-1) : undefined",
    test,
    named: "alerts of credits on sqlite reach every one",
  },
  {
    bug: "credits that are spent are reported as expiring",
    file: "src/features/alerts/found-alerts.ts",
    find: " || leftOf(grant) === 0) return [];",
    replace: ") return [];",
    test,
    named: "alerts of credits on sqlite report what is left",
  },
];
