import { beforeEach, expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, names, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Policy } from "../../parts/policy-words.ts";
import { PolicyEditor } from "./policy-editor.tsx";

setUp();
beforeEach(() => {
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products", [product()]);
});

const open = (policy: Policy = {}) =>
  show(<PolicyEditor product={product({ policy })} />, { as: operator() });
const save = "PUT /products/{id}/policies/policy";

test("the groups of a policy are named", async () => {
  await open();
  expect(names("group")).toEqual(["Rate limit", "Quota", "Credits", "Access"]);
  expect(control("Not found").value).toBe("found");
});

test("the summary follows the fields", async () => {
  await open();
  expect(texts(".words li")).toEqual(["Lookup: 1 credit. List: free.", "Not found is free."]);
  await type("Rate limit (calls)", "600");
  await type("Costs per API", "auction 2\nnonsense");
  await choose("Not found", "always");
  expect(texts(".words li")).toEqual([
    "Rate limit: 600 calls per 60 seconds. More calls return 429 and are not charged.",
    "Lookup: 1 credit. Auction history: 2 credits. List: free.",
    "Not found is charged like found.",
  ]);
});

test("a policy is saved whole", async () => {
  answer(save, () => json({ policy: {} }));
  await open({ cache: { ttl_s: 5 } });
  await type("Quota (calls)", "1,000");
  await choose("Per", "week");
  await type("Per lookup", "2");
  await type("Allowed networks", "10.0.0.0/8 192.0.2.0/24");
  await type("Allowed origins (CORS)", "https://example.com");
  await press("Save policy");
  expect(sent("PUT /products/trial/policies/policy").map(({ body }) => body)).toEqual([
    {
      policy: {
        quota: { calls: 1000, renewal: "week" },
        credit_cost: { default: 2 },
        ip_filter: { allow: ["10.0.0.0/8", "192.0.2.0/24"] },
        cache: { ttl_s: 5 },
        cors: { origins: ["https://example.com"] },
      },
    },
  ]);
  expect(toast()).toBe("Policy saved");
});

test.each([409, 422])("after a %p the fields stay", async (status) => {
  refuse(save, status, "Not a network.");
  await open();
  await type("Allowed networks", "everywhere");
  await press("Save policy");
  expect([textOf(get("alert")), control("Allowed networks").value]).toEqual(["Not a network.", "everywhere"]);
});

test("without a change there is no preview", async () => {
  await open();
  expect(text()).toContain("Change a field to preview the effect before you save.");
  expect(sent("POST /products/trial/policies/preview")).toEqual([]);
});
