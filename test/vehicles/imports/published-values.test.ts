import { expect, test } from "bun:test";
import { RecordError } from "../../../src/vehicles/imports/input/import-error.ts";
import { epaSource } from "../../../src/vehicles/imports/sources/epa.ts";
import { complaintsSource } from "../../../src/vehicles/imports/sources/nhtsa/complaints.ts";
import { investigationsSource } from "../../../src/vehicles/imports/sources/nhtsa/investigations.ts";
import { recallsSource } from "../../../src/vehicles/imports/sources/nhtsa/recalls.ts";
import { recallsCanadaSource } from "../../../src/vehicles/imports/sources/recalls-abroad/recalls-ca.ts";
import { recallsBritainSource } from "../../../src/vehicles/imports/sources/recalls-abroad/recalls-uk.ts";
import { astraSource } from "../../../src/vehicles/imports/sources/registers/astra.ts";
import { israelSource } from "../../../src/vehicles/imports/sources/registers/israel.ts";
import { rdwFuelSource, rdwSource } from "../../../src/vehicles/imports/sources/registers/rdw.ts";
import {
  day,
  figure,
  figureWithComma,
} from "../../../src/vehicles/imports/sources/registers/register-values.ts";
import { traficomSource } from "../../../src/vehicles/imports/sources/registers/traficom.ts";
import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import { epaRow, epaTableOf } from "./epa-rows.ts";
import { flatRow } from "./flat-row.ts";
import { complaintRow, investigationRow } from "./nhtsa-files.ts";
import { britishFile, canadianFile } from "./recalls-abroad-files.ts";
import { astraFile, israelFile, rdwHeader, rdwRow, traficomHeader, traficomRow } from "./register-files.ts";

type Members = Readonly<Record<string, unknown>>;

/** The records that a source makes of a text; refused rows are their messages. */
async function recordsOf(source: Source, text: string): Promise<(Members | string)[]> {
  async function* utf8() {
    yield Buffer.from(text);
  }
  const found: (Members | string)[] = [];
  for await (const { rows } of source.rows(utf8()))
    for (const row of rows) found.push(row instanceof RecordError ? row.message : (row.record as Members));
  return found;
}

/** One record's value at a path of names. */
async function valueIn(source: Source, text: string, ...path: readonly string[]): Promise<unknown> {
  let value: unknown = (await recordsOf(source, text))[0];
  for (const name of path) value = (value as Members)[name];
  return value;
}

test.each([
  ["20140619", "2014-06-19"],
  ["20160229", "2016-02-29"],
  ["20140230", ""],
  ["20141302", ""],
  ["201412", ""],
  ["2014-06-19", ""],
  ["06/19/2014", ""],
  ["18991231", ""],
] as const)("NHTSA's flat files have days as 20140619: %p is %p", async (text, expected) => {
  expect(
    await valueIn(recallsSource, flatRow("ACCORD", "AIR BAGS", { 16: text }), "report_received_date"),
  ).toBe(expected);
  expect(
    await valueIn(investigationsSource, investigationRow("PE14016", "AIR BAGS", { 7: text }), "opened"),
  ).toBe(expected);
  const complaints = await recordsOf(
    complaintsSource,
    complaintRow(10_000_001, "ENGINE", { 17: text, 8: text }),
  );
  expect(JSON.stringify(complaints)).toContain(`"incident_date":"${expected}"`);
});

test.each([
  ["24/03/2021", "2021-03-24"],
  ["03/04/2021", "2021-04-03"],
  ["2021-03-24", "2021-03-24"],
  ["03/24/2021", ""],
  ["30/02/2021", ""],
  ["202103", ""],
  ["soon", ""],
])("NHTSA's API has the day first: %p is %p", async (text, expected) => {
  const results = [
    {
      NHTSACampaignNumber: "21V201000",
      Make: "PORSCHE",
      Model: "911",
      ModelYear: "2019",
      ReportReceivedDate: text,
    },
  ];
  expect(await valueIn(recallsSource, JSON.stringify({ results }), "report_received_date")).toBe(expected);
});

test.each([
  ["24/05/2005", "2005-05-24", "1,234", "1234"],
  ["05/06/2005", "2005-06-05", "1234", "1234"],
  ["05/24/2005", "", "about 1200", ""],
  ["30/02/2005", "", "0x10", ""],
  ["2005-05-24", "2005-05-24", "-1", ""],
  ["24 May 2005", "2005-05-24", "1.234", ""],
])("DVSA's file has the day first: %p is %p, %p vehicles are %p", async (text, expected, vehicles, count) => {
  const file = britishFile([{}]).replace("24/05/2005", text).replace(",1234,", `,"${vehicles}",`);
  const [record] = (await recordsOf(recallsBritainSource, file)) as [Members];
  expect([record.report_received_date, record.units_affected]).toEqual([expected, count]);
});

test.each([
  ["2014-07-16", "2014-07-16", "40,915.00", "40915"],
  ["2014-07-16 00:00:00", "2014-07-16", "915", "915"],
  ["2014-02-30", "", "1,23", ""],
  ["16/07/2014", "", "1e3", ""],
  ["20140716", "", ".5", ""],
])("Transport Canada's file has days as 2014-07-16: %p is %p, %p units are %p", async (text, expected, units, count) => {
  const file = canadianFile([{}]).replace("2014-07-16", text).replace("40,915.00", units);
  const [record] = (await recordsOf(recallsCanadaSource, file)) as [Members];
  expect([record.report_received_date, record.units_affected]).toEqual([expected, count]);
});

test.each([
  ["20180301", "2018-03-01"],
  ["2018-03-01+01:00", "2018-03-01"],
  ["2018-03-01T12:30:00.000", "2018-03-01"],
  ["2018-3", "2018-03"],
  ["2018-03", "2018-03"],
  ["20180230", undefined],
  ["2018-02-30", undefined],
  ["2018-13", undefined],
  ["201812", undefined],
  ["2018-03-01 or so", undefined],
  ["", undefined],
] as const)("a register's day %p is %p", (text, expected) => expect(day(text)).toBe(expected));

test.each([
  ["1969", 1969, 1969],
  ["66.00", 66, 66],
  ["36.775", 36.775, undefined],
  ["77,5", undefined, 77.5],
  ["1,234", undefined, undefined],
  ["1.234", 1.234, undefined],
  [".5", 0.5, 0.5],
  ["1 969", 1969, 1969],
  ["0", undefined, undefined],
  ["-1", undefined, undefined],
  ["0x10", undefined, undefined],
  ["1e3", undefined, undefined],
  ["9999999999", undefined, undefined],
  ["", undefined, undefined],
] as const)("a register's figure %p is %p, with a decimal comma %p", (text, point, comma) =>
  expect([figure(text), figureWithComma(text)]).toEqual([point, comma]));

test("a type's first year is that of its days", async () => {
  const file = (text: string) =>
    traficomHeader +
    traficomRow({
      ajoneuvoluokka: "M1",
      valmistenumero2: "WVWZZZ1KZ5",
      kayttoonottopvm: text,
      merkkiSelvakielinen: "Volkswagen",
      kaupallinenNimi: "GOLF",
      suurinNettoteho: "77,5",
    });
  const years = ["19970110", "19670000", "19970230", "1997", "20ab0101"].map((text) =>
    recordsOf(traficomSource, file(text)).then(([record]) => (record as Members).first_used),
  );
  expect(await Promise.all(years)).toEqual([1997, 1967, undefined, undefined, undefined]);
  expect(await valueIn(traficomSource, file(""), "power_kw")).toBe(77.5);
});

test("EPA's figures are plain numbers", async () => {
  const row = (displ: string, city08: string) =>
    epaTableOf(epaRow({ year: "2018", make: "Honda", model: "CR-V", displ, city08 }));
  const mpg = (city: string) => valueIn(epaSource, row("1.5", city), "specs", "mpg", "city");
  expect(await Promise.all(["25", "423.1904761904762", "0", "-1", "0x10", "1e3"].map(mpg))).toEqual([
    "25",
    "423.1904761904762",
    "",
    "",
    "",
    "",
  ]);
});

const dutch = rdwHeader + rdwRow({ Kenteken: "AB123C" });
const make = async (text: string) =>
  (await recordsOf(rdwSource, text)).map((one) => (one as Members).make ?? one);

test("registers are read with other delimiters, one more at the end of all rows, and headers in another case", async () => {
  // The only value with commas is quoted, as is then one with semicolons.
  const other = dutch.replace('"r. in motorruimte, boven"', "voor").replaceAll(",", ";");
  const ending = dutch.replaceAll("\n", ",\n");
  const rowsEnd = dutch.replace("\n", "#").replaceAll("\n", ",\n").replace("#", "\n");
  for (const text of [dutch, other, `sep=;\n${other}`, ending, rowsEnd, rdwHeader.toUpperCase() + rdwRow({})])
    expect(await make(text)).toEqual(["VOLVO"]);
  const israel = Buffer.from(
    israelFile({ mispar_rechev: "1234567", tozeret_nm: "MAZDA", moed_aliya_lakvish: "2018-3" }),
  ).toString("latin1");
  for (const text of [
    israel,
    israel.replaceAll("|", ";"),
    israel.replace(/^.*/, (header) => header.toUpperCase()),
  ])
    expect(await valueIn(israelSource, text, "registration", "first_admission")).toBe("2018-03");
  const swiss = Buffer.from(
    astraFile({
      Typengenehmigungsnummer: "1VB1",
      "04 Marke": "VW",
      "06 Vorziffer": "WVWZZZ1KZ5P......",
      "28 Leistung kW": "77,5",
    }),
  ).toString("latin1");
  for (const text of [swiss, swiss.replace("04 Marke", "04 MARKE")])
    expect(await recordsOf(astraSource, text)).toMatchObject([{ make: "VW", power_kw: 77.5 }]);
  const fuels =
    "Kenteken;Brandstof volgnummer;Brandstof omschrijving;Nettomaximumvermogen;\nAB123C;1;Diesel;140.00;\n";
  expect(await recordsOf(rdwFuelSource, fuels)).toMatchObject([{ fuel: "Diesel", power_kw: 140 }]);
});

test("a row that is wider than its header is refused, and a header is named by its line", async () => {
  expect(await make(dutch + rdwRow({ Kenteken: "AB124C", Merk: "A,B" }))).toEqual([
    "VOLVO",
    expect.stringContaining("values, not"),
  ]);
  await expect(recordsOf(rdwSource, "sep=;\nKenteken;Merk\nAB123C;VOLVO\n")).rejects.toThrow(
    "line 2: this is not RDW's table of vehicles",
  );
});

test("RDW's judgments of odometers have our word and its own", async () => {
  const judged = async (Tellerstandoordeel: string, code: string, year: string) => {
    const row = rdwRow({
      Tellerstandoordeel,
      "Code toelichting tellerstandoordeel": code,
      "Jaar laatste registratie tellerstand": year,
    });
    const [record] = await recordsOf(rdwSource, rdwHeader + row);
    const { registration } = record as { registration: Record<string, unknown> };
    return [
      "odometer_judgment",
      "odometer_judgment_as_listed",
      "odometer_judgment_code",
      "odometer_last_year",
    ].map((name) => registration[name]);
  };
  expect(await judged("Logisch", "00", "2025")).toEqual(["logical", "Logisch", "00", 2025]);
  expect(await judged("Onlogisch", "04", "2024")).toEqual(["illogical", "Onlogisch", "04", 2024]);
  expect(await judged("Geen oordeel", "02", "2019")).toEqual(["none", "Geen oordeel", "02", 2019]);
  expect(await judged("Niet geregistreerd", "NG", "")).toEqual([
    undefined,
    "Niet geregistreerd",
    "NG",
    undefined,
  ]);
  expect(await judged("", "", "")).toEqual([undefined, undefined, undefined, undefined]);
});

test("a vehicle that must not tow has no towing masses", async () => {
  const masses = async (braked: string, unbraked: string) => {
    const row = rdwRow({
      "Maximum trekken massa geremd": braked,
      "Maximum massa trekken ongeremd": unbraked,
    });
    const [record] = await recordsOf(rdwSource, rdwHeader + row);
    const { towing_braked_kg, towing_unbraked_kg } = (record as { registration: Record<string, unknown> })
      .registration;
    return [towing_braked_kg, towing_unbraked_kg];
  };
  expect(await masses("2000", "750")).toEqual([2000, 750]);
  expect(await masses("", "750")).toEqual([undefined, 750]);
  expect(await masses("0", "0")).toEqual([undefined, undefined]);
});
