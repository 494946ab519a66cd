import { expect, test } from "bun:test";
import { confirm, open, press, type } from "../../../../test/console/dom/act.ts";
import { grants } from "../../../../test/console/dom/billing-records.ts";
import { cells, get, has, one, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, subscription, unlimited } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Grants } from "./grants.tsx";

setUp();

const list = "/subscriptions/{id}/grants";

async function opened(more = {}) {
  respond("get", list, [...grants.slice(0, 2), { ...grants[2]!, left: 0 }]);
  await show(<Grants subscription={subscription(more)} />, { as: operator() });
  expect(sent()).toEqual([]);
  await open(one("details"));
}

test("grants with credits left are listed when opened", async () => {
  await opened();
  expect(cells("Grants in the order they are spent, dates in UTC")).toEqual([
    ["Source", "Left", "Of", "Expires", "Actions"],
    ["Period of the plan", "1,353", "15,000", "11 Dec 2026", "Remove 1,353 credits"],
    ["Added by an operator", "250", "250", "30 Dec 2026", "Remove 250 credits"],
  ]);
});

test("credits are added with an expiry", async () => {
  await opened();
  await press("Add credits with an expiry");
  expect(textOf(get("dialog"))).toContain("Enter the credits and their expiry.");
  await type("Credits", "2,500");
  await type("Expire on", "2026-12-31");
  await type("Reason", "Outage");
  answer(`POST ${list}`, () => json({ ...grants[1]!, credits: 2500 }));
  await confirm();
  expect(sent(`POST ${list}`).map(({ body }) => body)).toEqual([
    { source: "grant", credits: 2500, expires_at: "2026-12-31T00:00:00Z", reason: "Outage" },
  ]);
  expect([toast(), has("dialog")]).toEqual(["2,500 credits added", false]);
});

test("what is left of a grant is removed", async () => {
  await opened();
  await press("Remove 250 credits");
  expect(textOf(get("dialog", "Remove 250 credits?"))).toBe(
    "Remove 250 credits? Added by an operator, 250 of 250 left. What is spent stays spent. This cannot be undone. Remove credits Cancel",
  );
  answer(`DELETE ${list}/{grant_id}`, () => json({ status: "success", removed: 250 }));
  await confirm();
  expect(sent(`DELETE ${list}/{grant_id}`).map(({ path }) => path)).toEqual([
    "/subscriptions/sub-1/grants/g2",
  ]);
  expect(toast()).toBe("250 credits removed");
});

test("unlimited credits are not added to", async () => {
  await opened({ credits: unlimited });
  expect(has("button", "Add credits with an expiry")).toBe(false);
});

test("a failure is shown", async () => {
  refuse(`GET ${list}`, 500, "Broken.");
  await show(<Grants subscription={subscription()} />, { as: operator() });
  await open(one("details"));
  expect(textOf(get("alert"))).toStartWith("Could not load the grants Broken.");
});
