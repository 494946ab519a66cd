import { expect, test } from "bun:test";
import { account, chosenId, organization, signInFor } from "../../../../test/console/dom/account-records.ts";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, get, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Accept } from "./accept.tsx";
import { OwnOrganizations } from "./own-organizations.tsx";

setUp();

const path = "/invitations/accept";
const link = `${path}#vgi_5kF3xQ9aQ`;
const accepted = { organization_id: "acme", name: "Acme Fleet", role: "developer" } as const;

test("a link without its last part is said to be incomplete", async () => {
  await show(<Accept />, { at: path });
  expect(get("heading").textContent).toBe("This link is incomplete");
});

test("the invitation waits until its reader has signed in, in no address", async () => {
  await show(<Accept />, { at: link });
  expect(get("link", "Sign in").getAttribute("href")).toBe("/console/sign-in?next=%2Finvitations%2Faccept");
  signInFor([account()]);
  respond("post", "/invitations/accept", accepted);
  respond("get", "/auth/accounts", [account(), organization({ is_chosen: false })]);
  respond("put", "/auth/account", [account({ is_chosen: false }), organization()]);
  await show(<Accept />, { at: path });
  await press("Accept invitation");
  expect(sent("POST /invitations/accept").map(({ body }) => body)).toEqual([
    { invitation_token: "vgi_5kF3xQ9aQ" },
  ]);
  expect([chosenId(), toast(), sessionStorage.getItem("vingate.invitation")]).toEqual([
    "acme",
    "You are a member of Acme Fleet",
    null,
  ]);
});

test("a refused invitation says why", async () => {
  signInFor([account()]);
  refuse("POST /invitations/accept", 403, "The invitation is used. Ask for a new one.");
  await show(<Accept />, { at: link });
  await press("Accept invitation");
  expect(text()).toContain("The invitation is used. Ask for a new one.");
});

test("the profile lists organizations with the own role; operators have none", async () => {
  signInFor([account(), organization({ is_chosen: false, member_role: "billing" })]);
  await show(<OwnOrganizations />);
  expect(cells("Organizations")).toEqual([
    ["Name", "Your role"],
    ["Acme Fleet", "Billing"],
  ]);
  signInFor([account({ id: "op" })], operator());
  await show(<OwnOrganizations />);
  expect(text()).toBe("");
});
