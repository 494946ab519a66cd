import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const again = `${folder}/test/taken-again.test.ts`;
const on = "on sqlite";

/** Bugs that histories of money find, by what the provider took. */
export const shownMutants: readonly Mutant[] = [
  {
    bug: "a refund that failed before a restore keeps its credit note",
    file: `${folder}/settling/settle-payment.ts`,
    find: "creditedMinor > reversedOf({ ...seen, minor })",
    replace: "creditedMinor > reversedOf({ ...seen, minor }) + minor",
    test: again,
    named: `${on} a refund that fails before a restore`,
  },
  {
    bug: "two states of one transaction have the same time",
    file: `${folder}/settling/settle-payment.ts`,
    find: "isPaid(payment) ? paid : changed(paid, now, {})",
    replace: "isPaid(payment) ? paid : { ...paid }",
    test: again,
    named: `${on} a refund that two restores find`,
  },
  {
    bug: "a debit that an operator has matched stays undecided",
    file: `${folder}/restored/lost-charges.ts`,
    find: "if (!transfer) await tx.run(",
    replace: "if (!transfer && ref === paymentId) await tx.run(",
    test: again,
    named: `${on} a debit that runs while its payment is lost`,
  },
  {
    bug: "credits of a slow debit are a difference until it is paid",
    file: "src/features/billing/plan-check.ts",
    find: '(grantId === null && state !== "paid")',
    replace: '(grantId === null && state === "")',
    test: again,
    named: `${on} credits of a debit that has failed`,
  },
  {
    bug: "a charge is made again once its key is forgotten",
    file: `${folder}/renewing/charge-once.ts`,
    find: "  if (isRepeated) {",
    replace: "  if (isRepeated && ended !== undefined) {",
    test: again,
    named: `${on} a charge is not made again`,
  },
  {
    bug: "credits stay away when their money is back",
    file: `${folder}/settling/reverse-payment.ts`,
    find: "await taking.release(-more);",
    replace: "await taking.release(Math.min(0, -more));",
    test: again,
    named: `${on} credits come back`,
  },
];
