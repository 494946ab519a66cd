import type { Mutant } from "../../../../test/mutants/mutant.ts";

const test = "src/features/proof/test/damages.test.ts";
const of = (damage: string) => ({ test, named: `damage of proofs on sqlite ${damage}` });
const moved = (damage: string) => ({
  test,
  named: `damage of proofs with moves on sqlite a subscription that moved, ${damage}`,
});
const moves = {
  test: "src/features/proof/test/moves.test.ts",
  named: "statements of a subscription that moves, on sqlite",
};

/** Bugs of what the consistency check compares of proofs. */
export const checkMutants: readonly Mutant[] = [
  {
    bug: "the check makes no root of a day's calls again",
    file: "src/features/proof/call-check.ts",
    find: 'if (tree.root.toString("base64") === row.callRoot) return undefined;',
    replace: 'if (tree.root.toString("base64") !== "") return undefined;',
    ...of("a logged call's price, two calls of an hour, of which one costs more and the other less"),
  },
  {
    bug: "the check does not see that an account lacks its salt",
    file: "src/features/proof/call-check.ts",
    find: "lacksSalt: salt === null,",
    replace: "lacksSalt: false,",
    ...of("a salt, a salt, deleted"),
  },
  {
    bug: "the check leaves the credits of days out of balances",
    file: "src/features/proof/grown-log-rows.ts",
    find: "(deltas.get(leaf.subscriptionId) ?? 0) - credits",
    replace: "(deltas.get(leaf.subscriptionId) ?? 0) - 0 * credits",
    ...of("none is reported of a whole database"),
  },
  {
    bug: "the check compares no digest of a day",
    file: "src/features/proof/log-check.ts",
    find: 'found.digest !== (digest?.hash.digest("base64") ?? noLeaves)',
    replace: 'found.digest === "" && noLeaves !== ""',
    ...of("a proof day, a day with another root"),
  },
  {
    bug: "the check does not compare where a cut begins",
    file: "src/features/proof/call-check.ts",
    find: "else if (cut.from !== before.to)",
    replace: "else if (cut.from < before.to)",
    ...of("a proof day, a cut that begins later, so that a call is in no day"),
  },
  {
    bug: "the check does not compare the month of a stored statement",
    file: "src/features/proof/statement-check.ts",
    find: "[statement.month === month, () =>",
    replace: "[statement.month !== '', () =>",
    ...of("a stored statement, a statement of another month"),
  },
  {
    bug: "the check takes the calls of a moved subscription for those of one log",
    file: "src/features/proof/call-check.ts",
    find: "addCall(made, tenure?.log ?? subscriptionId, call, salts);",
    replace: "addCall(made, subscriptionId, call, salts);",
    ...moves,
  },
  {
    bug: "the check hashes the leaf of a moved subscription with the key of its log",
    file: "src/features/proof/log-check.ts",
    find: "dayLine(subscriptionOf(leaf.subscriptionId), leaf)",
    replace: "dayLine(subscriptionOf('') + leaf.subscriptionId, leaf)",
    ...moves,
  },
  {
    bug: "the check does not compare the leaves of the former log that a move names",
    file: "src/features/proof/moved-log-check.ts",
    find: "formerSize === former.size,",
    replace: "formerSize !== former.size + 1000,",
    ...moved("a move line that names more leaves of the former log"),
  },
  {
    bug: "the check does not compare the root of the former log that a move names",
    file: "src/features/proof/moved-log-check.ts",
    find: "formerRoot === former.root,",
    replace: "formerRoot !== null,",
    ...moved("a move line that names another root of the former log"),
  },
  {
    bug: "the check adds epochs of after a move to the former log",
    file: "src/features/proof/moved-log-check.ts",
    find: "former.addEpochs((one) => !later.has(databaseEpoch(before.log, one.epoch)));",
    replace: "former.addEpochs((one) => !later.has(-1) || !databaseEpoch(before.log, one.epoch));",
    ...moves,
  },
  {
    bug: "the check does not see that the last tenure was deleted",
    file: "src/features/proof/tenure-check.ts",
    find: "ownerId === null || last?.userId === ownerId,",
    replace: "ownerId === null || last?.userId !== '',",
    ...moved("the last tenure, deleted"),
  },
  {
    bug: "the check does not compare the time of a move with the audit log",
    file: "src/features/proof/tenure-check.ts",
    find: "isKnown || since < auditStart,",
    replace: "isKnown || since !== auditStart,",
    ...moved("a move at another time"),
  },
  {
    bug: "the check does not compare the credits of an account's tenures with their calls",
    file: "src/features/proof/call-check.ts",
    find: "found === row.credits",
    replace: "found >= 0 || found === row.credits",
    ...moved("a day whose credits are those of the account's other tenure"),
  },
  {
    bug: "the check does not miss the day of a tenure",
    file: "src/features/proof/moved-log-check.ts",
    find: "log.need(own.length > 0, () =>",
    replace: "log.need(own.length >= 0, () =>",
    ...moved("a day of a tenure, deleted"),
  },
  {
    bug: "a number that is too large ends the check with an error",
    file: "src/metering/consistency/findings.ts",
    find: "if (numbers.differing === 0) throw error;",
    replace: "if (numbers.differing >= 0) throw error;",
    test: "src/features/proof/test/numbers.test.ts",
    named: "numbers that cannot be read, on sqlite",
  },
];
