import type { Mutant } from "./mutant.ts";

const cellWords = "src/vehicles/imports/columns/cell-words.ts";
const columnReader = "src/vehicles/imports/columns/column-reader.ts";
const columnMap = "src/vehicles/imports/columns/column-map.ts";
const mapping = "src/vehicles/imports/columns/mapping.ts";
const memberReader = "src/vehicles/imports/columns/member-reader.ts";
const rowValues = "src/vehicles/imports/columns/row-values.ts";
const givenRows = "src/vehicles/imports/sources/given-rows.ts";
const readyMapping = "src/vehicles/imports/mappings/ready-mapping.ts";
const salvage = "src/vehicles/imports/mappings/salvage-auctions.ts";
const preview = "src/vehicles/imports/preview/preview.ts";
const collector = "src/vehicles/imports/preview/preview-collector.ts";
const importSource = "src/vehicles/imports/jobs/import-source.ts";
const test = "test/vehicles/imports/mappings.test.ts";
const readyTest = "test/vehicles/imports/ready-mappings.test.ts";
const httpTest = "test/vehicles/imports/mapped-over-http.test.ts";

/** Bugs in mappings of other people's files, and in what dry runs show of them. */
export const mappingMutants: readonly Mutant[] = [
  {
    bug: "a word that a mapping lacks is taken as it is",
    file: cellWords,
    find: "throw new RecordError(name, text, unmappedWord);",
    replace: "return text;",
    test,
    named: "a word that it lacks costs the row",
  },
  {
    bug: "the case of a mapping's words matters",
    file: cellWords,
    find: "byFold.get(folded(text))",
    replace: "byFold.get(text)",
    test,
    named: "a word that it lacks costs the row",
  },
  {
    bug: "a column's own form is not used",
    file: columnReader,
    find: "if (ownForms.length > 0) return ownForms;",
    replace: "if (ownForms.length > 99) return ownForms;",
    test,
    named: "in another order",
  },
  {
    bug: "times of a column with a zone are UTC",
    file: columnReader,
    find: "this.#hasZone = this.#own.zone !== undefined;",
    replace: "this.#hasZone = false;",
    test,
    named: "has the zone of its times",
  },
  {
    bug: "the line that decided a form is not kept",
    file: columnReader,
    find: "if (this.#isDecided) this.#decidedAt ??= line;",
    replace: "",
    test,
    named: "says what decides it",
  },
  {
    bug: "amounts without a sign are dollars, whatever the mapping's unit",
    file: rowValues,
    find: 'sign === "" || sign === "?" ? (unit ?? sign) : sign;',
    replace: "sign;",
    test,
    named: "has a form and a unit of its own",
  },
  {
    bug: "distances without a unit are miles, whatever the mapping's unit",
    file: rowValues,
    find: "found.unit || reader.unit",
    replace: "found.unit",
    test,
    named: "has a form and a unit of its own",
  },
  {
    bug: "two items of a list can have two forms",
    file: mapping,
    find: "if (f !== form || u !== unit || z !== zone)",
    replace: "if (u !== unit || z !== zone)",
    test,
    named: "two items of a list in two forms",
  },
  {
    bug: "the first of a list is 0 in a path",
    file: memberReader,
    find: "String(Number(step) - 1)",
    replace: "step",
    test,
    named: "of JSON has a path",
  },
  {
    bug: "the column of reasons of rejected rows is read",
    file: columnMap,
    find: 'if (name === "" || name === reasonColumn) return [];',
    replace: 'if (name === "") return [];',
    test: readyTest,
    named: "are not tried for a file with documented names",
  },
  {
    bug: "an import takes a proposal",
    file: givenRows,
    find: "  if (name === undefined) return undefined;\n",
    replace: "  if (name === undefined || header.length > 0) return proposedMapping(family, header);\n",
    test: readyTest,
    named: "is found by its columns, and proposed",
  },
  {
    bug: "a ready-made mapping does without the columns that it needs",
    file: readyMapping,
    find: "  if (missing)\n",
    replace: "  if (missing && needs.length === 0)\n",
    test: readyTest,
    named: "lacks what a named mapping needs",
  },
  {
    bug: "a lot that was made clean for its sale drives",
    file: salvage,
    find: '"Enhanced Vehicles": null,',
    replace: '"Enhanced Vehicles": "yes",',
    test: readyTest,
    named: "no keys, and none is made up",
  },
  {
    bug: "a preview of wide rows is as large as they are",
    file: preview,
    find: "if (sizeOf(cut) <= bytesMax) return cut;",
    replace: "return cut;",
    test: readyTest,
    named: "at most 64 KiB",
  },
  {
    bug: "a rejected row is shown as accepted",
    file: collector,
    find: "rejects.find((one) => one.line === line) ?? {}",
    replace: 'rejects.find((one) => one.line === line && one.column !== "") ?? {}',
    test: httpTest,
    named: "rejected when it is stored",
  },
  {
    bug: "a refused column has no question",
    file: importSource,
    find: "if (preview) preview.question = error.question;",
    replace: "",
    test: httpTest,
    named: "carries a question",
  },
  {
    bug: "an import does not keep its mapping",
    file: importSource,
    find: "...(kept && { mapping: kept })",
    replace: "",
    test: httpTest,
    named: "an import takes it",
  },
];
