import type { Mutant } from "../../../../test/mutants/mutant.ts";

const withdrawn = "src/features/payments/test/withdrawn.test.ts";

/** Bugs in what a restore must not begin again. */
export const withdrawnMutants: readonly Mutant[] = [
  {
    bug: "a restore renews a paused plan",
    file: "src/features/billing/plans/begin-plan.ts",
    find: "  decide(tx, planStopped, { subscription: plan.subscriptionId, state });\n",
    replace: "",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "a restore renews a plan in whose place another one began",
    file: "src/features/billing/plans/begin-plan.ts",
    find: 'plan.state === "active" && nextNumber > 0',
    replace: 'plan.state === "active" && nextNumber < 0',
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "a restore renews a plan whose renewals were ended",
    file: "src/features/billing/plans/change-plan.ts",
    find: "if (offer === null)\n    decide",
    replace: "if (offer === undefined)\n    decide",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "a restore raises the cap of overage",
    file: "src/features/billing/plans/set-cap.ts",
    find: "if (cap < plan.cap) decide",
    replace: "if (cap > plan.cap) decide",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "periods begin and are charged while a restore is held",
    file: "src/running/repeated-work.ts",
    find: "    if (held.current) return;\n",
    replace: "",
    test: withdrawn,
    named: "restores of payments on sqlite while held",
  },
  {
    bug: "automatic top-up is turned on while a restore is held",
    file: "src/features/payments/operations/top-up-endpoints.ts",
    find: "  if (enabled) requireNotHeld(context);\n",
    replace: "",
    test: withdrawn,
    named: "restores of payments on sqlite while held",
  },
  {
    bug: "a plan begins while a restore is held",
    file: "src/features/billing/operations/change-endpoint.ts",
    find: "  requireNotHeld(context);\n",
    replace: "",
    test: withdrawn,
    named: "restores of payments on sqlite while held",
  },
  {
    bug: "the cap of overage is raised while a restore is held",
    file: "src/features/billing/operations/plan-endpoints.ts",
    find: "      if (cap > plan.cap) requireNotHeld(context);\n",
    replace: "",
    test: withdrawn,
    named: "restores of payments on sqlite while held",
  },
];
