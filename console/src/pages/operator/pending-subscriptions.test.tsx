import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { credits, operator, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Subscription } from "../../api/client.ts";
import { PendingSubscriptions } from "./pending-subscriptions.tsx";

setUp();

async function open(submitted: Subscription[], spent: Subscription[] = []) {
  respond("get", "/users/", [user()]);
  respond("get", "/products", [product()]);
  answer("GET /subscriptions", ({ query }) => {
    const items = query.state === "submitted" ? submitted : query.credits === "none" ? spent : [];
    return json(items.slice(0, 5), 200, { "x-total-count": String(items.length) });
  });
  await show(<PendingSubscriptions />, { as: operator() });
}
const request = (id: string) => subscription({ id, state: "submitted", display_name: id });

test("nothing is waiting", async () => {
  await open([]);
  expect(text()).toBe(
    "0 subscriptions need attention All subscriptions No requests are open, and all customers have credits.",
  );
});

test("requests and empty subscriptions are listed", async () => {
  await open([request("fleet")], [subscription({ id: "spent", credits: credits(0) })]);
  expect(textOf(one("h2"))).toBe("2 subscriptions need attention");
  expect(texts("li")).toEqual([
    "Ada Byron requested Trial, “fleet”. since 2 Nov 2026 Approve fleet Reject fleet",
    "Ada Byron has no credits left in Trial. Suspend Lot intake Adjust credits of Lot intake",
  ]);
});

test("only the first request has a primary button", async () => {
  await open([request("a"), request("b")]);
  expect([get("button", "Approve a").className, get("button", "Approve b").className]).toEqual([
    "btn btn-primary",
    "btn",
  ]);
});

test("more than five of a kind lead to their list", async () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const spent = (id: string) => subscription({ id, display_name: id, credits: credits(0) });
  await open(ids.map(request), [...ids, "g"].map(spent));
  expect(textOf(one("h2"))).toBe("13 subscriptions need attention");
  expect([has("button", "Approve f"), has("button", "Suspend f")]).toEqual([false, false]);
  expect([
    get("link", "View all 6 requests").getAttribute("href"),
    get("link", "View all 7 without credits").getAttribute("href"),
  ]).toEqual(["/console/customers?view=plans&state=submitted", "/console/customers?view=plans&credits=none"]);
});

test("an approved request leaves the list", async () => {
  await open([request("fleet")]);
  answer("PATCH /subscriptions/{subscription_id}", () => json(subscription()));
  answer("GET /subscriptions", () => json([], 200, { "x-total-count": "0" }));
  await press("Approve fleet");
  expect(sent("PATCH /subscriptions/fleet").map(({ body }) => body)).toEqual([
    { state: "active", state_comment: null },
  ]);
  expect(textOf(one("h2"))).toBe("0 subscriptions need attention");
});

test("a failure is shown", async () => {
  await open([]);
  refuse("GET /subscriptions", 500, "Broken.");
  respond("get", "/users/", []);
  const { queryClient } = await import("../../parts/query-client.ts");
  queryClient.clear();
  await show(<PendingSubscriptions />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the subscriptions Broken.");
});
