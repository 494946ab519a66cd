import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { decodedVin, vin } from "../../../../test/console/dom/decoded-vin.ts";
import { has, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp } from "../../../../test/console/dom/page.ts";
import { product } from "../../../../test/console/dom/records.ts";
import { answer, json, respond } from "../../../../test/console/dom/service.ts";
import { apiIds, decodePath, lookups, open, serve } from "./vehicle-records.tsx";

setUp();

const basicPath = `/vin-decoder/${vin}`;

/** What the basic decoder returns: its elements stand in the explanation alone. */
function basicVin() {
  const { elements: _, positions, ...rest } = decodedVin();
  return { ...rest, explanation: { ...rest.explanation, positions } };
}

test("the cheapest decoder of the plan decodes, and the one with more values on request", async () => {
  serve([], [...apiIds, "vin-decoder"]);
  respond("get", "/products", [product({ policy: { credit_cost: { per_api: { "oem-vin-decode": 2 } } } })]);
  answer(`GET ${basicPath}`, () => json({ data: basicVin() }, 200, { "x-data-source": "demo" }));
  await open();
  await press("Decode VIN (1 credit)");
  expect([textOf(one("h1")), text().includes("Decoded together, by 2 patterns")]).toEqual([
    "2018 Honda CR-V EX",
    true,
  ]);
  await press("Get all values (2 credits)");
  expect(lookups()).toEqual([`${basicPath}?explain=true`, `${decodePath}?explain=true`]);
  expect(has("button", "Get all values (2 credits)")).toBe(false);
});

test("a plan with the basic decoder alone decodes by it", async () => {
  serve([], ["vin-decoder", "lien"]);
  answer(`GET ${basicPath}`, () => json({ data: basicVin() }, 200, { "x-data-source": "demo" }));
  await open("");
  expect(text()).toContain("The Basic VIN decoder of your plan costs 1 credit.");
  await type("VIN", vin);
  await press("Look up (1 credit)");
  expect([
    lookups(),
    textOf(one("h1")),
    names("button").filter((name) => name.startsWith("Get all")),
  ]).toEqual([[`${basicPath}?explain=true`], "2018 Honda CR-V EX", []]);
});

test("without a decoder in the plan its other lookups are offered", async () => {
  serve([], ["lien"]);
  await open("");
  expect(text()).toContain("Your plan has no VIN decoder.");
  await type("VIN", vin);
  await press("Look up");
  expect([lookups(), textOf(one("h1"))]).toEqual([[], vin]);
  await press("Get liens (1 credit)");
  expect([lookups(), texts("h2").at(0)]).toEqual([[`/lien/${vin}`], "1 lien, 1 not released"]);
});
