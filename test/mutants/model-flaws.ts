import type { Mutant } from "./mutant.ts";

const metering = {
  test: "test/model/histories/histories.test.ts",
  named: "histories of models on sqlite the program's leases and journals",
};

/** A flaw of a model, planted in the program and found by histories. */
export interface ModelFlaw extends Mutant {
  readonly flaw: string;
}

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

const grants = {
  test: "test/metering/grants/histories.test.ts",
  named: "histories of grants on sqlite end as if each call",
};
const change = "src/metering/credits/grants/balance-change.ts";

/** Flaws of the model of grants. */
const grantFlaws: readonly ModelFlaw[] = [
  {
    flaw: "takeLeased",
    bug: "flaw of grants: an expiry takes what leases may have spent before it",
    file: change,
    find: "let kept = balance.asked;",
    replace: "let kept = 0;",
    ...grants,
  },
  {
    flaw: "expiryIsDebt",
    bug: "flaw of grants: an expiry makes a debt of what is leased",
    file: change,
    find: "this.#expire(grant, Math.min(leftOf(grant) - own, balance.remaining));",
    replace:
      "this.#expire(grant, leftOf(grant));\n      balance.debt += Math.max(0, -balance.remaining);\n      balance.remaining = Math.max(0, balance.remaining);",
    ...grants,
  },
  {
    flaw: "clearsInFlight",
    bug: "flaw of grants: a lease with calls in flight counts as returned",
    file: "src/metering/credits/release.ts",
    find: "case when credit_lease.held > excluded.held then excluded.return_requested else 0 end",
    replace: "0",
    ...grants,
  },
  {
    flaw: "noGiveBack",
    bug: "flaw of grants: a call on a lost lease is not paid by the expiry after it",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "if (own) change.giveBack",
    replace: "if (own?.length === 0) change.giveBack",
    ...grants,
  },
  {
    flaw: "closeEarly",
    bug: "flaw of grants: a grant is closed while leases hold its credits",
    file: change,
    find: 'if (leftOf(grant) === 0) grant.state = "closed";\n      else if',
    replace: 'grant.state = "closed";\n      if',
    ...grants,
  },
  {
    flaw: "no402Boundary",
    bug: "flaw of grants: credits are leased before a boundary that is due",
    file: "src/metering/credits/acquire.ts",
    find: "due_in }) => due_in <= 0",
    replace: "due_in }) => due_in === 0.5",
    ...grants,
  },
  {
    flaw: "unkeyed",
    bug: "flaw of grants: a period can enter twice",
    file: "src/metering/credits/grants/enter-grants.ts",
    find: "on conflict (subscription_id, source, period) do nothing",
    replace: "on conflict (id) do nothing",
    ...grants,
  },
  {
    flaw: "orderWrong",
    bug: "flaw of grants: what expires last is spent first",
    file: "src/metering/credits/grants/grant.ts",
    find: "a.expiresAt - b.expiresAt ||",
    replace: "b.expiresAt - a.expiresAt ||",
    ...grants,
  },
  {
    flaw: "orderOverage",
    bug: "flaw of grants: credits that are paid afterwards are spent by their expiry",
    file: "src/metering/credits/grants/grant.ts",
    find: 'Number(a.source === "overage") - Number(b.source === "overage") ||',
    replace: "",
    ...grants,
  },
  {
    flaw: "noAllocFirst",
    bug: "flaw of grants: uses are not assigned before a boundary",
    file: change,
    find: "    allocate(this.grants, this.balance);\n    const started",
    replace: "    const started",
    ...grants,
  },
  {
    flaw: "noAsk",
    bug: "flaw of grants: leases are not requested back at an expiry",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "(isClosing || balance.debt > balance.remaining)",
    replace: "balance.debt > balance.remaining",
    ...grants,
  },
  {
    flaw: "removeForgets",
    bug: "flaw of grants: credits are removed of the balance, and of no grant",
    file: change,
    find: "      grant.removed += part;\n",
    replace: "",
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

/**
 * Flaws of the model of grants that histories do not find. Planted, 512 histories end as without them: the oracle allows
 * differences in the customer's favor while a grant is closing, and the scanner repeats what was left out.
 */
export const grantFlawsNotFound: readonly string[] = [
  "stateless",
  "noTakeOnRelease",
  "onlyLatest",
  "writeOffFirst",
  "notAskedAgain",
  "giveBackWaits",
  "giveBackOverage",
  "giveBackBorn",
  // test/mutants/grants.ts has it, with a test of balance-change.ts.
  "giveBackAlways",
  // Planted, an acquisition repeats itself without end.
  "lazyBoundary",
];
