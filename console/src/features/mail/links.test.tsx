import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, signInAs, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { ConfirmEmail } from "../../parts/confirm-email.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import { Confirm } from "./confirm.tsx";
import { Forgot } from "./forgot.tsx";
import { TakeBack } from "./take-back.tsx";

setUp();

async function openLink(hash: string) {
  history.replaceState(null, "", `/console/confirm${hash}`);
  await show(<Confirm />);
}

test("a link confirms the address when it is pressed", async () => {
  answer("POST /auth/confirm", () => json({ status: "success" }));
  await openLink("#vgm_a");
  expect(sent("POST /auth/confirm")).toEqual([]);
  await press("Confirm address");
  expect(sent("POST /auth/confirm").map(({ body }) => body)).toEqual([{ confirm_token: "vgm_a" }]);
  expect([textOf(get("heading")), location.hash]).toEqual(["Address confirmed", ""]);
});

test("a visitor who confirms an address for something goes on there", async () => {
  setPageParts([{}, { afterConfirming: () => ({ to: "/invitations/accept", action: "Go on" }) }]);
  answer("POST /auth/confirm", () => json({ status: "success" }));
  await openLink("#vgm_a");
  await press("Confirm address");
  expect(get("link", "Go on").getAttribute("href")).toBe("/console/invitations/accept");
  setPageParts([]);
});

test("a link asks who made the account, and takes it for who did not", async () => {
  const methods = ["password", "new_password"];
  answer("POST /auth/confirm", ({ body }) =>
    "new_password" in (body as object)
      ? json({ status: "success" })
      : json({ detail: "Enter the password.", code: "forbidden", methods }, 403),
  );
  await openLink("#vgm_a");
  await press("Confirm address");
  await press("I did not make this account");
  await type("New password", "correct horse battery");
  await press("Confirm address");
  expect(sent("POST /auth/confirm").at(-1)?.body).toEqual({
    confirm_token: "vgm_a",
    new_password: "correct horse battery",
  });
  expect(textOf(get("heading"))).toBe("Address confirmed");
});

test("a used link is refused, and an incomplete one has no button", async () => {
  refuse("POST /auth/confirm", 403, "The confirmation link is used.");
  await openLink("#vgm_a");
  await press("Confirm address");
  expect(textOf(get("alert"))).toBe("The confirmation link is used.");
  await openLink("");
  expect([textOf(get("heading")), has("button")]).toEqual(["This link is incomplete", false]);
});

test("a link takes an address back with a new password, and ends the session", async () => {
  signInAs(user());
  answer("POST /auth/take-back", () => json({ status: "success" }));
  history.replaceState(null, "", "/console/take-back#vgr_a");
  await show(<TakeBack />);
  await type("New password", "correct horse battery");
  await press("Take address back");
  expect(sent("POST /auth/take-back").map(({ body }) => body)).toEqual([
    { return_token: "vgr_a", password: "correct horse battery" },
  ]);
  expect([textOf(get("heading")), location.hash, sessionStore.get()]).toEqual([
    "Address taken back",
    "",
    undefined,
  ]);
});

test("a link without its token takes nothing back", async () => {
  history.replaceState(null, "", "/console/take-back");
  await show(<TakeBack />);
  expect([textOf(get("heading")), has("textbox")]).toEqual(["This link is incomplete", false]);
});

test("a forgotten password shows the same for every address", async () => {
  answer("POST /auth/forgot", () => json({ status: "success" }));
  await show(<Forgot />);
  await type("Email", "ada@example.com");
  await press("Send link");
  expect(sent("POST /auth/forgot").map(({ body }) => body)).toEqual([{ email: "ada@example.com" }]);
  expect(text()).toContain(
    "Look in your mail If there is an account of ada@example.com, a link is on its way. It works once, for 24 hours.",
  );
});

test("an unconfirmed address is named, and its link sent again", async () => {
  respond("get", "/users/{user_id}", user({ email_confirmed: false }));
  answer("POST /auth/confirm/send", () => json({ status: "success" }));
  await show(<ConfirmEmail />, { as: user({ email_confirmed: false }) });
  expect(text()).toContain("Confirm your email We sent a link to ada@example.com.");
  await press("Send again");
  expect([sent("POST /auth/confirm/send").length, toast()]).toEqual([1, "Link sent"]);
});

test("nothing is said once the address is confirmed", async () => {
  respond("get", "/users/{user_id}", user());
  await show(<ConfirmEmail />, { as: user({ email_confirmed: false }) });
  expect(text()).toBe("");
});
