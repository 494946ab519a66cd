import { expect, test } from "bun:test";
import { decodedVin } from "../../../../test/console/dom/decoded-vin.ts";
import { cells, facts, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse } from "../../../../test/console/dom/service.ts";
import { brandStore } from "../../api/brand.ts";
import { Landing } from "./landing.tsx";

setUp();

const sample = (more = {}) => answer("GET /sample/decode", () => json({ data: decodedVin(more) }));

test("a sample is decoded; what the VIN does not contain is named", async () => {
  sample();
  await show(<Landing />);
  expect(facts(one("#call dl"))).toEqual([
    ["Vehicle", "2018 Honda CR-V EX"],
    ["Body", "Sport Utility Vehicle (SUV)"],
    ["Engine", "1.5 L, 4 cylinders"],
    ["Fuel", "Gasoline"],
    ["Weight class", "1, 4,001 - 5,000 lb"],
    ["Assembled in", "East Liberty, United States"],
    ["Drive", "AWD"],
    ["Transmission", "CVT"],
    ["Seats", "unknown"],
    ["Check digit", "9, correct"],
  ]);
  expect(text()).toContain("This VIN does not contain seats. The response leaves it unknown.");
});

test("several unknown values are joined", async () => {
  sample({ fuel: {}, drivetrain: {} });
  await show(<Landing />);
  expect(text()).toContain("This VIN does not contain fuel, drive or seats.");
});

test("lookups come from the service, prices are stated", async () => {
  sample();
  await show(<Landing />);
  expect(cells("Identify")).toEqual([["VIN decoder", "Decodes a VIN.", "/vin-decoder/{vin}"]]);
  expect(cells("Responses and their price").map(([response, , price]) => [response, price])).toEqual([
    ["Response", "Price"],
    ["200 OK", "1 credit"],
    ["404 Not found", "free"],
    ["422 Invalid request", "free"],
    ["402 No credits", "free"],
    ["429 Too many calls", "free"],
    ["503 Unavailable", "free"],
  ]);
  expect(text()).toContain("Vingate 1.2.3, Apache-2.0.");
});

test("under the operator's name the page has its own words, and nothing about hosting", async () => {
  sample();
  const program = brandStore.get();
  brandStore.set({ ...program, name: "Lotdata" });
  await show(<Landing />);
  expect([textOf(one("h1")), has("link", "Self-host"), has("heading", "Run your own")]).toEqual([
    "Vehicle data by API",
    false,
    false,
  ]);
  expect(text()).not.toContain("npm ci");
  expect(text()).not.toContain("You host it yourself");
  brandStore.set(program);
});

test.each([
  [undefined, "/console/sign-up"],
  [user(), "/console/home?start=1"],
])("the header's button for %p", async (as, href) => {
  sample();
  await show(<Landing />, { as });
  expect(one("header .btn").getAttribute("href")).toBe(href);
});

test("without a sample the rest of the page is shown", async () => {
  refuse("GET /sample/decode", 500, "Broken.");
  await show(<Landing />);
  expect(textOf(get("alert"))).toStartWith("Could not decode the sample Broken.");
  expect(has("table", "Identify")).toBe(true);
});
