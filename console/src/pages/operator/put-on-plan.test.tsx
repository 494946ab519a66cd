import { expect, test } from "bun:test";
import { choose, confirm, type } from "../../../../test/console/dom/act.ts";
import { get, options, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { PutOnPlan } from "../operator/put-on-plan.tsx";

setUp();

test("a user is put on any plan, once", async () => {
  respond("get", "/products", [
    product(),
    product({ id: "fleet", display_name: "Fleet", state: "not_published", credits_granted: null }),
  ]);
  refuse("POST /subscriptions/{id}", 503, "Try later.");
  await show(<PutOnPlan user={user()} name="Ada Byron" close={() => {}} />, { as: operator() });
  expect(options("Plan")).toEqual([
    ["trial", "Trial"],
    ["fleet", "Fleet (not published)"],
  ]);
  await choose("Plan", "fleet");
  expect(text()).toContain("Unlimited credits and two keys. It starts immediately and needs no approval.");
  await confirm();
  expect(textOf(get("alert"))).toBe("Try later.");
  answer("POST /subscriptions/{id}", () => json(subscription()));
  await type("Name", "Auctions");
  await confirm();
  const requests = sent("POST /subscriptions/{id}");
  expect(new Set(requests.map(({ path }) => path)).size).toBe(1);
  expect(requests.map(({ body }) => body)).toEqual(
    ["Fleet", "Auctions"].map((display_name) => ({
      scope: "/products/fleet",
      owner_id: "ada",
      display_name,
      state: "active",
    })),
  );
  expect(toast()).toBe("Ada Byron is on Fleet");
});
