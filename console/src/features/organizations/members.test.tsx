import { beforeEach, expect, test } from "bun:test";
import { account, chosenId, organization, signInFor } from "../../../../test/console/dom/account-records.ts";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Members } from "./members.tsx";
import type { Invitation, Member, MemberRole } from "./organization-queries.ts";

setUp();

const member = (user_id: string, name: string, role: MemberRole, more: Partial<Member> = {}): Member => ({
  user_id,
  name,
  email: `${user_id}@example.com`,
  role,
  second_factor: "app_code",
  joined_at: "2026-11-01T08:00:00Z",
  last_active_at: null,
  ...more,
});
const ada = member("ada", "Ada Byron", "owner", { last_active_at: "2026-11-21T21:15:00Z" });
const tom = member("tom", "Tom Okafor", "developer", { second_factor: null });
const invitation: Invitation = {
  id: "i1",
  email: "lena@example.com",
  role: "billing",
  invited_by: "/users/ada",
  created_at: "2026-11-20T08:00:00Z",
  expires_at: "2026-11-27T08:00:00Z",
};
const token = "vgi_5kF3xQ9aQ";

beforeEach(() => {
  respond("get", "/organizations/{id}", {
    id: "acme",
    name: "Acme Fleet",
    contact_email: "office@acme.example",
    contact_confirmed: true,
    state: "active",
    members: 2,
    created_at: "2026-11-01T08:00:00Z",
  });
  respond("get", "/organizations/{id}/members", [ada, tom]);
  respond("get", "/organizations/{id}/invitations", [invitation]);
  respond("get", "/users/{id}/remaining-credentials", []);
  respond("get", "/users/{id}/operator-access", [
    {
      id: "a1",
      timestamp: "2026-11-20T10:00:00Z",
      operator_name: "Sofia Ruiz",
      operator_role: "support",
      action: "user.visit",
      object: "/users/acme",
      reason: "Ticket 4471",
    },
  ]);
  const callers = (developer: "own" | "no") => ({
    visitor: "no" as const,
    member: { owner: "own" as const, developer, billing: "no" as const },
    operator: { owner: "yes" as const, support: "no" as const, billing: "no" as const, data: "no" as const },
  });
  const permissions = [
    { permission: "keys.view", text: "View and copy keys", callers: callers("own") },
    { permission: "members.change", text: "Invite and remove members", callers: callers("no") },
  ];
  respond("get", "/roles", { areas: [{ area: "People", permissions }], operations: [] });
});

const open = (role: MemberRole = "owner") => {
  signInFor([account({ is_chosen: false }), organization({ member_role: role })]);
  return show(<Members />);
};

test("members, invitations, roles and access by the operator", async () => {
  await open();
  expect(textOf(get("heading", "2 members, 1 invited"))).toBeDefined();
  expect(cells("Members").map((row) => row.slice(0, 4))).toEqual([
    ["Member", "Role", "Second factor", "Last active"],
    ["Ada Byron (you) ada@example.com", "Owner", "App code", "21:15:00"],
    ["Tom Okafor tom@example.com", "Owner Developer Billing", "None", "Never"],
  ]);
  expect(cells("Invitations")[1]?.slice(0, 4)).toEqual([
    "lena@example.com",
    "Billing",
    "20 Nov 2026",
    "27 Nov 2026",
  ]);
  expect(cells("Roles").slice(1)).toEqual([
    ["View and copy keys", "yes", "yes", "no"],
    ["Invite and remove members", "yes", "no", "no"],
  ]);
  expect(cells("Access by the operator")[1]?.[0]).toBe(
    "Sofia Ruiz (Support) viewed the account as its customer Ticket 4471",
  );
});

test("a member who is no owner can only leave", async () => {
  respond("get", "/organizations/{id}/members", [
    member("tom", "Tom Okafor", "owner"),
    { ...ada, role: "billing" },
  ]);
  respond("put", "/auth/account", [account()]);
  await open("billing");
  expect([names("button"), has("combobox"), has("heading", "Invited")]).toEqual([["Leave"], false, false]);
  respond("delete", "/organizations/{id}/members/{user_id}", { status: "success", user_id: "ada" });
  await press("Leave");
  await confirm();
  expect(sent("DELETE /organizations/acme/members/ada")).toHaveLength(1);
  expect(chosenId()).toBe("ada");
});

test("the only owner cannot leave", async () => {
  await open();
  expect((get("button", "Leave") as HTMLButtonElement).disabled).toBe(true);
  expect(text()).toContain("You are the only owner. Make another member an owner before you leave.");
});

test("a role is changed, or the reason is reported", async () => {
  respond("put", "/organizations/{id}/members/{user_id}", { user_id: "tom", role: "billing" });
  await open();
  await choose("Role of Tom Okafor", "billing");
  expect(sent("PUT /organizations/acme/members/tom").map(({ body }) => body)).toEqual([{ role: "billing" }]);
  expect(toast()).toBe("Tom Okafor is now Billing");
  refuse("PUT /organizations/{id}/members/{user_id}", 409, "The last owner stays.");
  await choose("Role of Tom Okafor", "owner");
  expect(toast()).toBe("The last owner stays.");
});

test("a member is removed after a confirmation", async () => {
  respond("delete", "/organizations/{id}/members/{user_id}", { status: "success", user_id: "tom" });
  await open();
  await press("Remove Tom Okafor");
  expect(textOf(get("dialog", "Remove Tom Okafor?"))).toContain("Keys stay: rotate those");
  await confirm();
  expect(sent("DELETE /organizations/acme/members/tom")).toHaveLength(1);
  expect(toast()).toBe("Member removed");
});

test.each([
  [false, "Hand over the link", "No email was sent. Hand the link over to max@example.com yourself."],
  [true, "Invitation sent", "We sent the link to max@example.com."],
])("an invitation, mailed: %p, shows its link once", async (isSent, title, words) => {
  const made = { ...invitation, email: "max@example.com", invitation_token: token, sent: isSent };
  respond("post", "/organizations/{id}/invitations", made);
  await open();
  await press("Invite member");
  await type("Email", "max@example.com");
  await choose("Role", "billing");
  expect(textOf(get("dialog"))).toContain("Cannot view keys.");
  await confirm();
  expect(sent("POST /organizations/acme/invitations").map(({ body }) => body)).toEqual([
    { email: "max@example.com", role: "billing" },
  ]);
  expect(textOf(get("dialog", title))).toContain(words);
  expect(textOf(get("status", "Invitation link"))).toEndWith(`/console/invitations/accept#${token}`);
});

test("an invitation is sent again, and withdrawn", async () => {
  const renewed = { ...invitation, invitation_token: token, sent: true };
  respond("post", "/organizations/{id}/invitations/{invitation_id}/renew", renewed);
  respond("delete", "/organizations/{id}/invitations/{invitation_id}", { status: "success", id: "i1" });
  await open();
  await press("Send again to lena@example.com");
  expect(has("dialog", "Invitation sent")).toBe(true);
  await confirm();
  await press("Withdraw the invitation of lena@example.com");
  expect(sent("DELETE /organizations/acme/invitations/i1")).toHaveLength(1);
  expect(toast()).toBe("Invitation withdrawn");
});

test("without an organization the page creates one, for which the user then acts", async () => {
  signInFor([account()]);
  await show(<Members />);
  const made = {
    id: "acme",
    name: "Acme Fleet",
    contact_email: "ada@example.com",
    contact_confirmed: true,
    state: "active" as const,
    members: 1,
    created_at: "2026-11-21T00:00:00Z",
  };
  respond("post", "/organizations", made);
  respond("get", "/auth/accounts", [account(), organization({ is_chosen: false })]);
  respond("put", "/auth/account", [account({ is_chosen: false }), organization()]);
  await press("New organization");
  await type("Name", "Acme Fleet");
  await confirm();
  expect(sent("POST /organizations").map(({ body }) => body)).toEqual([{ name: "Acme Fleet" }]);
  expect(chosenId()).toBe("acme");
});
