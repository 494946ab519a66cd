import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Products } from "./products.tsx";

setUp();

async function open(all = [product()]) {
  respond("get", "/products", all);
  await show(<Products />, { as: operator(), at: "/plans" });
}

test("plans have state, credits, approval and policy", async () => {
  await open([
    product(),
    product({ id: "b", credits_granted: null, approval_required: true, state: "not_published" }),
  ]);
  expect(cells("Plans").slice(1)).toEqual([
    [
      "Trial For a first look.",
      "Published",
      "15 credits",
      "Automatic",
      "Lookup: 1 credit. List: free. Not found is free.",
    ],
    [
      "Trial For a first look.",
      "Not published",
      "Unlimited credits",
      "Required",
      "Lookup: 1 credit. List: free. Not found is free.",
    ],
  ]);
});

test("a new plan gets an ID from its name and is opened", async () => {
  await open([]);
  answer("POST /products/{id}", () => json(product(), 201));
  expect(text()).toContain("No plans yet Customers need a plan to subscribe to.");
  await press("Create plan");
  await type("Name", "Fleet & Lot (EU)!");
  expect(textOf(get("dialog"))).toContain("ID: fleet-lot-eu.");
  await confirm();
  expect(sent("POST /products/fleet-lot-eu").map(({ body }) => body)).toEqual([
    {
      display_name: "Fleet & Lot (EU)!",
      state: "not_published",
      approval_required: true,
      credits_granted: 1000,
    },
  ]);
  expect(address()).toBe("/plans/fleet-lot-eu");
});

test("a name without letters or digits makes no ID", async () => {
  await open();
  await press("Create plan");
  await type("Name", "!!");
  expect(textOf(get("dialog"))).toContain("ID: ….");
  expect((get("dialog").querySelector("button[type=submit]") as HTMLButtonElement).disabled).toBe(true);
});

test("a taken ID keeps the dialog", async () => {
  await open();
  refuse("POST /products/{id}", 409, "It exists.");
  await press("Create plan");
  await type("Name", "Trial");
  await confirm();
  expect([textOf(get("alert")), address()]).toEqual(["It exists.", "/plans"]);
});
