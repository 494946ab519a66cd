import type { Mutant } from "./mutant.ts";

const sources = "src/vehicles/imports/sources/nhtsa";
const computed = "src/vehicles/lookups/computed/nhtsa";
const imports = "test/vehicles/imports";

/** Bugs in what is read of NHTSA's files beside recalls, and in what is answered from them. */
export const nhtsaFilesMutants: readonly Mutant[] = [
  {
    bug: "a complaint counts for each of its rows",
    file: `${sources}/complaint-counts.ts`,
    find: "if (!this.#counted.add(row.number * cellsMax + cell)) return false;",
    replace: "this.#counted.add(row.number * cellsMax + cell);",
    test: `${imports}/complaints.test.ts`,
    named: "counted once for the vehicle",
  },
  {
    bug: "a rejected complaint is kept with its text",
    file: `${sources}/complaints.ts`,
    find: 'new RecordError("", "", `has',
    replace: 'new RecordError("", cells.text(0, cells.length - 1), `has',
    test: `${imports}/complaints.test.ts`,
    named: "no record, message or reject",
  },
  {
    bug: "0 is a rating",
    file: `${sources}/safety-ratings.ts`,
    find: "/^[1-5]$/",
    replace: "/^[0-5]$/",
    test: `${imports}/nhtsa-files.test.ts`,
    named: "ratings are numbers",
  },
  {
    bug: "a file of five years' bulletins removes the others",
    file: `${sources}/bulletins.ts`,
    find: "period not in",
    replace: "period in",
    test: `${imports}/nhtsa-files.test.ts`,
    named: "replaces those years alone",
  },
  {
    bug: "a VIN has the stars of every drive",
    file: `${computed}/safety-ratings.ts`,
    find: "fitting.length > 0 ? fitting : ofLine",
    replace: "fitting.length > 99 ? fitting : ofLine",
    test: "test/vehicles/computed/safety-ratings.test.ts",
    named: "a VIN that states its drive",
  },
  {
    bug: "a bulletin of two names of a line is listed twice",
    file: `${computed}/line-rows.ts`,
    find: "if (!found.has(row.key)) found.set(row.key, row);",
    replace: "found.set(String(found.size), row);",
    test: "test/vehicles/computed/known-problems.test.ts",
    named: "the latest hundred bulletins",
  },
];
