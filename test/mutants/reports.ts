import type { Mutant } from "./mutant.ts";

/** Bugs in reports, the request log and the doctor. */
export const reportsMutants: readonly Mutant[] = [
  {
    bug: "the use of a key counts as written before its transaction is committed",
    file: "src/metering/usage/key-use.ts",
    find: "    for (const slot of keySlots) this.#written[slot].clear();",
    replace: "",
    test: "test/metering/usage/key-use.test.ts",
    named: "the use of keys on sqlite is recorded to the minute and rewritten only when newer",
  },
  {
    bug: "numbers of series outlive the commits that a database lost",
    file: "src/metering/apply/journal-applier.ts",
    find: "this.#known.forget();",
    replace: "",
    test: "test/metering/lost-commits.test.ts",
    named: "on sqlite a journal without its row is inserted again and replaced",
  },
  {
    bug: "a series' number counts before its transaction is committed",
    file: "src/metering/usage/usage-series.ts",
    find: "this.#fetched = await fetchNumbers(tx, unknown.sort(byColumns));",
    replace: "this.#fetched = await fetchNumbers(tx, unknown.sort(byColumns)); this.committed();",
    test: "test/metering/usage/usage-series.test.ts",
    named: "on sqlite a number that was rolled back",
  },
  {
    bug: "a report shows calls of a user with a similar ID",
    file: "src/metering/requests/chunk-filter.ts",
    find: "userIds.every((userId) => userId === caller.userId)",
    replace: "caller.userId.length > 0",
    test: "test/api/request-chunks.test.ts",
    named: "on sqlite each user and subscription has its own calls",
  },
  {
    bug: "an account's deletion removes the addresses of all users of its chunks",
    file: "src/metering/requests/request-addresses.ts",
    find: "callers[labels.caller]!.userId === userId",
    replace: "userId.length > 0",
    test: "test/api/request-chunks.test.ts",
    named: "on sqlite deleting an account removes its addresses",
  },
  {
    bug: "the doctor does not see an operation renamed in a roll-up",
    file: "src/metering/consistency/checks.ts",
    find: "sql`operation || ' ' || ",
    replace: "sql`",
    test: "test/metering/findings.test.ts",
    named: "on sqlite finds every planted fault and nothing else",
  },
  {
    bug: "the doctor does not see a changed status inside a chunk",
    file: "src/metering/consistency/checks.ts",
    find: "in (400, 422) or status >= 500 then 'failed'",
    replace: "in (400, 422) or status > 500 then 'failed'",
    test: "test/metering/findings.test.ts",
    named: "on sqlite finds every planted fault and nothing else",
  },
  {
    bug: "the doctor does not see calls moved to another user",
    file: "src/metering/consistency/checks.ts",
    find: "|| ' of user ' || user_id as subject",
    replace: "as subject",
    test: "test/metering/findings.test.ts",
    named: "on sqlite finds every planted fault and nothing else",
  },
];
