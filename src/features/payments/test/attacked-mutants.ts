import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const surplus = `${folder}/test/surplus.test.ts`;
const lost = `${folder}/test/lost-again.test.ts`;

/** Bugs of money beyond a sum, of lost charges that change, and of plans in place of unpaid ones. */
export const attackedMutants: readonly Mutant[] = [
  {
    bug: "more goes back than came",
    file: `${folder}/settling/refund-payment.ts`,
    find: "receivedMinor - Math.max(refundedMinor, done) - requested",
    replace: "receivedMinor - refundedMinor - requested",
    test: surplus,
    named: "on sqlite no more goes back than came",
  },
  {
    bug: "a surplus that goes back takes credits",
    file: `${folder}/settling/refund-payment.ts`,
    find: "returnedMinor - surplusOf(payment)))",
    replace: "returnedMinor))",
    test: surplus,
    named: "on sqlite the surplus goes back first, and takes neither credits nor a credit note",
  },
  {
    bug: "a charge that was returned cannot be decided again",
    file: `${folder}/restored/decide-lost.ts`,
    find: "if (lost.isUndecided === 0)",
    replace: 'if (lost.isUndecided === 0 || lost.transfer === "returned")',
    test: lost,
    named: "on sqlite a returned charge whose money comes back is returned again",
  },
  {
    bug: "a kept charge waits for a card",
    file: `${folder}/renewing/attempts-due.ts`,
    find: "if (!cards || !(method || isKept))",
    replace: "if (!cards || !method)",
    test: lost,
    named: "on sqlite a charge that is kept pays its period without a card, and in place of a transfer",
  },
  {
    bug: "a failed debit of before a restore stays undecided",
    file: `${folder}/restored/lost-charges.ts`,
    find: "if (!transfer) await tx.run(",
    replace: 'if (!transfer && ref === "") await tx.run(',
    test: lost,
    named: "on sqlite a debit that ends while the service is held is decided, too",
  },
  {
    bug: "a period of before stops the plan that is paid",
    file: "src/features/billing/plans/settle-period.ts",
    find: "number < plan.firstNumber;",
    replace: "number < 0;",
    test: `${folder}/test/replaced-plans.test.ts`,
    named: "declined, on sqlite the plan that is paid goes on when the period of before lapses",
  },
];
