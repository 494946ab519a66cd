import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const owed = `${folder}/test/owed.test.ts`;
const again = {
  test: owed,
  named: "on sqlite are owed again if the money of those that paid them goes back, too",
};

/** Bugs of credits that are owed. */
export const owedMutants: readonly Mutant[] = [
  {
    bug: "what a payment's credits paid of debts is not noted",
    file: `${folder}/settling/owed-credits.ts`,
    find: "set paid_debts = paid_debts + ",
    replace: "set paid_debts = paid_debts + 0 * ",
    ...again,
  },
  {
    bug: "what credits paid of debts is not owed when their money goes back",
    file: `${folder}/settling/taking.ts`,
    find: " + (await readPaidDebts(this.#tx, this.payment.id));",
    replace: ";",
    ...again,
  },
  {
    bug: "the preview of a refund forgets what the credits paid of debts",
    file: `${folder}/operations/refund-endpoints.ts`,
    find: " + (await readPaidDebts(database, payment.id));",
    replace: ";",
    ...again,
  },
  {
    bug: "what credits paid of debts is owed although only a part of the money goes back",
    file: `${folder}/settling/taking.ts`,
    find: "owed: owed + Math.min(credits - taken, Math.max(0, spent - owed)),",
    replace: "owed: Math.max(owed, spent),",
    test: owed,
    named: "on sqlite are those that a part of a later payment paid",
  },
  {
    bug: "each later grant pays the whole debt again",
    file: "src/metering/credits/grants/change-grants.ts",
    find: "        rest -= part;\n",
    replace: "",
    test: owed,
    named: "on sqlite are taken from all later credits together, and no more than is owed",
  },
];
