import type { ModelFlaw } from "../../../../test/mutants/model-flaws.ts";

const histories = {
  test: "src/features/proof/test/histories.test.ts",
  named: "each call is in one day that never changes, on sqlite",
};

/**
 * Flaws of the model of proof days that histories find. Not found: a day has the calls of its time, as no call of these
 * histories is made between midnight and the cut.
 */
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
    flaw: "orderOfArrival",
    bug: "flaw of proof days: calls are in the order in which chunks have them",
    file: "src/metering/requests/journal-calls.ts",
    find: "isLast || seq < cursor).sort((a, b) => a.seq - b.seq)",
    replace: "isLast || seq < cursor)",
    ...histories,
  },
];
