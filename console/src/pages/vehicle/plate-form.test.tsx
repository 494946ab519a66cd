import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { vin } from "../../../../test/console/dom/decoded-vin.ts";
import { has, names, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp } from "../../../../test/console/dom/page.ts";
import { answer, json } from "../../../../test/console/dom/service.ts";
import { lookups, open, serve } from "./vehicle-records.tsx";

setUp();

const sale = (post_date: string, odometer_mi: string) => ({
  post_date,
  data: { sale_status: "sold", listing_price: {}, images: [], odometer_mi },
});
const sales = [sale("2022-03-02", "40000"), sale("2024-03-02", "20000"), sale("2025-03-02", "26000")];
const rolledBack = "20,000 mi on 2 Mar 2024 is 32,187 km below 40,000 mi on 2 Mar 2022";

/** Looks a plate up whose registration has these members. */
async function find(registered: object, apis?: string[]): Promise<void> {
  serve([], apis);
  answer(`GET /saleshistory/${vin}`, () => json({ data: { sales_history: sales } }, 200));
  answer("GET /license-decoder/{plate}/{state}", () =>
    json({ data: { vin: "", year: "2018", make: "VOLVO", model: "V60", trim: "", ...registered } }, 200),
  );
  await open("");
  await type("Plate", "demo1");
  await type("State or country", "nld");
  await press("Find vehicle (1 credit)");
}

test("a plate with a VIN offers the history, with the judgment of its odometer", async () => {
  await find({ vin });
  expect(lookups()).toEqual(["/license-decoder/demo1/NLD"]);
  await press("Get history (3 credits)");
  expect(lookups().slice(1).sort()).toEqual([`/auction/${vin}`, `/saleshistory/${vin}`]);
  expect([texts("h3")[0], texts(".sumup li")]).toEqual(["Odometer lower than before", [rolledBack]]);
  expect(has("link", `Open ${vin}`)).toBe(true);
});

test("a plan with one of both histories shows it as what it is", async () => {
  await find({ vin }, ["license-decoder", "saleshistory"]);
  await press("Get history (1 credit)");
  expect([lookups()[1], texts(".sumup li")]).toEqual([`/saleshistory/${vin}`, [rolledBack]]);
});

test.each([
  ["illogical", "Onlogisch", "Odometer illogical, by the register: a reading is lower than an earlier one"],
  ["logical", "Logisch", "Odometer logical, by the register"],
  ["none", "Geen oordeel", "Odometer not judged by the register"],
  [undefined, "Anders", "Odometer, by the register: Anders"],
])("a register's judgment is shown: %p, %p", async (judgment, listed, shown) => {
  const registration = {
    odometer_judgment: judgment,
    odometer_judgment_as_listed: listed,
    odometer_last_year: 2025,
  };
  await find({ registration });
  expect(text()).toContain(`${shown} (last reading in 2025)`);
  expect([
    text().includes("The VIN is unknown."),
    names("button").some((one) => one.includes("history")),
  ]).toEqual([true, false]);
});

test("a register without a judgment shows none", async () => {
  await find({ registration: { mass_kg: 1200 } });
  expect(text()).not.toContain("by the register");
});
