import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, options, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import {
  credits,
  operator,
  product,
  subscription,
  unlimited,
  user,
} from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Subscription } from "../../api/client.ts";
import { Subscriptions } from "./subscriptions.tsx";

setUp();

async function open(all: Subscription[], at = "/customers?view=plans", total = all.length) {
  respond("get", "/users/", [user()]);
  respond("get", "/products", [product()]);
  respond("get", "/subscriptions", all, { "x-total-count": String(total) });
  await show(<Subscriptions />, { as: operator(), at });
}

test("subscriptions have customer, plan, state and credits", async () => {
  await open([
    subscription(),
    subscription({
      id: "b",
      owner_id: "eva",
      product_id: "other",
      credits: credits(0, 0),
      state: "cancelled",
    }),
    subscription({ id: "c", credits: unlimited, state: "suspended" }),
  ]);
  expect(cells("Subscriptions, newest first").slice(1)).toEqual([
    [
      "Ada Byron Lot intake",
      "Trial",
      "Active",
      "60",
      "40",
      "2 Nov 2026",
      "Suspend Lot intake Adjust credits of Lot intake",
    ],
    ["eva Lot intake", "other", "Cancelled", "0", "0", "2 Nov 2026", ""],
    ["Ada Byron Lot intake", "Trial", "Suspended", "Unlimited", "7", "2 Nov 2026", "Resume Lot intake"],
  ]);
});

test("customer and plan filter the list; only the users shown are read", async () => {
  await open([subscription()]);
  expect(sent("GET /users/").map(({ query }) => query)).toEqual([{ ids: "ada", page_size: "1" }]);
  await choose("Plan", "trial");
  await type("Customer", " Byr ");
  await press("Search");
  expect(address()).toBe("/customers?view=plans&plan=trial&text=Byr");
  expect(sent("GET /subscriptions").at(-1)?.query).toEqual({
    page: "1",
    page_size: "50",
    product_id: "trial",
    text: "Byr",
  });
});

test("a state filters the list", async () => {
  await open([subscription()]);
  expect(options("State").map(([, label]) => label)).toEqual([
    "All",
    "Active",
    "Submitted",
    "Suspended",
    "Rejected",
    "Cancelled",
    "Expired",
  ]);
  await choose("State", "submitted");
  expect(address()).toBe("/customers?view=plans&state=submitted");
  expect(sent("GET /subscriptions").at(-1)?.query).toEqual({
    page: "1",
    page_size: "50",
    state: "submitted",
  });
});

test("a long list has pages", async () => {
  await open([subscription()], "/subscriptions?page=2", 120);
  expect(text()).toContain("51 to 100 of 120");
  await press("Newer");
  expect(sent("GET /subscriptions").map(({ query }) => query.page)).toEqual(["2", "1"]);
});

test("no matching subscription can be widened", async () => {
  await open([], "/subscriptions?state=expired");
  expect(text()).toEndWith("No matching subscriptions Clear filters");
});

test("a failure is shown", async () => {
  respond("get", "/users/", []);
  respond("get", "/products", []);
  refuse("GET /subscriptions", 403, "Operators only.");
  await show(<Subscriptions />, { as: operator(), at: "/customers?view=plans" });
  expect(textOf(get("alert"))).toStartWith("Could not load the subscriptions Operators only.");
});
