import type { Mutant } from "../../../../test/mutants/mutant.ts";

const reports = "src/features/report/test/report.test.ts";
const charges = "src/features/report/test/charges.test.ts";
const batches = "src/features/report/test/batch.test.ts";
const typed = "src/features/report/test/typed.test.ts";
const sentVins = "src/features/report/test/sent-vins.test.ts";

/** Bugs in reports of vehicles. */
export const mutants: readonly Mutant[] = [
  {
    bug: "parts are called with the repaired VIN, and the log does not have what was sent",
    file: "src/features/report/plan.ts",
    find: "return isRepaired ? {",
    replace: "return !isRepaired ? {",
    test: sentVins,
    named: "on sqlite a report reads the VIN",
  },
  {
    bug: "a part is charged before the others have their answers",
    file: "src/calls/lookup-replies.ts",
    find: "  if (part) await part.arrive();\n",
    replace: "  void part;\n",
    test: reports,
    named: "a slow part holds its report up",
  },
  {
    bug: "parts wait for one that waits for their credits",
    file: "src/calls/answer-lookup.ts",
    find: "await (part?.waiting(reserved) ?? reserved)",
    replace: "await reserved",
    test: charges,
    named: "on sqlite parts beyond the credits",
  },
  {
    bug: "each part of a batch counts towards the rate",
    file: "src/calls/metered-request.ts",
    find: "if (!limit || routed.isCounted) return;",
    replace: "if (!limit) return;",
    test: batches,
    named: "on sqlite a batch counts once",
  },
  {
    bug: "the lines of a batch share a key",
    file: "src/features/report/batch.ts",
    find: "onceKey && onceOfLine(onceKey, line)",
    replace: "onceKey",
    test: batches,
    named: "on sqlite a batch with a key",
  },
  {
    bug: "a text that cannot be read is lost",
    file: "src/features/report/typed.ts",
    find: "if (read === undefined) unread.push({ member: path, text: value });",
    replace: "void unread;",
    test: typed,
    named: "an auction has numbers",
  },
  {
    bug: "a VIN's names are shown although nothing was paid for them",
    file: "src/features/report/reports.ts",
    find: "data !== null && parts[index]!.isResolved",
    replace: "data !== undefined && parts[index]!.isResolved",
    test: reports,
    named: "names of a VIN are not shown",
  },
  {
    bug: "a batch whose key ends is cut without what it charged",
    file: "src/features/report/batch.ts",
    find: "endsItself: true,",
    replace: "",
    test: "src/features/report/test/batch.test.ts",
    named: "on sqlite a batch whose key ends says from which line on",
  },
];
