import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { vin } from "../../../../test/console/dom/decoded-vin.ts";
import { get, has, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp } from "../../../../test/console/dom/page.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { decodePath, found, lookups, open, paid, serve, valuePath } from "./vehicle-records.tsx";

setUp();

test("an address shows the free part and charges nothing", async () => {
  serve();
  await open();
  expect(lookups()).toEqual([]);
  expect(textOf(one("h1"))).toBe(vin);
  expect(names("tab")).toEqual(["5J6Maker", "RW2H5Vehicle", "9Check", "JYear", "LPlant", "990075Serial"]);
  expect(names("button").filter((name) => name.includes("credit"))).toEqual([
    "Look up (1 credit)",
    "Decode VIN (1 credit)",
    "Get history (3 credits)",
    "Get market value (1 credit)",
    "Get repair costs (1 credit)",
    "Get recalls (1 credit)",
    "Get liens (1 credit)",
  ]);
});

test("the button with the price decodes once", async () => {
  serve();
  await open();
  await press("Decode VIN (1 credit)");
  expect(lookups()).toEqual([`${decodePath}?explain=true`]);
  expect(textOf(one("h1"))).toBe("2018 Honda CR-V EX");
  expect(has("button", "Get full report (7 credits)")).toBe(true);
  // The credits of the page are read again.
  expect(sent("GET /users/{id}/subscriptions")).toHaveLength(2);
});

test("a typed VIN is decoded without another step", async () => {
  serve();
  await open("");
  await type("VIN", "5j6rw2h59jl 990075");
  await press("Look up (1 credit)");
  expect([address(), lookups()]).toEqual([`/look-up?vin=${vin}`, [`${decodePath}?explain=true`]]);
});

test("a reload shows what was paid for, free", async () => {
  serve([
    paid(`${decodePath}?explain=true`, "decode-2"),
    paid(`${decodePath}?explain=true`, "decode-1"),
    paid(`/saleshistory/${vin}`, "sales"),
    paid(`/lien/${vin}`, "lien"),
    { url: `/open-recall/${vin}`, request_id: "free", credits: 0 },
  ]);
  await open();
  expect(lookups()).toEqual([
    `${decodePath}?explain=true repeats decode-2`,
    `/saleshistory/${vin} repeats sales`,
    `/lien/${vin} repeats lien`,
  ]);
  expect(sent("GET /reports/byRequest").map(({ query }) => query)).toEqual([
    { user_id: "ada", url: `/${vin}`, timestamp_ge: "2026-11-20T21:21:05.000Z", page_size: "1000" },
  ]);
  expect(texts("h1, h2")).toEqual([
    "2018 Honda CR-V EX",
    "Decoded from the VIN",
    "Sold once",
    "Market value",
    "Repair costs",
    "Recalls",
    "1 lien, 1 not released",
  ]);
  expect(names("button").filter((name) => name.startsWith("Get"))).toEqual([
    "Get full report (5 credits)",
    "Get more history (2 credits)",
    "Get market value (1 credit)",
    "Get repair costs (1 credit)",
    "Get recalls (1 credit)",
  ]);
});

test("the full report makes the other lookups once", async () => {
  serve([paid(`${decodePath}?explain=true`, "decode"), paid(`/lien/${vin}`, "lien")]);
  await open();
  await press("Get full report (6 credits)");
  expect(lookups().slice(2).sort()).toEqual([
    `/auction/${vin}`,
    valuePath,
    `/open-recall/${vin}`,
    `/repair-estimates/${vin}`,
    `/saleshistory/${vin}`,
  ]);
  expect(texts("h2")).toEqual([
    "Decoded from the VIN",
    "Sold once",
    "Worth $17,000 at 96,202 miles",
    "Costs of 1 repair",
    "1 recall: 1 open",
    "1 lien, 1 not released",
  ]);
  expect(names("button").filter((name) => name.startsWith("Get"))).toEqual([]);
  expect(text()).toContain("Injury. Replace it. Do not drive the vehicle until then.");
});

test("a receipt that has expired leads back to the price", async () => {
  serve([paid(`/lien/${vin}`, "old")]);
  refuse(`GET /lien/${vin}`, 422, [{ loc: ["header", "x-repeat-of"], msg: "too old" }]);
  await open();
  expect(lookups()).toEqual([`/lien/${vin} repeats old`]);
  expect(has("alert")).toBe(false);
  answer(`GET /lien/${vin}`, () => json({ data: found[`/lien/${vin}`] }));
  await press("Get liens (1 credit)");
  expect([lookups()[1], texts("h2").at(-1)]).toEqual([`/lien/${vin}`, "1 lien, 1 not released"]);
});

test("lookups outside of the plan are not offered", async () => {
  serve([], ["oem-vin-decode", "lien"]);
  await open();
  await press("Decode VIN (1 credit)");
  expect(names("button").filter((name) => name.startsWith("Get"))).toEqual([
    "Get full report (1 credit)",
    "Get liens (1 credit)",
  ]);
  expect(text()).toContain("Not in your plan History, Market value, Repair costs and Recalls Compare plans");
});

test("the cheapest plan that has what the own one lacks is named", async () => {
  const asked: (readonly string[])[] = [];
  const growth = { name: "Growth", credits: "15,000 credits per month", price_minor: 9900, currency: "EUR" };
  const planWith = async (apis: readonly string[]) => {
    asked.push(apis);
    return { ...growth, every: "per month" };
  };
  setPageParts([{ planWith }]);
  serve([], ["oem-vin-decode", "lien"]);
  await open();
  expect(text()).toContain(
    "Not in your plan History, Market value, Repair costs and Recalls In Growth: 15,000 credits per month, €99.00 + VAT per month. Compare plans",
  );
  expect(asked.map((apis) => apis.toSorted())).toEqual([
    ["auction", "market-valuation", "open-recall", "repair-estimates", "saleshistory"],
  ]);
});

test("a mileage is kept in the address, and charged once", async () => {
  serve([paid(valuePath, "value")]);
  await open();
  await type("Mileage", "50,000");
  await press("Update value (1 credit)");
  expect([address(), lookups()]).toEqual([
    `/look-up?vin=${vin}&miles=50000`,
    [`${valuePath} repeats value`, `${valuePath}?mileage=50000`],
  ]);
  expect(textOf(get("button", "Plot value by mileage (6 credits)"))).toContain("6 credits");
});

test("the address of a mileage charges nothing", async () => {
  serve([paid(valuePath, "value")]);
  await open(`?vin=${vin}&miles=50000`);
  expect(lookups()).toEqual([]);
  await press("Get market value (1 credit)");
  expect(lookups()).toEqual([`${valuePath}?mileage=50000`]);
});

test("a plot that was paid for is shown again", async () => {
  const plotted = [10_000, 40_000, 70_000, 100_000, 130_000, 160_000];
  serve([
    paid(valuePath, "value"),
    ...plotted.map((miles) => paid(`${valuePath}?mileage=${miles}`, `at ${miles}`)),
  ]);
  await open();
  expect(lookups().slice(1)).toEqual(
    plotted.map((miles) => `${valuePath}?mileage=${miles} repeats at ${miles}`),
  );
  expect(has("table", "Value by mileage")).toBe(true);
});

test("an unknown VIN is free", async () => {
  serve();
  refuse(`GET ${decodePath}`, 404, "Unknown manufacturer code 5J6.", "vehicle_not_found");
  await open();
  await press("Decode VIN (1 credit)");
  expect(text()).toContain("VIN not found Unknown manufacturer code 5J6. Nothing was charged.");
});

test("without the request log everything has its price", async () => {
  serve();
  refuse("GET /reports/byRequest", 500, "Broken.");
  await open();
  expect([lookups(), has("button", "Decode VIN (1 credit)")]).toEqual([[], true]);
});

test("a failed section is tried again", async () => {
  serve();
  refuse(`GET /lien/${vin}`, 503, "The database is unreachable.");
  await open();
  await press("Get liens (1 credit)");
  expect(textOf(get("alert"))).toStartWith("Could not load this section The database is unreachable.");
  answer(`GET /lien/${vin}`, () => json({ data: found[`/lien/${vin}`] }));
  await press("Try again");
  expect(texts("h2").at(-1)).toBe("1 lien, 1 not released");
});

test("a VIN with a fault is not looked up", async () => {
  serve();
  await open("");
  await type("VIN", "5J6RW2H5XJL99OO75");
  await press("Look up (1 credit)");
  expect([text().includes("Letter O at 14"), lookups()]).toEqual([true, []]);
});
