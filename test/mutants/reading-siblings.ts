import type { Mutant } from "./mutant.ts";

const declared = "src/base/reading/declared.ts";
const declaredTest = "src/base/reading/declared.test.ts";
const stored = "src/base/reading/stored-values.ts";
const sources = "src/vehicles/imports/sources";
const published = "test/vehicles/imports/published-values.test.ts";
const events = "console/src/pages/vehicle/events.ts";
const eventsTest = "console/src/pages/vehicle/events.test.ts";
const list = "console/src/pages/lists/list-input.ts";
const listTest = "console/src/pages/lists/list-input.test.ts";

/** Bugs in reading the values of public sources, stored records, lists and the console. */
export const readingSiblingsMutants: readonly Mutant[] = [
  {
    bug: "a declared day needs no calendar",
    file: declared,
    find: "  return date <= lengths[month - 1]! + (isLeap && month === 2 ? 1 : 0);",
    replace: "  return date <= 31 && (isLeap || !isLeap);",
    test: published,
    named: "NHTSA's flat files have days as 20140619",
  },
  {
    bug: "every fourth year has a 29 February",
    file: declared,
    find: "year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)",
    replace: "year % 4 === 0",
    test: declaredTest,
    named: "the calendar has the days that a clock has",
  },
  {
    bug: "a declared number is any that a program reads",
    file: declared,
    find: "  return read === undefined ? undefined : Number(read);",
    replace: "  return read === undefined ? Number(text) || undefined : Number(read);",
    test: published,
    named: "a register's figure",
  },
  {
    bug: "a count has the digits after its point",
    file: declared,
    find: '  return (end < 0 ? text : text.slice(0, end)).replaceAll(",", "");',
    replace: '  return end < -1 ? text : text.replaceAll(",", "");',
    test: declaredTest,
    named: "40,915.00",
  },
  {
    bug: "a date of NHTSA's API that has no such month has the month first",
    file: `${sources}/nhtsa/recalls-api.ts`,
    find: 'readDayText(text, "day_first") ?? "";',
    replace: 'readDayText(text, "day_first") ?? readDayText(text, "month_first") ?? "";',
    test: published,
    named: "NHTSA's API has the day first",
  },
  {
    bug: "a date of DVSA's file that has no such month has the month first",
    file: `${sources}/recalls-abroad/recalls-uk.ts`,
    find: 'readDayText(cell(name), "day_first") ?? "";',
    replace: 'readDayText(cell(name), "day_first") ?? readDayText(cell(name), "month_first") ?? "";',
    test: published,
    named: "DVSA's file has the day first",
  },
  {
    bug: "three digits after a register's comma are thousandths",
    file: `${sources}/registers/register-values.ts`,
    find: "{ ...bounds, decimals: 2 }",
    replace: "bounds",
    test: published,
    named: "a register's figure",
  },
  {
    bug: "a register's columns are found in one case alone",
    file: `${sources}/registers/register-table.ts`,
    find: "names.indexOf(name.toLowerCase())",
    replace: "header.map(nameOf).indexOf(name)",
    test: published,
    named: "registers are read with other delimiters",
  },
  {
    bug: "a header behind a line sep= is that of line 1",
    file: `${sources}/registers/register-table.ts`,
    find: "indexColumns(names, required, { table: title, line });",
    replace: "indexColumns(names, required, { table: title, line: line - line + 1 });",
    test: published,
    named: "a header is named by its line",
  },
  {
    bug: "a stored number can have any unit",
    file: stored,
    find: 'if (unit !== "" && !units.some((one) => one.toLowerCase() === unit)) return undefined;',
    replace: "",
    test: declaredTest,
    named: "a stored number has its unit",
  },
  {
    bug: "a stored day in two orders is read in the first",
    file: "src/base/reading/days.ts",
    find: "return others.every((one) => one === first) ? first : undefined;",
    replace: "return first ?? others.find((one) => one !== undefined);",
    test: declaredTest,
    named: "08/07/2026",
  },
  {
    bug: "a stored moment has no thousandths",
    file: "src/base/reading/days.ts",
    find: "(ahead ?? 0) * 1000) + thousandths;",
    replace: "(ahead ?? 0) * 1000) + 0 * thousandths;",
    test: declaredTest,
    named: "23:20:00.064",
  },
  {
    bug: "a sale in euros is shown in dollars",
    file: events,
    find: 'currency === "" || currency.toUpperCase() === "USD"',
    replace: 'currency === "" || currency !== ""',
    test: eventsTest,
    named: "the price",
  },
  {
    bug: "a quoted line end of a list begins another entry",
    file: list,
    find: "[...reader.rowsOf(text.slice(start).split(/\\r\\n?|\\n/)), ...reader.end()]",
    replace:
      "text.slice(start).split(/\\r\\n?|\\n/).flatMap((line) => [...reader.rowsOf([line]), ...reader.end()])",
    test: listTest,
    named: "VINs are read from lines",
  },
  {
    bug: "a range can begin on a day that no calendar has",
    file: "console/src/base/range.ts",
    find: "dayOfIso(date) === undefined || ",
    replace: "",
    test: "console/src/base/range.test.ts",
    named: "days that no calendar has",
  },
  {
    bug: "a list is UTF-8",
    file: "src/cli/list-lines.ts",
    find: 'utf8Of(stream, encoding, "latin1", { least: leastBytes })',
    replace: 'encoding === "auto" ? stream : utf8Of(stream, encoding, "latin1", { least: leastBytes })',
    test: "src/cli/list-lines.test.ts",
    named: "a list in UTF-16",
  },
  {
    bug: "a typed VIN waits for more",
    file: "src/cli/list-lines.ts",
    find: "const leastBytes = 8;",
    replace: "const leastBytes = 256;",
    test: "src/cli/list-lines.test.ts",
    named: "a typed VIN is answered at once",
  },
  {
    bug: "a watched VIN is that of the first column",
    file: "src/features/cli-client/watch-input.ts",
    find: "const vinAt = header.findIndex(isVin);",
    replace: "const vinAt = header.some(isVin) ? 0 : -1;",
    test: "src/features/cli-client/watch-input.test.ts",
    named: "semicolons and quoted lines",
  },
  {
    bug: "a file of the console is UTF-8 or Windows-1252",
    file: "src/base/reading/encodings.ts",
    find: 'markedEncoding(bytes) ?? wideEncoding(bytes.subarray(0, sampleBytes)) ?? "utf-8"',
    replace: '"utf-8"',
    test: declaredTest,
    named: "a file's text is found in its bytes",
  },
];
