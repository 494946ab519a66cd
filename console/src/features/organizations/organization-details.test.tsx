import { expect, test } from "bun:test";
import { account, organization, signInFor } from "../../../../test/console/dom/account-records.ts";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { product, subscription } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { MoveSubscription } from "./move-subscription.tsx";
import { OrganizationDetails } from "./organization-details.tsx";

setUp();

test("an owner changes the name and the contact of an organization", async () => {
  const stored = {
    id: "acme",
    name: "Acme Fleet",
    contact_email: "office@acme.example",
    contact_confirmed: true,
    state: "active" as const,
    members: 2,
    created_at: "2026-11-01T08:00:00Z",
  };
  respond("get", "/organizations/{id}", stored);
  respond("patch", "/organizations/{id}", { ...stored, name: "Acme SE" });
  const renamed = [account({ is_chosen: false }), organization({ name: "Acme SE" })];
  respond("get", "/auth/accounts", renamed);
  signInFor([account({ is_chosen: false }), organization()]);
  await show(<OrganizationDetails organizationId="acme" />);
  await type("Name", "Acme SE");
  await press("Save organization");
  expect(sent("PATCH /organizations/acme").map(({ body }) => body)).toEqual([
    { name: "Acme SE", contact_email: "office@acme.example" },
  ]);
  expect(toast()).toBe("Organization updated");
  refuse("PATCH /organizations/{id}", 429, "Too many contact addresses in an hour.");
  await press("Save organization");
  expect(text()).toContain("Too many contact addresses in an hour.");
});

test("an owner of two accounts moves a subscription between them", async () => {
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" })]);
  respond("get", "/users/{id}/subscriptions", [
    subscription({ id: "old", state: "cancelled" }),
    subscription({ id: "s1", display_name: "", product_id: "growth" }),
    subscription({ id: "s2", display_name: "Import" }),
  ]);
  respond("post", "/subscriptions/{id}/transfer", subscription({ id: "s2", owner_id: "acme" }));
  signInFor([account(), organization({ is_chosen: false })]);
  await show(<MoveSubscription />);
  await press("Move subscription");
  expect(textOf(get("combobox", "Subscription"))).toBe("Growth Import");
  expect(textOf(get("dialog"))).toContain("statements stay with Ada Byron");
  await choose("Subscription", "s2");
  await confirm();
  expect(sent("POST /subscriptions/s2/transfer").map(({ body }) => body)).toEqual([{ account_id: "acme" }]);
  expect(toast()).toBe("Moved to Acme Fleet");
});

test("who owns no other account moves nothing", async () => {
  signInFor([account(), organization({ is_chosen: false, member_role: "developer" })]);
  await show(<MoveSubscription />);
  expect(has("button", "Move subscription")).toBe(false);
});
