import type { ProofRules, ProofRun } from "./proof-cells.ts";

/** A run that is explored; `flaw` names a flaw, which must be found. */
export interface ProofScenario {
  readonly name: string;
  readonly run: ProofRun;
  readonly flaw?: string;
}

const runs = {
  plain: { calls: 3 },
  "late journal": { calls: 3, budget: { crash: 1 } },
  "late journal and purge": { calls: 3, budget: { crash: 1 }, purge: true },
  "clock set back": { calls: 3, budget: { back: 1 } },
  ClickHouse: { calls: 3, clickhouse: true, budget: { crash: 1 } },
  "ClickHouse and purge": { calls: 2, clickhouse: true, purge: true, budget: { crash: 1 } },
  ledger: { calls: 1, budget: { ledger: 2, crash: 1 } },
  "amended and refused calls": { calls: 2, budget: { amend: 1, reject: 1, crash: 1 } },
  "fail-over": { calls: 2, days: 2, budget: { failOver: 1 } },
  "fail-over and late journal": { calls: 2, days: 2, budget: { failOver: 1, crash: 1 } },
  "fail-over and ledger": { calls: 1, days: 2, budget: { failOver: 1, ledger: 2 } },
  "two fail-overs": { calls: 1, journals: 1, days: 2, budget: { failOver: 2, crash: 1, ledger: 1 } },
  restore: { calls: 2, days: 2, budget: { restore: 1, crash: 1 } },
  "restore and ledger": { calls: 1, days: 2, budget: { restore: 1, ledger: 2 } },
  "signed at once, with memory": {
    calls: 2,
    days: 2,
    budget: { failOver: 1, crash: 1 },
    rules: { signAtOnce: true, memory: true },
  },
  "signed at once, with memory and ledger": {
    calls: 1,
    days: 2,
    budget: { failOver: 1, ledger: 2 },
    rules: { signAtOnce: true, memory: true },
  },
  "two earlier states, with memory": {
    calls: 0,
    days: 2,
    budget: { failOver: 1, restore: 1 },
    rules: { signAtOnce: true, memory: true, untold: true },
  },
  replay: { calls: 3, budget: { replay: 1, crash: 1 } },
} as const satisfies Readonly<Record<string, ProofRun>>;

/** Proof days, in every order of their steps. */
export const proofScenarios: readonly ProofScenario[] = Object.entries(runs).map(([name, run]) => ({
  name,
  run,
}));

const flawed = (name: string, flaw: keyof ProofRules, on: keyof typeof runs): ProofScenario => ({
  name,
  flaw,
  run: { ...runs[on], rules: { ...(runs[on] as ProofRun).rules, [flaw]: true } },
});

/** Proof days with one flaw each. */
export const proofModelFlaws: readonly ProofScenario[] = [
  flawed("a day has the calls of its time", "byTime", "late journal"),
  flawed("a day has all calls up to its mark", "markOnly", "late journal"),
  flawed("a day is cut again", "recut", "late journal"),
  flawed("a day is signed at once", "signAtOnce", "fail-over and late journal"),
  flawed("a ledger is signed at once", "signAtOnce", "fail-over and ledger"),
  flawed("a restore continues the log", "sameLog", "restore"),
  flawed("a restore continues the log of a ledger", "sameLog", "restore and ledger"),
  flawed("calls are removed at the mark", "purgeAtMark", "late journal and purge"),
  flawed("calls are removed once applied", "purgeApplied", "late journal and purge"),
  flawed("a cut has calls that are not shipped", "cutUnlogged", "ClickHouse"),
  flawed("a leaf has what an amendment changes", "leafHasBytes", "amended and refused calls"),
  flawed("a leaf leaves out what the log refused", "leafSkipsRejected", "amended and refused calls"),
  flawed("calls are in the order of their arrival", "byArrival", "replay"),
  flawed("a replay forgets the cuts", "replayForgetsCuts", "replay"),
  flawed("two logs have one epoch", "epochAgain", "two earlier states, with memory"),
  flawed("a leaf has the ledger of its making", "ledgerAtCompute", "ledger"),
];
