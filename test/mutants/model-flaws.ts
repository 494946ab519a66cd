import { grantFlaws } from "./grant-flaws.ts";
import type { ModelFlaw } from "./mutant.ts";

export type { ModelFlaw } from "./mutant.ts";

const metering = {
  test: "test/model/histories/histories.test.ts",
  named: "histories of models on sqlite the program's leases and journals",
};

/** Flaws of the model of metering, by their names in its scenarios. */
const meteringFlaws: readonly ModelFlaw[] = [
  {
    flaw: "exactTake",
    bug: "flaw of metering: an acquisition gets all or nothing",
    file: "src/metering/credits/acquire.ts",
    find: "when credit_balance.remaining <= excluded.taken then credit_balance.remaining",
    replace: "when credit_balance.remaining < excluded.taken then 0",
    ...metering,
  },
  {
    flaw: "naiveRefusal",
    bug: "flaw of metering: a call is refused while another node has credits",
    file: "src/metering/credits/leases/leased-credits.ts",
    find: "    this.othersHeld = taken.othersHeld;",
    replace: "    this.othersHeld = taken.othersHeld * 0;",
    ...metering,
  },
  {
    flaw: "naiveRefusalInFlight",
    bug: "flaw of metering: a call is refused while another can give its credits back",
    file: "src/metering/credits/leases/leased-credits.ts",
    find: "|| this.callsInFlight > 0 || this.#isOld) return;\n    const remaining = this.left;",
    replace: "|| this.#isOld) return;\n    const remaining = this.left - this.inFlight;",
    ...metering,
  },
  {
    flaw: "noNumbers",
    bug: "flaw of metering: lease operations have no number",
    file: "src/metering/credits/acquire.ts",
    find: "  where credit_lease.op = excluded.op - 1",
    replace: "  where credit_lease.op < excluded.op + 1000",
    ...metering,
  },
  {
    flaw: "noGuardStranded",
    bug: "flaw of metering: an acquisition reaches a journal that ended",
    file: "src/metering/sharing/owned-journals.ts",
    find: "and state = 'open' returning commit_count",
    replace: "and state <> 'none' returning commit_count",
    ...metering,
  },
  {
    flaw: "noCompare",
    bug: "flaw of metering: calls are applied without a comparison of the applied seq",
    file: "src/metering/apply/apply.ts",
    find: `where journal_id = \${journalId} and applied_seq = \${from} returning`,
    replace: `where journal_id = \${journalId} and applied_seq >= \${from} returning`,
    ...metering,
  },
  {
    flaw: "expireNegative",
    bug: "flaw of metering: a call on a lost lease is charged below zero",
    file: "src/metering/apply/settle.ts",
    find: "set debt = credit_balance.debt + excluded.debt",
    replace: "set remaining = credit_balance.remaining - excluded.debt",
    ...metering,
  },
  {
    flaw: "expireSkip",
    bug: "flaw of metering: a call on a lost lease is skipped",
    file: "src/metering/apply/settle.ts",
    find: "  if (paid !== rest.length) {",
    replace: "  if (paid > rest.length) {",
    ...metering,
  },
  {
    flaw: "closeEarly",
    bug: "flaw of metering: a journal is closed before it is applied",
    file: "src/metering/credits/close-journal.ts",
    find: `"closed", sql\`applied_seq = \${appliedSeq}\``,
    replace: `"closed", sql\`applied_seq <= \${appliedSeq}\``,
    ...metering,
  },
  {
    flaw: "naiveSet",
    bug: "flaw of metering: a balance is set while credits are leased",
    file: "src/metering/credits/adjust-credits.ts",
    find: 'if ((await heldInAll(tx, subscriptionId)) > 0) return "leased";',
    replace: 'if ((await heldInAll(tx, subscriptionId)) < 0) return "leased";',
    ...metering,
  },
];

/** Flaws of the models that are planted in the program. */
export const modelFlaws: readonly ModelFlaw[] = [...meteringFlaws, ...grantFlaws];

/** Flaws of metering that no edit of one place can express, or that histories have no step for. */
export const flawsNotPlanted: Readonly<Record<string, string>> = {
  noGuard:
    "two guards hold a release back: the journal's state, planted as noGuardStranded, and the lease, which is deleted with its journal",
  reusePower:
    "histories have no journal files; each process makes a folder with a new random id, so no edit of one place lets it continue another's",
  deleteApplied:
    "histories have neither files nor a replica; test/model/recovery-model.ts explores when files may be removed",
};
