import type { ModelFlaw } from "../../../../test/mutants/model-flaws.ts";

const histories = {
  test: "src/features/proof/test/histories.test.ts",
  named: "each call is in one day that never changes, on sqlite",
};

const walked = {
  test: "src/features/proof/test/walk/walk.test.ts",
  named: "days are cut, proved and signed as the model of proof days does it, on sqlite",
};

/** Flaws of the model of proof days, by their names in its scenarios, planted in the program. */
export const proofFlaws: readonly ModelFlaw[] = [
  {
    flaw: "markOnly",
    bug: "flaw of proof days: a day has all calls up to its mark",
    file: "src/features/proof/days/proved-calls.ts",
    find: 'select journal_id as "journalId", from_seq as after,',
    replace: 'select journal_id as "journalId", 0 as after,',
    ...histories,
  },
  {
    flaw: "recut",
    bug: "flaw of proof days: a day is cut again",
    file: "src/features/proof/days/cut.ts",
    find: `cut_day < \${day} and leaf_day = cut_day`,
    replace: `cut_day <= \${day}`,
    ...histories,
  },
  {
    flaw: "leafHasBytes",
    bug: "flaw of proof days: a leaf has what an amendment changes",
    file: "src/features/proof/days/proved-calls.ts",
    find: "digests.of(requestId, method, url)",
    replace: `digests.of(requestId, method, \`\${url}\${call.responseBytes === 900 ? "" : call.responseBytes}\`)`,
    ...histories,
  },
  {
    flaw: "leafSkipsRejected",
    bug: "flaw of proof days: a leaf leaves out what the log refused",
    file: "src/metering/requests/journal-calls.ts",
    find: `    select record from usage_rejected where journal_id = \${journalId} and`,
    replace: `    select record from usage_rejected where journal_id <> \${journalId} and`,
    ...histories,
  },
  {
    flaw: "byArrival",
    bug: "flaw of proof days: calls are in the order in which chunks have them",
    file: "src/metering/requests/journal-calls.ts",
    find: "isLast || seq < cursor).sort((a, b) => a.seq - b.seq)",
    replace: "isLast || seq < cursor)",
    ...histories,
  },
  {
    flaw: "byTime",
    bug: "flaw of proof days: a day has the calls of its time",
    file: "src/features/proof/days/leaves.ts",
    find: "      const tenure = tenures.of(call, day);",
    replace:
      "      if (new Date(call.at).toISOString().slice(0, 10) !== day) continue;\n      const tenure = tenures.of(call, day);",
    ...walked,
  },
  {
    flaw: "signAtOnce",
    bug: "flaw of proof days: a day is signed at once",
    file: "src/features/proof/days/signed-days.ts",
    find: "(await isDurable(db)) ? now : now - hourMs",
    replace: "(await isDurable(db)) ? now : now - hourMs * 0",
    ...walked,
    named: walked.named.replace("sqlite", "postgres"),
  },
  {
    flaw: "sameLog",
    bug: "flaw of proof days: a restore continues the log",
    file: "src/features/proof/days/proof-state.ts",
    find: "case when r.value <> p.restored then r.value end as restored",
    replace: "case when r.value <> r.value then r.value end as restored",
    ...walked,
  },
  {
    flaw: "epochAgain",
    bug: "flaw of proof days: two logs have one epoch",
    file: "src/features/proof/days/proving.ts",
    find: "signed.lastEpoch() + 1 :",
    replace: "signed.lastEpoch() * 0 :",
    ...walked,
  },
  {
    flaw: "purgeAtMark",
    bug: "flaw of proof days: calls are removed at the mark",
    file: "src/features/proof/days/cut.ts",
    find: "where applied_seq > proved_seq or open_day is not null",
    replace: "where applied_seq > proved_seq",
    ...walked,
  },
  {
    flaw: "purgeApplied",
    bug: "flaw of proof days: calls are removed once applied",
    file: "src/features/proof/days/cut.ts",
    find: "if (rows.length === 0) return undefined;",
    replace: "if (rows.length >= 0) return undefined;",
    ...walked,
  },
  {
    flaw: "cutUnlogged",
    bug: "flaw of proof days: a cut has calls that are not shipped",
    file: "src/features/proof/days/cut.ts",
    find: `case when j.logged_seq < j.applied_seq then j.logged_seq else j.applied_seq end as "to"`,
    replace: `j.applied_seq as "to"`,
    ...walked,
  },
  {
    flaw: "ledgerAtCompute",
    bug: "flaw of proof days: a leaf has the ledger of its making",
    file: "src/features/proof/days/leaves.ts",
    find: "  const tenures = await TenureIndex.read(db);",
    replace: `  await db.run(sql\`
    update proof_day set (ledger_rows, ledger_head) = (
      select b.ledger_rows, b.ledger_head from credit_balance b where b.subscription_id = proof_day.subscription_id)
    where day = \${day} and number is null\`);
  const tenures = await TenureIndex.read(db);`,
    ...walked,
  },
];

/** Flaws of the model that no edit of the program expresses. */
export const proofFlawsNotPlanted: Readonly<Record<string, string>> = {
  replayForgetsCuts:
    "nothing replays journals into an empty database: a restore on another database copies every table, those of proofs with the journals' marks",
};
