import type { Mutant } from "../../../../test/mutants/mutant.ts";

const reports = "src/features/report/test/report.test.ts";
const charges = "src/features/report/test/charges.test.ts";
const batches = "src/features/report/test/batch.test.ts";
const typed = "src/features/report/test/typed.test.ts";
const sentVins = "src/features/report/test/sent-vins.test.ts";

const odometers = "src/base/reading/odometer/timeline.test.ts";

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
  {
    bug: "an odometer beyond its mechanical limits is compared",
    file: "src/base/reading/odometer/of-records.ts",
    find: "|exceeds?\\s+mechanical\\s+limits?|eml",
    replace: "",
    test: "src/base/reading/odometer/of-records.test.ts",
    named: "EXCEEDS MECHANICAL LIMITS",
  },
  {
    bug: "a last reading below a fast rise is taken for right",
    file: "src/base/reading/odometer/timeline.ts",
    find: ": isDrivenHigh(run, best.taken, index, limits);",
    replace: ": false;",
    test: odometers,
    named: "a fast rise, and less at the end",
  },
  {
    bug: "a rollback of 2,000 km is not named",
    file: "src/base/reading/odometer/limits.ts",
    find: "export const rollbackKm = 2000;",
    replace: "export const rollbackKm = 5000;",
    test: odometers,
    named: "2,000 km less",
  },
  {
    bug: "miles that were called kilometers are a rollback",
    file: "src/base/reading/odometer/explain.ts",
    find: "other: 1, wrong: 1.1",
    replace: "other: 9, wrong: 1.1",
    test: odometers,
    named: "each planted rollback is found",
  },
  {
    bug: "a single wrong entry is a rollback",
    file: "src/base/reading/odometer/explain.ts",
    find: "over === 0 && isWrong",
    replace: "over !== 0 && isWrong",
    test: odometers,
    named: "a digit less",
  },
  {
    bug: "the unit of a reading is ignored",
    file: "src/base/reading/odometer/readings.ts",
    find: 'unit === "km" ? value : value * kmPerMile',
    replace: "value + 0 * unit.length * kmPerMile",
    test: "src/features/report/test/odometer.test.ts",
    named: "on sqlite readings of auctions and sales",
  },
  {
    bug: "the towing mass of a Dutch vehicle is lost",
    file: "src/vehicles/imports/sources/registers/rdw.ts",
    find: 'towing_braked_kg: figure(read("maximum_trekken_massa_geremd")),',
    replace: "",
    test: "test/vehicles/imports/plate-registers.test.ts",
    named: "on sqlite a Dutch plate is answered",
  },
];
