import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const drill = `${folder}/test/restored.test.ts`;
const decisions = `${folder}/test/restored-decisions.test.ts`;
const lost = {
  test: drill,
  named: "on sqlite without the log each charge is matched or returned before anything is taken",
};

/** Bugs of what a provider took that a restore has lost. */
export const restoredMutants: readonly Mutant[] = [
  {
    bug: "a restored service resumes before its provider is listed",
    file: "src/management/system/resume.ts",
    find: "if (why !== undefined) throw",
    replace: 'if (why === "") throw',
    test: drill,
    named: "on sqlite with the log all comes back, and nothing is left to decide",
  },
  {
    bug: "charges since the backup are not listed",
    file: `${folder}/restored/list-taken.ts`,
    find: "for (const charge of listed.charges.toReversed())",
    replace: "for (const charge of listed.charges.slice(0, 0))",
    ...lost,
  },
  {
    bug: "refunds and disputes since the backup are not listed",
    file: `${folder}/restored/list-taken.ts`,
    find: "for (const ref of refsOf(listed))",
    replace: "for (const ref of [...refsOf(listed)].slice(0, 0))",
    ...lost,
  },
  {
    bug: "a period is charged although its charge was kept",
    file: `${folder}/renewing/charge-once.ts`,
    find: "if (kept) return kept;",
    replace: "if (kept && attempt.isRepeated) return kept;",
    ...lost,
  },
  {
    bug: "numbers of papers are given twice after the log was lost",
    file: "src/features/papers/papers-restoring.ts",
    find: "if (logsLost) await",
    replace: "if (logsLost && at < from) await",
    ...lost,
  },
  {
    bug: "numbers of papers are given twice after the log went back too",
    file: `${folder}/restored/list-taken.ts`,
    find: "if (held?.unread.length === 0) await",
    replace: "if (held?.unread.length === -1) await",
    test: decisions,
    named: "on sqlite a log that went back with its database is noticed",
  },
  {
    bug: "numbers jump as far after each restore of a backup",
    file: "src/features/papers/number-gaps.ts",
    find: "1000 + Math.ceil(Math.max(0, at - from) / minuteMs)",
    replace: "1000 + 0 * Math.ceil(Math.max(0, at - from) / minuteMs)",
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite where the log is lost, numbers jump",
  },
  {
    bug: "a listing that was interrupted counts as done",
    file: `${folder}/restored/restored-money.ts`,
    find: "return void (await noteUnfinished(database));",
    replace: "return void (await noteListed(database, listing, 0));",
    test: decisions,
    named: "on sqlite a listing that ends with its process begins again",
  },
  {
    bug: "a short gap ends before its provider is listed",
    file: "src/decisions/resume.ts",
    find: " || !(await isDecided(tx, restoring))) return false;",
    replace: " || (await isDecided(tx, restoring), false)) return false;",
    test: decisions,
    named: "on sqlite a short gap ends by itself once all is listed",
  },
];
