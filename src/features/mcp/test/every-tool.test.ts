import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DemoService, startDemo } from "../../../../test/demo/demo-service.ts";
import { ask } from "../../../../test/harness.ts";
import { callTool, textsOf } from "./mcp.ts";

let demo: DemoService;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.service.end());

const vin = "5J6RW2H59JL990075";
const names = { year: 2018, make: "Honda", model: "CR-V" };
const trim = { ...names, trim: "EX" };
const part = { category: "Brakes", subcategory: "Front Brakes" };
const place = (...segments: (string | number)[]) => segments.map((one) => encodeURIComponent(one)).join("/");
const ofTrim = place(2018, "Honda", "CR-V", "EX");

/** Each tool with arguments, and the path of the same lookup. */
const cases: readonly (readonly [tool: string, given: object, path: string])[] = [
  ["decode_vin", { vin }, `/vin-decoder/${vin}`],
  ["decode_vin", { vin, year: 2018 }, `/vin-decoder/${vin}?year=2018`],
  ["open_recalls", { vin }, `/open-recall/${vin}`],
  ["open_recalls", { vin, market: "US" }, `/open-recall/${vin}?market=US`],
  ["market_value", { vin, mileage: 60_000 }, `/market-valuation/${vin}?mileage=60000`],
  ["market_value", names, `/market-valuation/${place(2018, "Honda", "CR-V")}`],
  ["repair_estimate", { vin }, `/repair-estimates/${vin}`],
  ["repair_estimate", trim, `/repair-estimates/${ofTrim}`],
  ["decode_plate", { license_plate: "DEMO123", state: "CA" }, "/us-plate-decode/DEMO123/CA"],
  ["oem_parts", { ...trim, ...part }, `/oem-parts/${ofTrim}/${place(part.category, part.subcategory)}`],
  ["catalogue", {}, "/ymm-specs/options/v3/year"],
  ["catalogue", { year: 2018 }, "/ymm-specs/options/v3/make/2018"],
  ["catalogue", trim, `/oem-parts/options/categories/${ofTrim}`],
  ["vehicle_report", { vin, families: ["lien", "ymm-specs"] }, `/report/${vin}?families=lien,ymm-specs`],
  [
    "vehicle_report",
    { license_plate: "DEMO123", state: "CA", families: ["oil-lookup"] },
    "/report/plate/CA/DEMO123?families=oil-lookup",
  ],
  ["vehicle_history", { vin }, `/report/${vin}?families=auction,saleshistory,lien`],
  ["coverage_and_prices", { vin }, `/coverage/${vin}`],
  ["coverage_and_prices", trim, "/coverage/vehicle?year=2018&make=Honda&model=CR-V&trim=EX"],
  ["coverage_and_prices", { license_plate: "DEMO123", state: "CA" }, "/coverage/plate/CA/DEMO123"],
];

/** Without what differs between two calls. */
const comparable = (text: string) =>
  text
    .replaceAll(/"credits_remaining":\d+/g, "")
    .replaceAll(/"request_id":"[^"]+"/g, "")
    .replaceAll(/\?[^"]*signature=[^"]*/gi, "");

test.each(cases)("%s %j is the lookup at %s", async (tool, given, path) => {
  const { service, caller } = demo;
  const { key } = caller.account;
  const args = path.includes("oem-parts/options") ? { ...given, family: "oem-parts" } : given;
  const got = await callTool(service.serve, key, tool, args);
  const lookedUp = await ask(service.serve, "GET", path, { headers: { "x-authkey": key } });
  expect(lookedUp.status).toBe(200);
  const [text = "", note] = textsOf(got);
  expect(comparable(text)).toBe(comparable(lookedUp.text));
  if (lookedUp.headers.get("x-data-source")?.includes("demo"))
    expect(note).toContain("demo is synthetic data: it describes no real vehicle.");
});

test("reports have every family that they name", async () => {
  const { service, caller } = demo;
  const { key } = caller.account;
  const history = await callTool(service.serve, key, "vehicle_history", { vin });
  const partsOf = ([text]: string[]) =>
    JSON.parse(text!).data.parts as Record<string, { status: number; credits_charged: number }>;
  expect(Object.keys(partsOf(textsOf(history)))).toEqual(["lien", "auction", "saleshistory"]);
  const families = ["ymm-specs", "vehicle-images", "market-valuation"];
  const report = await callTool(service.serve, key, "vehicle_report", { ...trim, families });
  const answered = Object.entries(partsOf(textsOf(report))).map(([family, { status }]) => [family, status]);
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(families.map((family) => [family, 200])));
});
