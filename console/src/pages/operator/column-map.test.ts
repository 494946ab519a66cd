import { expect, test } from "bun:test";
import { type Columns, guessed, isDocumented, mapOf, missing, repeated, templateOf } from "./column-map.ts";

const column = (name: string, required = false, example = "") => ({
  name,
  form: "text",
  required,
  about: "",
  example,
});
const columns = [
  column("vin", true, "1HGCM82633A004352"),
  column("as_of"),
  column("liens.1.lienholder", false, 'Acme "Bank"'),
  column("liens.1.status"),
];
const dated = [...columns, column("liens.1.filed_at"), column("state")];

test("items of lists are documented by their first", () => {
  expect(
    ["liens.2.status", "liens.1.status", "liens.status", "vin", "VIN"].map((name) =>
      isDocumented(name, columns),
    ),
  ).toEqual([true, true, false, true, false]);
});

test.each([
  [
    ["vin", "liens.2.status"],
    ["vin", "liens.2.status"],
  ],
  [
    ["VIN", "As of", "Lienholder", "Bank"],
    ["vin", "as_of", "liens.1.lienholder", ""],
  ],
  [
    ["vin", "VIN"],
    ["vin", ""],
  ],
])("the columns %p are %p", (header, choice) => expect(guessed(header, columns)).toEqual(choice));

test("usual names of columns are known; a column's own name comes first", () => {
  expect(guessed(["VIN Number", "Bank", "Filed", "State", "Remark"], dated)).toEqual([
    "vin",
    "liens.1.lienholder",
    "liens.1.filed_at",
    "state",
    "",
  ]);
  expect(guessed(["Bank", "Lienholder"], dated)).toEqual(["", "liens.1.lienholder"]);
});

test("a map names the file's columns", () => {
  expect(mapOf(["vin", "as_of"], ["vin", "as_of"])).toBe("");
  expect(mapOf(["No", "VIN NO", "Bank"], ["", "vin", "liens.1.lienholder"])).toBe(
    '{"vin":"VIN NO","liens.1.lienholder":"Bank"}',
  );
});

test("required and repeated columns are found", () => {
  expect(missing(["as_of", ""], columns)).toEqual(["vin"]);
  expect(missing(["vin"], columns)).toEqual([]);
  expect(repeated(["vin", "", "", "vin", "as_of"])).toEqual(["vin"]);
});

test("a template has every column and an example", () => {
  expect(templateOf({ family: "lien", columns, sources: [] } as Columns)).toBe(
    'vin,as_of,liens.1.lienholder,liens.1.status\r\n1HGCM82633A004352,,"Acme ""Bank""",\r\n',
  );
});
