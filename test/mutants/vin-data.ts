import type { Mutant } from "./mutant.ts";

const vpic = "src/vehicles/imports/vpic";
const age = "src/vin/pack/data-age.test.ts";
const checks = "test/management/database-checks.test.ts";
const released = "test/packages/released-data.test.ts";
const recent = "test/vehicles/imports/recent-calls.test.ts";
const dump = `${vpic}/vpic-dump.test.ts`;

/** Bugs in the age of the VIN data, in the changes that an import reports, and in how a dump is compiled. */
export const vinDataMutants: readonly Mutant[] = [
  {
    bug: "data of March are nine months old in November",
    file: "src/vin/pack/data-age.ts",
    find: "today.getUTCMonth() + 1 - Number(month)",
    replace: "today.getUTCMonth() + 2 - Number(month)",
    test: age,
    named: "an age is said in days, and from two months on in months",
  },
  {
    bug: "a version with a month that does not exist has an age",
    file: "src/vin/pack/data-age.ts",
    find: "(0[1-9]|1[0-2])(?!\\d)",
    replace: "(\\d\\d)(?!\\d)",
    test: age,
    named: "a version without a month has no age",
  },
  {
    bug: "VIN data are called old on their sixtieth day",
    file: "src/management/system/checks/data-check.ts",
    find: "age.days > dataDaysMax",
    replace: "age.days >= dataDaysMax",
    test: checks,
    named: "VIN data are old after 60 days",
  },
  {
    bug: "reduced data are not called so",
    file: "src/management/system/checks/data-check.ts",
    find: "const found = complete ? what :",
    replace: 'const found = source !== "" ? what :',
    test: checks,
    named: "VIN data are named with source and age, and reduced ones as such",
  },
  {
    bug: "the state of the service never calls the VIN data outdated",
    file: "src/management/system/system-state.ts",
    find: "outdated: age !== null && age > dataDaysMax",
    replace: "outdated: age !== null && age < dataDaysMax",
    test: "test/api/system.test.ts",
    named: "an operator reads the whole state",
  },
  {
    bug: "a release refuses data on their thirty-fifth day",
    file: "tools/release/vin-data.ts",
    find: "age.days <= releasedDaysMax",
    replace: "age.days < releasedDaysMax",
    test: released,
    named: "data of more than 35 days are refused, and what to do is said",
  },
  {
    bug: "a release contains data of an unknown month",
    file: "tools/release/vin-data.ts",
    find: "(age && age.days",
    replace: "(!age || age.days",
    test: released,
    named: "data of more than 35 days are refused, and what to do is said",
  },
  {
    bug: "a release contains an old dump",
    file: "tools/release/vin-data.ts",
    find: "  requireFresh((await openVinPack(folder)).meta, oldData, now);\n",
    replace: "",
    test: released,
    named: "a release contains the pack of its dump, if that is new enough",
  },
  {
    bug: "VINs of older calls are compared",
    file: `${vpic}/recent-vins.ts`,
    find: "const weekMs = 7 * dayMs;",
    replace: "const weekMs = 70 * dayMs;",
    test: recent,
    named: "of the last seven days each is read once, however it was sent",
  },
  {
    bug: "a VIN in lower case is another one",
    file: `${vpic}/recent-vins.ts`,
    find: "vins.add(Buffer.from(vin.toUpperCase()).toString());",
    replace: "vins.add(vin);",
    test: recent,
    named: "of the last seven days each is read once, however it was sent",
  },
  {
    bug: "the reading of calls has no bound",
    file: `${vpic}/recent-vins.ts`,
    find: "if (calls === callsMax) throw new Enough();",
    replace: "if (calls > 9 * callsMax) throw new Enough();",
    test: recent,
    named: "the reading ends at its bounds",
  },
  {
    bug: "VINs that are found are called lost",
    file: `${vpic}/compare-calls.ts`,
    find: 'old === "" ? "found" : fresh === "" ? "lost"',
    replace: 'old === "" ? "lost" : fresh === "" ? "found"',
    test: recent,
    named: "VINs are found, changed, lost or the same",
  },
  {
    bug: "an example keeps a whole VIN",
    file: `${vpic}/compare-calls.ts`,
    find: "vin: vin.slice(0, sharedLength)",
    replace: "vin: vin.slice(0)",
    test: recent,
    named: "VINs are found, changed, lost or the same",
  },
  {
    bug: "rows after one that is longer than the memory are lost",
    file: `${vpic}/vpic-dump.ts`,
    find: "kept === chunk.length ?",
    replace: "kept > chunk.length ?",
    test: dump,
    named: "cells are texts, whole numbers and nulls, in the order that is asked for",
  },
  {
    bug: "a code with a leading zero is a number",
    file: `${vpic}/vpic-dump.ts`,
    find: "let plain = first !== digit0 || to === from + 1;",
    replace: "let plain = first !== digit0 || to >= from;",
    test: dump,
    named: "cells are texts, whole numbers and nulls, in the order that is asked for",
  },
  {
    bug: "a sort forgets which array has the result",
    file: "src/vin/compile/radix.ts",
    find: "if (sorted !== this.#order)",
    replace: "if (sorted === this.#order)",
    test: "src/vin/compile/radix.test.ts",
    named: "keys are sorted by one after another, the last one first",
  },
  {
    bug: "patterns of one time are in the order of their ids alone",
    file: "src/vin/compile/patterns.ts",
    find: "    sorting.by(this.placesOf(keys));\n",
    replace: "    this.placesOf(keys);\n",
    test: "test/vin/compiled-packs.test.ts",
    named: "a dump always compiles to the same pack, in every run",
  },
];
