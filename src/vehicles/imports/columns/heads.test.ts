import { expect, test } from "bun:test";
import { auctionRecords } from "../../families/apis/auction.ts";
import { lienRecords } from "../../families/apis/lien.ts";
import { knownHeads } from "./heads.ts";

const heads = (header: readonly string[], map?: Readonly<Record<string, string>>) => {
  const columns = Object.fromEntries(Object.entries(map ?? {}).map(([name, from]) => [name, { from }]));
  try {
    return knownHeads(lienRecords, header, map && { columns, ignore: [] });
  } catch (error) {
    return (error as Error).message;
  }
};

test("documented names are found in another case and with spaces", () => {
  expect(heads(["VIN", "As of", "Liens.2.Lien Holder", "liens.1.status", "Note"])).toEqual([
    "vin",
    "as_of",
    "liens.2.lienholder",
    "liens.1.status",
    "Note",
  ]);
  expect(heads(["vin", "VIN"])).toEqual(["vin", "VIN"]);
  expect(knownHeads(auctionRecords, ["vin", "VIN", "Lot_Number", "lot-number"])).toEqual([
    "vin",
    "VIN",
    "Lot_Number",
    "lot-number",
  ]);
});

test("a column that occurs twice is refused with its places, if it is read", () => {
  const twice = (places: string, which = "") =>
    `line 1: the column "vin"${which} occurs twice, in columns ${places}; delete one of them, or give it another name`;
  expect(heads(["vin", "as_of", "vin"])).toBe(twice('1 ("vin") and 3 ("vin")'));
  expect(heads(["Vin", "as_of", "VIN"])).toBe(twice('1 ("Vin") and 3 ("VIN")'));
  const map = { vin: "vin", as_of: "Day" };
  expect(heads(["vin", "Note", "Day", "Note"], map)).toEqual(["vin", "Note", "Day", "Note"]);
  expect(heads(["vin", "Day", "vin"], map)).toBe(twice('1 ("vin") and 3 ("vin")', ", which the map names,"));
});

test("columns that a map names are found in another case, unless two are like them", () => {
  const map = { vin: "VIN No", as_of: "Day" };
  expect(heads(["vin no", "DAY", "Bank"], map)).toEqual(["VIN No", "Day", "Bank"]);
  expect(heads(["vin_no", "VIN NO", "Day"], map)).toMatch(
    /^line 1: the column "VIN No", which the map names,/,
  );
  expect(heads(["VIN No", "vin no", "Day"], map)).toEqual(["VIN No", "vin no", "Day"]);
});
