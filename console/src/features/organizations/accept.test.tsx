import { expect, setSystemTime, test } from "bun:test";
import { account, chosenId, organization, signInFor } from "../../../../test/console/dom/account-records.ts";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Accept } from "./accept.tsx";
import { organizations } from "./feature.ts";
import { heldInvitation, holdInvitation, isInvited } from "./held-invitation.ts";
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
  const next = "?next=%2Finvitations%2Faccept";
  const links = ["Sign in", "Create account"].map((name) => get("link", name).getAttribute("href"));
  expect(links).toEqual([`/console/sign-in${next}`, `/console/sign-up${next}`]);
  signInFor([account()]);
  respond("post", "/invitations/accept", accepted);
  respond("get", "/auth/accounts", [account(), organization({ is_chosen: false })]);
  respond("put", "/auth/account", [account({ is_chosen: false }), organization()]);
  await show(<Accept />, { at: path });
  await press("Accept invitation");
  expect(sent("POST /invitations/accept").map(({ body }) => body)).toEqual([
    { invitation_token: "vgi_5kF3xQ9aQ" },
  ]);
  expect([chosenId(), toast(), isInvited()]).toEqual(["acme", "You are a member of Acme Fleet", false]);
});

test("an address that is not confirmed is confirmed first, and its link leads back to the invitation", async () => {
  const invited = user({ email_confirmed: false });
  signInFor([account()], invited);
  respond("get", "/users/{user_id}", invited);
  await show(<Accept />, { at: link });
  expect([textOf(get("heading", "Confirm your address first")), has("button", "Send again")]).toEqual([
    "Confirm your address first",
    true,
  ]);
  expect(has("button", "Accept invitation")).toBe(false);
  expect(organizations.parts?.afterConfirming?.()).toEqual({
    to: "/invitations/accept",
    action: "Go to your invitation",
  });
});

test("an invitation is held for as long as it is valid", () => {
  holdInvitation("vgi_5kF3xQ9aQ");
  expect(heldInvitation()).toBe("vgi_5kF3xQ9aQ");
  setSystemTime(new Date(Date.now() + 7 * 86_400_000));
  expect(heldInvitation()).toBe("");
  setSystemTime();
  localStorage.setItem("vingate.invitation", "{");
  expect(isInvited()).toBe(false);
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
