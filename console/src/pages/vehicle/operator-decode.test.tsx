import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { decodedVin, vin } from "../../../../test/console/dom/decoded-vin.ts";
import { get, has, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { LookUp } from "./look-up.tsx";

setUp();

test("an operator without a subscription decodes free", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  respond("get", "/products", []);
  answer("GET /decode/{vin}", () => json({ status: "success", data: decodedVin() }));
  await show(<LookUp />, { as: operator(), at: "/look-up" });
  expect([has("button", "Look up (free)"), text().includes("Look up by plate")]).toEqual([true, false]);
  await type("VIN", vin);
  await press("Look up (free)");
  expect(sent(`GET /decode/${vin}`)).toHaveLength(1);
  expect(texts("h1, h2")).toEqual(["2018 Honda CR-V EX", "Decoded from the VIN"]);
  expect(get("link", "put yourself on a plan").getAttribute("href")).toBe("/console/customers/op");
});

test("an operator sees that a VIN is unknown", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  respond("get", "/products", []);
  refuse("GET /decode/{vin}", 404, "Unknown manufacturer code 5J6.", "vehicle_not_found");
  await show(<LookUp />, { as: operator(), at: `/look-up?vin=${vin}` });
  expect(text()).toContain("VIN not found Unknown manufacturer code 5J6.");
});
