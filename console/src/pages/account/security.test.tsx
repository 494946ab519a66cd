import { beforeEach, expect, test } from "bun:test";
import { confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { sessionStore } from "../../api/session.ts";
import { Security } from "./security.tsx";

setUp();
const savedFiles = keepSavedFiles();

const session = {
  id: "s1",
  method: "password_code",
  agent: "Firefox on Linux",
  address: "203.0.113.24",
  signed_in_at: "2026-11-21T08:00:00Z",
  last_active_at: "2026-11-21T09:00:00Z",
  is_this: true,
} as const;
const codes = ["7kq2-m9xd", "p4hw-t6vn"];
const state = (since: string | null, left: number) =>
  respond("get", "/users/{id}/second-factor", { on_since: since, recovery_codes_left: left });
const open = () => show(<Security />, { as: user() });

beforeEach(() => {
  state(null, 0);
  respond("get", "/users/{id}/operator-access", []);
  respond("get", "/users/{id}/remaining-credentials", []);
  respond("get", "/users/{id}/sessions", [
    session,
    { ...session, id: "s2", method: null, agent: null, address: null, is_this: false },
  ]);
});

test("app codes are on after a code of the app, and show recovery codes once", async () => {
  respond("post", "/users/{id}/second-factor", {
    secret: "JBSWY3DPEHPK3PXP",
    uri: "otpauth://totp/a?secret=J",
  });
  respond("put", "/users/{id}/second-factor", { recovery_codes: codes });
  await open();
  await press("Add app codes");
  expect(has("img", "QR code for the authenticator app")).toBe(true);
  expect(text()).toContain("JBSW Y3DP EHPK 3PXP");
  await type("Code from the app", "491 203");
  state("2026-11-21T10:00:00Z", 10);
  await press("Turn on app codes");
  expect(sent("PUT /users/{id}/second-factor")[0]?.body).toEqual({ code: "491 203" });
  expect(textOf(get("status", "Recovery codes"))).toBe(codes.join(" "));
  expect(text()).toContain("On since 21 Nov 2026");
  await press("Download as text");
  expect(await savedFiles()).toEqual([{ name: "recovery-codes.txt", text: `${codes.join("\n")}\n` }]);
  await press("Copy codes");
  expect(copied.at(-1)).toBe(codes.join("\n"));
  expect(get("button", "Hide codes").hasAttribute("disabled")).toBe(true);
  await toggle("I saved the codes");
  await press("Hide codes");
  expect([has("status", "Recovery codes"), text().includes("7kq2-m9xd")]).toEqual([false, false]);
});

test("app codes are turned off after a question", async () => {
  state("2026-11-21T10:00:00Z", 9);
  respond("delete", "/users/{id}/second-factor", { on_since: null, recovery_codes_left: 0 });
  await open();
  expect(text()).toContain("9 of 10 recovery codes left.");
  await press("Turn off");
  expect(sent("DELETE /users/{id}/second-factor")).toEqual([]);
  state(null, 0);
  await confirm();
  expect(sent("DELETE /users/{id}/second-factor")).toHaveLength(1);
  expect(toast()).toBe("App codes turned off");
});

test("recovery codes of a passkey are replaced without app codes", async () => {
  state(null, 7);
  respond("post", "/users/{id}/second-factor/recovery-codes", { recovery_codes: codes });
  await open();
  expect(text()).toContain("7 of 10 recovery codes left. New codes replace them.");
  await press("Create 10 new codes");
  expect(textOf(get("status", "Recovery codes"))).toBe(codes.join(" "));
});

test("sessions are listed, and others are ended", async () => {
  respond("delete", "/users/{id}/sessions/{session_id}", { status: "success", id: "s2" });
  respond("delete", "/users/{id}/sessions", { ended: 1 });
  await open();
  expect(cells("Sessions")).toEqual([
    ["Device", "Signed in", "Last active", "From", "End"],
    ["Firefox on Linux", "08:00:00, password and code", "09:00:00", "203.0.113.24", "This session"],
    ["Unknown", "08:00:00", "09:00:00", "Unknown", "End"],
  ]);
  await press("End");
  expect(sent("DELETE /users/{id}/sessions/{session_id}")[0]?.path).toEndWith("/users/ada/sessions/s2");
  await press("End other sessions");
  expect(sent("DELETE /users/{id}/sessions")).toHaveLength(1);
});

test("a new password keeps the session", async () => {
  respond("patch", "/users/{user_id}", user());
  await open();
  await type("Current password", "old password");
  await type("New password", "correct horse");
  await press("Change password");
  expect(sent("PATCH /users/ada")[0]?.body).toEqual({
    password: "correct horse",
    current_password: "old password",
  });
  expect([sessionStore.get()?.token, toast(), control("New password").value]).toEqual([
    "token",
    "Password updated",
    "",
  ]);
});

test.each([403, 429])("after a %p the typed passwords stay", async (status) => {
  refuse("PATCH /users/{user_id}", status, "Wrong password.");
  await open();
  await type("Current password", "wrong");
  await type("New password", "correct horse");
  await press("Change password");
  expect(textOf(get("alert"))).toBe("Wrong password.");
  expect(control("New password").value).toBe("correct horse");
});

test("a customer sees what operators did to the own account, an operator does not", async () => {
  const entry = { id: "a1", timestamp: "2026-11-20T10:00:00Z", object: "/subscriptions/sub-1" };
  respond("get", "/users/{id}/operator-access", [
    {
      ...entry,
      operator_name: null,
      operator_role: null,
      action: "subscription.adjust_credits",
      reason: null,
    },
  ]);
  await open();
  expect(cells("Access by the operator")[1]?.[0]).toBe("The operator adjusted credits");
  await show(<Security />, { as: operator() });
  expect(has("heading", "Access by the operator")).toBe(false);
});
