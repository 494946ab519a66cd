import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";

/** Bugs in the lines of money, in transfers that are certain, and in how customers pay. */
export const lineMutants: readonly Mutant[] = [
  {
    bug: "the sum of the lines of a state is that of its largest line",
    file: `${folder}/lines/read-lines.ts`,
    find: "count(*) as lines, sum(minor) as minor",
    replace: "count(*) as lines, max(minor) as minor",
    test: `${folder}/test/lines.test.ts`,
    named: "on sqlite the sums are those of the lists",
  },
  {
    bug: "a transfer that names two payments is certain for the first",
    file: `${folder}/bank/named-payment.ts`,
    find: "payment && meant.length === 1 && isExactlyDue(payment, sum)",
    replace: "payment && isExactlyDue(payment, sum)",
    test: `${folder}/test/inbox.test.ts`,
    named: "on sqlite a transfer whose reference and sum",
  },
  {
    bug: "an operator chooses how customers pay although the environment does",
    file: `${folder}/operations/settings-endpoints.ts`,
    find: 'if (before.chosen_by === "environment")',
    replace: 'if (before.chosen_by === "environment" && before.payments === "off")',
    test: `${folder}/test/chosen-way.test.ts`,
    named: "a value of the environment wins",
  },
];
