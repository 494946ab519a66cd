import { expect, test } from "bun:test";
import { get, has, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { keys, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Subscription } from "../../api/client.ts";
import { Keys } from "./keys.tsx";

setUp();

async function open(...all: Subscription[]) {
  respond("get", "/users/{id}/subscriptions", all);
  respond("get", "/products", [product()]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/subscriptions/{subscription_id}/keys", []);
  respond("get", "/reports/byKey", {
    items: [],
    timestamp_ge: "2026-10-22T21:20:05Z",
    timestamp_le: "2026-11-21T21:20:05Z",
  });
  await show(<Keys />, { as: user() });
}

test("each subscription has its plan, name, state and credits", async () => {
  await open(subscription(), subscription({ id: "sub-2", display_name: "Trial", state: "suspended" }));
  expect(texts("section.sec > header")).toEqual([
    "Trial Lot intake Rename Lot intake Active",
    "Trial Rename Trial Suspended",
  ]);
  expect(texts("h1")).toEqual(["6 keys"]);
  expect(texts(".meter p")).toEqual(["60 of 100 left", "60 of 100 left"]);
});

test("an ended subscription has no keys", async () => {
  await open(subscription({ state: "rejected", state_comment: "No company" }));
  expect(text()).toEndWith(
    "Trial Lot intake Rejected. No company The keys of this subscription no longer work.",
  );
  expect(sent("POST /subscriptions/sub-1/listSecrets")).toEqual([]);
});

test.each([
  ["2026-12-01T00:00:00Z", "Active, until 1 Dec 2026"],
  ["2026-11-20T00:00:00Z", "Active, expired on 20 Nov 2026"],
])("a subscription that ends on %p", async (expires_at, words) => {
  await open(subscription({ expires_at }));
  expect(texts("header p").at(-1)).toBe(words);
});

test("without a subscription the page leads to the plans", async () => {
  await open();
  expect(text()).toEndWith("No active subscription Every key belongs to a subscription. View plans");
});

test("a failure can be retried", async () => {
  respond("get", "/products", []);
  refuse("GET /users/{id}/subscriptions", 500, "Broken.");
  await show(<Keys />, { as: user() });
  expect(textOf(get("alert"))).toStartWith("Could not load your keys Broken.");
  expect(has("button", "Try again")).toBe(true);
});
