import { expect, test } from "bun:test";
import { choose, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { control, get, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { ProductPage } from "./product.tsx";

setUp();

const lien = apiRecord({ id: "lien", name: "lien", display_name: "Liens" });

async function open(productId = "trial") {
  respond("get", "/products", [product({ state: "not_published" })]);
  respond("get", "/apis", [apiRecord(), lien]);
  answer("GET /products/{id}/apis", () => json([apiRecord()], 200, { "x-total-count": "1" }));
  await show(<ProductPage params={{ productId }} />, { as: operator() });
}

test("a plan has details, policy and APIs", async () => {
  await open();
  expect([textOf(one("h1")), document.title]).toEqual(["Trial", "Trial · Vingate"]);
  expect(texts("h2")).toEqual(["Details", "Policy", "APIs"]);
  expect([control("Auction history").checked, control("Liens").checked]).toEqual([true, false]);
});

test("details are saved", async () => {
  answer("PUT /products/{id}", () => json(product()));
  await open();
  await type("Name", "Starter");
  await type("Initial credits", "");
  await type("Subscriptions per user (all time)", "1,000");
  await choose("Approval", "yes");
  await choose("State", "published");
  await press("Save details");
  expect(sent("PUT /products/trial").map(({ body }) => body)).toEqual([
    {
      display_name: "Starter",
      description: "For a first look.",
      terms: "",
      subscription_required: true,
      approval_required: true,
      subscriptions_limit: 1000,
      credits_granted: null,
      state: "published",
      policy: {},
    },
  ]);
  expect(toast()).toBe("Details saved");
});

test("refused details stay in the form", async () => {
  refuse("PUT /products/{id}", 422, "Not a number.");
  await open();
  await type("Initial credits", "many");
  await press("Save details");
  expect([textOf(get("alert")), control("Initial credits").value]).toEqual(["Not a number.", "many"]);
});

test.each([
  ["Liens", "PUT /products/trial/apis/lien", "API added"],
  ["Auction history", "DELETE /products/trial/apis/auction", "API removed"],
])("a click on %p changes the plan", async (label, route, words) => {
  await open();
  answer(route, () => new Response(null, { status: 204 }));
  await toggle(label);
  expect(sent(route)).toHaveLength(1);
  expect(toast()).toBe(words);
});

test("a refused change of APIs is reported", async () => {
  refuse("PUT /products/{id}/apis/{api_id}", 409, "It is in the plan.");
  await open();
  await toggle("Liens");
  expect(toast()).toBe("It is in the plan.");
});

test("an unknown plan leads to the list", async () => {
  await open("nothing");
  expect(text()).toBe("No matching plan nothing View all");
});
