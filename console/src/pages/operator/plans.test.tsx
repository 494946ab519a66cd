import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Plans } from "./plans.tsx";

setUp();

async function open(all = [product()]) {
  respond("get", "/products", all);
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products/{id}/apis", [apiRecord()]);
  respond("get", "/subscriptions", [], { "x-total-count": "1204" });
  await show(<Plans />, { as: operator(), at: "/plans" });
}

test("without the feature of prices, plans have their contents, customers and state", async () => {
  await open([product(), product({ id: "b", state: "not_published" })]);
  expect(textOf(one("h1"))).toBe("2 plans, 1 on sale");
  expect(cells("Plans")).toEqual([
    ["Plan", "Contents", "Customers", "State"],
    ["Trial For a first look.", "Auction history", "1,204", "Published"],
    ["Trial For a first look.", "Auction history", "1,204", "Draft"],
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
  expect([textOf(get("alert")), address()]).toEqual(["It exists.", "/plans?do=create"]);
});
