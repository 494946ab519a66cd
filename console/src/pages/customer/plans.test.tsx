import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, has, names, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, product, subscription, unlimited, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Product, Subscription } from "../../api/client.ts";
import { Plans } from "./plans.tsx";

setUp();

async function open(plans: Product[], own: Subscription[] = []) {
  respond("get", "/products", plans);
  respond("get", "/users/{id}/subscriptions", own);
  respond("get", "/apis", [apiRecord()]);
  await show(<Plans />, { as: user() });
}

test("a plan has credits, policy and terms", async () => {
  const policy = { credit_cost: { per_api: { auction: 2 } } };
  await open([product({ policy, terms: "Fair use." })]);
  expect(texts("ul.words li")).toEqual([
    "15 credits. Starts immediately.",
    "Lookup: 1 credit. Auction history: 2 credits. List: free.",
    "Not found is free.",
    "Fair use.",
  ]);
  expect(text()).toEndWith("Fair use. Subscribe to Trial");
  expect(names("heading")).toEqual(["Plans", "Choose a plan", "Trial"]);
});

test("the current plan is first, and the others follow side by side", async () => {
  const plans = ["Large", "Trial", "Small"].map((name) =>
    product({ id: name.toLowerCase(), display_name: name, subscriptions_limit: null }),
  );
  await open(plans, [subscription({ product_id: "trial" })]);
  expect(names("heading")).toEqual([
    "Plans",
    "Your plan: Trial",
    "Lot intake Active",
    "Other plans",
    "Large",
    "Small",
  ]);
});

test("a subscription is created with a name", async () => {
  await open([product()]);
  answer("POST /subscriptions/{subscription_id}", () => json(subscription(), 201));
  await press("Subscribe to Trial");
  expect(control("Subscription name").value).toBe("Trial");
  await type("Subscription name", "Lot intake");
  await confirm();
  const [request] = sent("POST /subscriptions/{subscription_id}");
  expect(request?.path).toMatch(/^\/subscriptions\/trial-[a-z0-9]{16}$/);
  expect(request?.body).toEqual({ scope: "/products/trial", owner_id: "ada", display_name: "Lot intake" });
  expect([toast(), has("dialog")]).toEqual(["Subscribed. See API keys.", false]);
});

test("a retry after a lost response uses the same ID", async () => {
  await open([product()]);
  refuse("POST /subscriptions/{subscription_id}", 502, "Lost.");
  await press("Subscribe to Trial");
  await confirm();
  expect(textOf(get("alert"))).toBe("Lost.");
  answer("POST /subscriptions/{subscription_id}", () => json(subscription(), 201));
  await confirm();
  const ids = sent("POST /subscriptions/{subscription_id}").map(({ path }) => path);
  expect(ids).toEqual([ids[0]!, ids[0]!]);
});

test.each([
  [
    "The billing details of account ada lack the country or the address, which each invoice names. Enter them under Billing in the console, or with PUT /users/ada/billing-details. Nothing was charged.",
    "Your billing details lack the country, the address or the city, which each invoice names. Enter them under Billing, then subscribe. Nothing was charged.",
  ],
  [
    "Limit reached: 1 subscription to trial per user. For another one, ask the operator.",
    "You already have as many subscriptions to Trial as are possible, closed ones included. Change the plan of one, or contact the operator for another.",
  ],
  ["Not sold: payments are off.", "Trial is not sold now. Contact the operator. Nothing was charged."],
  ["Confirm your address first.", "Confirm your address first."],
])("a subscription that is refused says what to do: %s", async (detail, shown) => {
  await open([product()]);
  refuse("POST /subscriptions/{subscription_id}", 409, detail);
  await press("Subscribe to Trial");
  await confirm();
  expect(textOf(get("alert"))).toBe(shown);
});

test("a plan with approval is requested", async () => {
  await open([product({ approval_required: true })]);
  answer("POST /subscriptions/{subscription_id}", () => json(subscription({ state: "submitted" }), 201));
  await press("Request Trial");
  expect(textOf(get("dialog"))).toContain("The keys work after an operator has approved it.");
  await confirm();
  expect(toast()).toBe("Request sent for approval");
});

test("the limit of a plan counts ended subscriptions", async () => {
  await open([product({ subscriptions_limit: 1 })], [subscription({ state: "cancelled" })]);
  expect(text()).toContain("1 subscription per user");
  expect(names("button")).toEqual([]);
});

test.each([
  [{}, "You lose 60 credits. This cannot be undone."],
  [{ credits: unlimited }, "stop working immediately. This cannot be undone."],
])("cancelling %p needs a confirmation", async (more, words) => {
  await open([product()], [subscription(more)]);
  answer("PATCH /subscriptions/{subscription_id}", () => json(subscription({ state: "cancelled" })));
  await press("Cancel Lot intake");
  expect(textOf(get("dialog", "Cancel Trial?"))).toContain(words);
  await type("Type cancel to confirm", "cancel");
  await confirm();
  expect(sent("PATCH /subscriptions/sub-1").map(({ body }) => body)).toEqual([{ state: "cancelled" }]);
  expect(toast()).toBe("Subscription cancelled");
});

test("without plans the page says whom to ask", async () => {
  await open([]);
  expect(text()).toEndWith("No plans yet Ask the operator for a subscription.");
});

test("a failure is shown", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  respond("get", "/apis", []);
  refuse("GET /products", 500, "Broken.");
  await show(<Plans />, { as: user() });
  expect(textOf(get("alert"))).toStartWith("Could not load the plans Broken.");
});

test("a plan that grants credits without approval is offered once", async () => {
  await open([product({ subscriptions_limit: null })], [subscription({ state: "cancelled" })]);
  expect(has("button", "Subscribe to Trial")).toBe(false);
  expect(text()).toContain("1 subscription per user");
});
