import type { Mutant } from "./mutant.ts";

const evidence = "src/base/reading/evidence.ts";
const evidenceTest = "src/base/reading/evidence.test.ts";
const amounts = "src/base/reading/amounts.ts";
const amountsTest = "src/base/reading/amounts.test.ts";
const days = "src/base/reading/days.ts";
const daysTest = "src/base/reading/days.test.ts";
const rowValues = "src/vehicles/imports/columns/row-values.ts";
const columnReader = "src/vehicles/imports/columns/column-reader.ts";
const readAhead = "src/vehicles/imports/columns/read-ahead.ts";
const readAheadTest = "src/vehicles/imports/columns/read-ahead.test.ts";
const importTest = "test/vehicles/imports/other-peoples-values.test.ts";

/** Bugs in reading amounts, distances, days and words of other people's files. */
export const otherPeoplesValuesMutants: readonly Mutant[] = [
  {
    bug: "a column that can be read two ways is read in the first",
    file: evidence,
    find: 'return { fault: "ambiguous", at };',
    replace: "return { form };",
    test: evidenceTest,
    named: "the column 03/04/2026 is",
  },
  {
    bug: "a form that did not read a text of a column stays open",
    file: evidence,
    find: "      this.#open = [...readings.keys()];\n",
    replace: "",
    test: evidenceTest,
    named: "what decides can be the last text of many",
  },
  {
    bug: "an amount can have three decimals",
    file: amounts,
    find: "part.length > decimals + zeros &&",
    replace: "part.length > decimals + zeros + 1 &&",
    test: amountsTest,
    named: "€17.550",
  },
  {
    bug: "a sign before an amount is left out",
    file: amounts,
    find: "number: sign + bare.slice(first, last)",
    replace: "number: bare.slice(first, last)",
    test: amountsTest,
    named: '"-1" is',
  },
  {
    bug: "k after a number is passed over",
    file: "src/base/reading/currencies-and-units.ts",
    find: "return rest && rest.zeros === 0 ? { ...rest, zeros } : undefined;",
    replace: "return rest && rest.zeros === 0 ? rest : undefined;",
    test: amountsTest,
    named: "17,5k",
  },
  {
    bug: "half a mile is always rounded up",
    file: amounts,
    find: "(left * 2n === under && miles % 2n === 1n)",
    replace: "left * 2n === under",
    test: amountsTest,
    named: "half to even",
  },
  {
    bug: "30 February is 2 March",
    file: days,
    find: "at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date ||",
    replace: "",
    test: daysTest,
    named: '"2024-02-30" is',
  },
  {
    bug: "any whole number of five digits is a serial day",
    file: days,
    find: "if (day < serialFrom || day > until) return undefined;",
    replace: "",
    test: daysTest,
    named: '"29220" is',
  },
  {
    bug: "the offset of a time has the wrong sign",
    file: days,
    find: "shown - (ahead ?? 0) * 1000",
    replace: "shown + (ahead ?? 0) * 1000",
    test: daysTest,
    named: "08:00:00.123",
  },
  {
    bug: "two digits of a year can be of the future",
    file: days,
    find: "return year > Number(until.slice(0, 4)) ? year - 100 : year;",
    replace: "return year;",
    test: daysTest,
    named: '"31/12/69" is',
  },
  {
    bug: "a name that means two months in two languages is the first",
    file: "src/base/reading/month-names.ts",
    find: "more.length === 0 ?",
    replace: "more.length >= 0 ?",
    test: daysTest,
    named: "18 listopada 2026",
  },
  {
    bug: "NA is nothing in codes",
    file: "src/base/reading/words.ts",
    find: "code: new Set(signs),",
    replace: "code: new Set(texts),",
    test: "src/base/reading/words.test.ts",
    named: '"NULL" is nothing in',
  },
  {
    bug: "amounts in euros are among those in dollars",
    file: rowValues,
    find: 'if (isAmount && currency === "USD") values',
    replace: "if (isAmount) values",
    test: importTest,
    named: "60 European sales",
  },
  {
    bug: "the currency of an amount is not stored",
    file: rowValues,
    find: 'stored === "number") writeAt(row, currencyAt, own);',
    replace: 'stored === "day") writeAt(row, currencyAt, own);',
    test: importTest,
    named: "60 European sales",
  },
  {
    bug: "kilometers among miles are miles",
    file: rowValues,
    find: 'return unit === "km" ? milesOfKm(read) : read;',
    replace: "return read;",
    test: importTest,
    named: "a distance in another unit",
  },
  {
    bug: "a number that no form reads is left out without a word",
    file: rowValues,
    find: "if (!found) throw new RecordError(column.name, text, unreadNumber(column));",
    replace: "if (!found) return;",
    test: importTest,
    named: "a price is read as its column is written",
  },
  {
    bug: "a date that cannot be read is not kept in as_listed",
    file: rowValues,
    find: '  if (stored === "moment") found.asListed[name] = text;\n',
    replace: "",
    test: importTest,
    named: "a date is a moment of the specification",
  },
  {
    bug: "a form that a later row contradicts stays that of the column",
    file: columnReader,
    find: "throw mixedColumn(this.#refused(), verdict.rows, (text) => this.#readings(text));",
    replace: "return;",
    test: importTest,
    named: "a column in two forms refuses the file",
  },
  {
    bug: "rows are converted before their column is decided",
    file: readAhead,
    find: "if (!held && !columns.areOpen()) {",
    replace: "if (!held) {",
    test: readAheadTest,
    named: "rows wait in memory",
  },
  {
    bug: "rows that waited have no lines of the input",
    file: readAhead,
    find: "lineOf: (index) => lines[index]!,",
    replace: "lineOf: (index) => index,",
    test: readAheadTest,
    named: "rows wait in a file",
  },
  {
    bug: "the specification's words for nothing are emptied",
    file: "src/vehicles/imports/columns/record-shape.ts",
    find: "return ownWords.includes(path)",
    replace: 'return path === ""',
    test: importTest,
    named: "an auction keeps the specification's words for nothing",
  },
  {
    bug: "five digits are a VIN",
    file: "src/vehicles/imports/columns/key-values.ts",
    find: "if (/^\\d{5}(?:\\.\\d+)?$/.test(text))",
    replace: "if (/^\\d{99}$/.test(text))",
    test: importTest,
    named: "what a spreadsheet made of plates and VINs",
  },
];
