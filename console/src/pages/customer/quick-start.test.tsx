import { expect, test } from "bun:test";
import { doublePress, press } from "../../../../test/console/dom/act.ts";
import { get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import {
  apiRecord,
  credits,
  keys,
  product,
  subscription,
  user,
} from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent, setConnected } from "../../../../test/console/dom/service.ts";
import { QuickStart } from "./quick-start.tsx";

setUp();

const lookup = "GET /vin-decoder/{vin}";

async function open(more = {}) {
  respond("get", "/users/{id}/subscriptions", [subscription(more)]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products", [product()]);
  respond("get", "/products/{id}/apis", [
    apiRecord({ id: "vin-decoder", path: "vin-decoder" }),
    apiRecord({ id: "ymm-specs", path: "ymm-specs" }),
  ]);
  answer("GET /ymm-specs/options/v3/year", () => json({ data: [] }));
  await show(<QuickStart />, { as: user() });
}

test("a new key invites to the first call", async () => {
  await open({ credits: credits(100) });
  expect(textOf(one("h1"))).toBe("Your key works. Make your first call.");
  expect(text()).toContain("A call costs 1 credit. Lists of years, makes and models are free.");
  expect(text()).toContain("Press Run to see the response.");
});

test("a used key shows what it has used", async () => {
  await open();
  expect(textOf(one("h1"))).toBe("Your key works.");
  expect(text()).toContain("60 of 100 left 40 credits used.");
});

test("the first call is sent with the user's key", async () => {
  const shown = { "x-credits-charged": "1", "x-credits-remaining": "59" };
  answer(lookup, () => json({ status: "success" }, 200, shown));
  await open();
  await press("Run");
  const [request] = sent(lookup);
  expect([request?.path, request?.headers.get("x-authkey")]).toEqual([
    "/vin-decoder/5J6RW2H59JL990075",
    "vgk_aaaaaaaaaaaaaaaaaaaa11111",
  ]);
  expect(texts("dl.ans dd").filter((_, index) => index !== 1)).toEqual(["200 OK", "1", "59"]);
  expect(has("button", "Run again")).toBe(true);
  expect(sent("GET /users/ada/subscriptions")).toHaveLength(2);
});

test("a double click sends one call", async () => {
  answer(lookup, () => json({ status: "success" }));
  await open();
  await doublePress("Run");
  expect(sent(lookup)).toHaveLength(1);
});

test("a refused call is a response too", async () => {
  refuse(lookup, 402, "No credits left.", "no_credits");
  await open();
  await press("Run");
  expect(text()).toContain("No credits left. View plans. no_credits");
});

test("a lost call is a failure with a retry", async () => {
  answer(lookup, () => json({ status: "success" }));
  await open();
  setConnected(false);
  await press("Run");
  expect(textOf(get("alert"))).toStartWith("Could not send the call No response.");
  setConnected(true);
  await press("Try again");
  expect(texts("dl.ans dd")[0]).toBe("200 OK");
});

const tyres = apiRecord({ id: "0198", name: "tyres", path: "tyres/v1", builtin: false });
const documented = {
  "/tyres/v1/rims": {
    get: { operationId: "tyres.listRims", tags: ["Tyres"], summary: "List", responses: {} },
  },
};

test.each([
  ["that its document names", documented, "/tyres/v1/rims"],
  ["at its path", {}, "/tyres/v1"],
])("a plan of a registered API alone invites to a call %s", async (_, paths, path) => {
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products", [product({ policy: { credit_cost: { per_api: { "0198": 4 } } } })]);
  respond("get", "/products/{id}/apis", [tyres]);
  respond("get", "/apis", [tyres, apiRecord()]);
  const lookups = { "/auction/x": { get: { operationId: "a", tags: [""], summary: "", responses: {} } } };
  answer("GET /openapi.json", () =>
    json({ security: [{ "x-AuthKey": [] }], paths: { ...lookups, ...paths } }),
  );
  answer(`GET ${path}`, () => json({ sizes: [] }));
  await show(<QuickStart />, { as: user() });
  expect(text()).toContain("Price: 4 credits.");
  expect(text()).not.toContain("/vin-decoder/");
  expect(text()).not.toContain("/ymm-specs/");
  await press("Run");
  expect(sent(`GET ${path}`)).toHaveLength(1);
});

test("a plan without APIs has no first call", async () => {
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products", [product()]);
  respond("get", "/products/{id}/apis", []);
  respond("get", "/apis", []);
  answer("GET /openapi.json", () => json({ paths: {} }));
  await show(<QuickStart />, { as: user() });
  expect(text()).toContain("No API to call Your plan includes no API yet. See plans.");
});

test("without a subscription there is no key", async () => {
  respond("get", "/products", []);
  respond("get", "/users/{id}/subscriptions", []);
  await show(<QuickStart />, { as: user() });
  expect(text()).toStartWith("You have no API key No active subscription");
});

test("a failure replaces the page", async () => {
  respond("get", "/products", []);
  refuse("GET /users/{id}/subscriptions", 500, "Broken.");
  await show(<QuickStart />, { as: user() });
  expect(text()).toStartWith("Could not load your key Broken.");
});
