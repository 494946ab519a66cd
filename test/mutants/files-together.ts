import type { Mutant } from "./mutant.ts";

const recordShape = "src/vehicles/imports/columns/record-shape.ts";
const rowValues = "src/vehicles/imports/columns/row-values.ts";
const columnReader = "src/vehicles/imports/columns/column-reader.ts";
const keyValues = "src/vehicles/imports/columns/key-values.ts";
const collector = "src/vehicles/imports/preview/preview-collector.ts";
const givenRows = "src/vehicles/imports/sources/given-rows.ts";
const rejectedRows = "src/vehicles/imports/sources/rejected-rows.ts";
const sheetDates = "src/vehicles/imports/input/sheet-dates.ts";
const sheetRows = "src/vehicles/imports/input/sheet-rows.ts";
const sentMapping = "console/src/api/sent-mapping.ts";
const test = "test/vehicles/imports/documented-files.test.ts";
const wordsTest = "test/vehicles/imports/read-words.test.ts";
const rejectedTest = "test/vehicles/imports/rejected-rows.test.ts";
const workbooksTest = "test/vehicles/imports/workbooks.test.ts";

/** Bugs where the parts of reading files meet: previews, mappings, rows to correct and workbooks. */
export const filesTogetherMutants: readonly Mutant[] = [
  {
    bug: "a preview has the names of a vehicle as a list",
    file: collector,
    find: "for (const [index, level] of family.levels.entries()) shownKeys[level] = row.names[index];",
    replace: "",
    test,
    named: "the template of",
  },
  {
    bug: "a preview has the number of a record under another name than its column",
    file: collector,
    find: "shownKeys[family.id.name] = row.id;",
    replace: "shownKeys.id = row.id;",
    test,
    named: "the template of",
  },
  {
    bug: "a preview does not show what a vehicle was sold for",
    file: collector,
    find: "if (given[soldForKey]) shownKeys[soldForKey] = given[soldForKey];",
    replace: "",
    test,
    named: "a preview shows what a sale was sold for",
  },
  {
    bug: "what a vehicle was sold for in euros is shown as dollars",
    file: rowValues,
    find: 'isSoldFor && currency !== "USD"',
    replace: 'isSoldFor && currency === "USD"',
    test,
    named: "a preview shows what a sale was sold for",
  },
  {
    bug: "prices in other currencies are not counted",
    file: rowValues,
    find: "else if (isAmount && !values.strict) warn(values, otherCurrency, { name: column.name, text });",
    replace: "",
    test,
    named: "prices that market values leave out are counted",
  },
  {
    bug: "prices without a currency among euros are taken for dollars without a word",
    file: columnReader,
    find: 'this.#otherCurrency ||= currency !== "USD";',
    replace: "",
    test,
    named: "prices that market values leave out are counted",
  },
  {
    bug: "a column of currencies does not state the currency of a price",
    file: rowValues,
    find: 'found.currency !== "" || statedCurrency(row, column) !== ""',
    replace: 'found.currency !== ""',
    test,
    named: "a column of its own is no price without one",
  },
  {
    bug: "a price for valuations of N/A hides the listing price",
    file: rowValues,
    find: 'column.stored === "text" && !isSoldFor',
    replace: 'column.stored === "text"',
    test,
    named: "a price for valuations that says nothing is none",
  },
  {
    bug: "a day of N/A in a list stays",
    file: rowValues,
    find: 'if (isNothing || stored === "moment") write("");',
    replace: 'if (stored === "moment") write("");',
    test,
    named: "days and words for nothing hold in lists too",
  },
  {
    bug: "words for nothing stay in items of lists",
    file: recordShape,
    find: 'if (shape.kind === "list") return { ...shape, item: shapeWithWords(shape.item, words, ofObject) };',
    replace: "",
    test,
    named: "days and words for nothing hold in lists too",
  },
  {
    bug: "gaps of lists stay",
    file: recordShape,
    find: "if (!list.includes(undefined) && !list.some(isEmpty)) return list;",
    replace: "if (!list.some((one) => one === undefined || isEmpty(one))) return list;",
    test: "test/vehicles/imports/bad-inputs.test.ts",
    named: "items that no column names leave no gap",
  },
  {
    bug: "no other order of dates is tried where years of two digits stand first",
    file: columnReader,
    find: 'return this.#read(text, form === "day_first" ? "month_first" : "day_first");',
    replace:
      'return form === "year_first" ? undefined : this.#read(text, form === "day_first" ? "month_first" : "day_first");',
    test,
    named: "years of two digits that stand first",
  },
  {
    bug: "objects with members that an open family keeps are claimed by a mapping",
    file: givenRows,
    find: "if (open) return undefined;",
    replace: "",
    test,
    named: "the demo set's files are claimed by no mapping",
  },
  {
    bug: "a day that a spreadsheet shows is a plate",
    file: keyValues,
    find: "if (day.test(text)) return true;",
    replace: "",
    test: wordsTest,
    named: "the plate",
  },
  {
    bug: "a month and a year of a spreadsheet are a plate",
    file: keyValues,
    find: "return name !== undefined && monthOf(name) !== undefined;",
    replace: "return false;",
    test: wordsTest,
    named: "the plate",
  },
  {
    bug: "a year with a decimal comma is none",
    file: keyValues,
    find: "(?:[.,]0{1,6})?$/.test(text)",
    replace: "(?:[.]0{1,6})?$/.test(text)",
    test: wordsTest,
    named: "the year",
  },
  {
    bug: "rows to correct have another delimiter than their file",
    file: rejectedRows,
    find: '[...own, ...Array<string>(missing).fill(""), reason], delimiter',
    replace: '[...own, ...Array<string>(missing).fill(""), reason]',
    test: rejectedTest,
    named: "spreadsheets know their encoding and delimiter",
  },
  {
    bug: "spreadsheets do not know the encoding of rows to correct",
    file: rejectedRows,
    find: "yield byteOrderMark + exactCsvLine",
    replace: "yield exactCsvLine",
    test: rejectedTest,
    named: "spreadsheets know their encoding and delimiter",
  },
  {
    bug: "a delimiter within a cell divides it",
    file: "src/base/csv.ts",
    find: "cell.includes(delimiter) ? always : spaced",
    replace: "spaced",
    test: rejectedTest,
    named: "spreadsheets know their encoding and delimiter",
  },
  {
    bug: "euros of a workbook's style are dollars",
    file: sheetRows,
    find: "return this.#sheet.styles.withUnit(style, text);",
    replace: "return text;",
    test: workbooksTest,
    named: "is read with its currency or unit",
  },
  {
    bug: "a style that shows thousands multiplies the number",
    file: sheetDates,
    find: "unitsIn(text)?.zeros === 0",
    replace: "unitsIn(text)",
    test: workbooksTest,
    named: "is read with its currency or unit",
  },
  {
    bug: "a long mapping is sent with all that is implied",
    file: sentMapping,
    find: "if (lengthOf(short) <= most) return short;",
    replace: "if (lengthOf(short) <= most) return text;",
    test: "console/src/api/sent-mapping.test.ts",
    named: "a long mapping is sent without what is implied",
  },
  {
    bug: "a mapping that no address takes is sent",
    file: sentMapping,
    find: "if (lengthOf(short) <= most) return short;",
    replace: "return short;",
    test: "console/src/api/sent-mapping.test.ts",
    named: "is refused with what to do",
  },
  {
    bug: "corrected rows of an earlier import replace all records",
    file: "console/src/pages/operator/import/preview.tsx",
    find: 'mode === "replace" && columns.some',
    replace: 'mode === "merge" && columns.some',
    test: "console/src/pages/operator/import/read-again.test.tsx",
    named: "keep the other records by one press",
  },
  {
    bug: "an erasure leaves the previews of imports",
    file: "src/vehicles/imports/datasets/erase-outcomes.ts",
    find: "return JSON.stringify({ ...rest,",
    replace: "return JSON.stringify({ ...rest, preview,",
    test: "test/vehicles/imports/erase.test.ts",
    named: "erases the rows that imports keep",
  },
  {
    bug: "an erasure leaves the first rejected rows of imports",
    file: "src/vehicles/imports/datasets/erase-outcomes.ts",
    find: "{ first_rejects: [] }",
    replace: "{ first_rejects }",
    test: "test/vehicles/imports/erase.test.ts",
    named: "erases the rows that imports keep",
  },
];
