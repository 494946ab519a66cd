import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { checkDigit } from "../../../src/vin/check-digit.ts";
import { kinds, startService, type TestService, testStart } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";

/** Two vehicles: the beginning of their VINs, their names, the price of a new one and the miles of a year. */
const vehicles = {
  "a 2013 Ford Focus": ["1FADP3F20DL", "2013,Ford,Focus,SE", 7900, 98_000],
  "a 2018 Honda CR-V": ["5J6RW2H50JL", "2018,Honda,CR-V,EX", 21_400, 61_000],
} as const;
const salesOfEach = 40;

function vinOf(start: string, serial: number): string {
  const open = `${start}${String(serial).padStart(6, "0")}`;
  return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
}

interface Sale {
  readonly vin: string;
  readonly names: readonly string[];
  readonly price: number;
  readonly miles: number;
  /** Milliseconds UTC, of midnight. */
  readonly day: number;
}

const dayMs = 86_400_000;
const sales: readonly Sale[] = Object.values(vehicles).flatMap(([start, names, price, miles]) =>
  Array.from({ length: salesOfEach }, (_, at) => ({
    vin: vinOf(start, at + 1),
    names: names.split(","),
    price: price + ((at * 739) % 2900) * (at % 2 === 0 ? 1 : -1),
    miles: miles + ((at * 7919) % 40_000) - 20_000,
    day: Math.floor(testStart / dayMs) * dayMs - (at * 5 + 1) * dayMs,
  })),
);

const intl = (locale: string, more?: Intl.NumberFormatOptions) => (value: number) =>
  new Intl.NumberFormat(locale, more).format(value);
const dated = (locale: string, more: Intl.DateTimeFormatOptions) => (at: number) =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...more }).format(at);
const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
const full = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

/** How a price, an odometer in miles and a day are written. */
type Form = readonly [(price: number) => string, (miles: number) => string, (day: number) => string];

const forms: Readonly<Record<string, Form>> = {
  "with American signs": [
    intl("en-US", { style: "currency", currency: "USD" }),
    (miles) => `${intl("en-US")(miles)} mi`,
    dated("en-US", { dateStyle: "short" }),
  ],
  "with German signs": [
    (price) => `${intl("de-DE", { minimumFractionDigits: 2 })(price)} USD`,
    (miles) => `${intl("de-DE")(miles)} Meilen`,
    dated("de-DE", { dateStyle: "medium" }),
  ],
  "with French signs and months": [
    (price) => `${intl("fr-FR")(price)},00 US$`,
    (miles) => `${intl("fr-FR")(miles)} miles`,
    dated("fr-FR", { dateStyle: "long" }),
  ],
  "with Swiss signs": [
    (price) => `USD ${intl("de-CH")(price)}.–`,
    (miles) => intl("de-CH")(miles),
    (day) => `${iso(day)}T00:00:00.000Z`,
  ],
  "with Indian signs": [
    (price) => `$ ${intl("en-IN")(price)}/-`,
    (miles) => `${intl("en-IN")(miles)} mi.`,
    (day) => dated("en-GB", { day: "2-digit", month: "short", year: "2-digit" })(day).replaceAll(" ", "-"),
  ],
  "with k and seconds since 1970": [
    (price) => `$${price / 1000}k`,
    (miles) => `${miles / 1000}k miles`,
    (day) => String(day / 1000),
  ],
  "in Japanese": [
    (price) => full(`US$${price}`),
    (miles) => full(String(miles)),
    dated("ja-JP-u-ca-japanese", { dateStyle: "long" }),
  ],
  "as a spreadsheet has them": [
    (price) => `${price}.0`,
    (miles) => `${miles}.0`,
    (day) => String(day / dayMs + 25_569),
  ],
  "with words beside them": [
    (price) => `approx. ${intl("en-US")(price)} USD OBO`,
    (miles) => `~${intl("en-US")(miles)} (actual)`,
    (day) => `${dated("en-US", { dateStyle: "full" })(day)} at 12:00 AM`,
  ],
  "as a program logs them": [
    (price) => `${price}.00`,
    (miles) => String(miles),
    (day) => `${iso(day - dayMs)} 20:00:00 EDT`,
  ],
};

const head = [
  "vin",
  "year",
  "make",
  "model",
  "trim",
  "data.listing_id",
  "data.listing_price.price",
  "data.odometer_mi",
  "post_date",
];

function fileOf([price, miles, day]: Form, delimiter = ","): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = sales.map((sale, at) => [
    sale.vin,
    ...sale.names,
    `${at + 1}`,
    price(sale.price),
    miles(sale.miles),
    day(sale.day),
  ]);
  return [head, ...rows].map((cells) => `${cells.map(cell).join(delimiter)}\r\n`).join("");
}

const plain: Form = [String, String, iso];
const withoutForm = fileOf(plain);
const files: Readonly<Record<string, string | Uint8Array>> = {
  ...Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, fileOf(form)])),
  "with tabs, in UTF-16": Buffer.from(`\ufeff${fileOf(plain, "\t")}`, "utf16le"),
  "below a title, with empty rows and lines of heads": `Sales, all\r\n\r\n${fileOf(plain, ";")}${";".repeat(8)}\r\n`,
  "as an array": JSON.stringify(
    sales.map(({ vin, names: [year, make, model, trim], price, miles, day }, at) => ({
      vin,
      year,
      make,
      model,
      trim,
      post_date: iso(day),
      data: { listing_id: `${at + 1}`, listing_price: { price }, odometer_mi: miles },
    })),
  ),
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`sales in other people's forms on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    let expected: readonly unknown[];
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      expected = await valuesOf(withoutForm);
    });
    afterAll(() => service.end());

    /** What both vehicles are worth after a file was imported. */
    async function valuesOf(file: string | Uint8Array): Promise<readonly unknown[]> {
      const source = recordsSource(saleRecords, { yearMax: 2028 });
      const { rows, rejected, doubtful } = await importText(service.app.database, source, file);
      expect({ rows, rejected, doubtful }).toEqual({ rows: sales.length, rejected: {}, doubtful: {} });
      forgetDatasets(service.app.database);
      return await Promise.all(
        Object.values(vehicles).map(async ([start, , , miles]) => {
          const path = `/market-valuation/${vinOf(start, 1)}?mileage=${miles}`;
          return (await who.lookUp(path)).body;
        }),
      );
    }

    test("they are worth what their sales say", () => {
      const medians = expected.map(
        (body) => (body as { data: { statistics: { p50: number } } }).data.statistics.p50,
      );
      expect(medians.map((p50, at) => Math.abs(p50 / Object.values(vehicles)[at]![2] - 1) < 0.1)).toEqual([
        true,
        true,
      ]);
    });

    test.each(Object.keys(files))("files %s give the same values", async (name) => {
      expect(await valuesOf(files[name]!)).toEqual(expected);
    });
  });
