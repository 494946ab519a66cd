import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, signInAs } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { Reset } from "./reset.tsx";

setUp();

async function open(hash: string) {
  history.replaceState(null, "", `/console/reset${hash}`);
  await show(<Reset />);
}

test("a complete link sets a password and ends the session", async () => {
  signInAs(user());
  answer("POST /auth/reset", () => json({}));
  await open("#a%2Fb");
  await type("New password", "correct horse");
  await press("Set password");
  expect(sent("POST /auth/reset").map(({ body }) => body)).toEqual([
    { reset_token: "a/b", password: "correct horse" },
  ]);
  expect([sessionStore.get(), location.hash]).toEqual([undefined, ""]);
  expect(text()).toContain("Password changed All sessions and access tokens of your account have ended.");
});

test("an incomplete link has no form", async () => {
  await open("");
  expect([textOf(get("heading")), has("textbox")]).toEqual(["This link is incomplete", false]);
});

test("an expired link is refused", async () => {
  refuse("POST /auth/reset", 401, "The link has expired.");
  await open("#abc");
  await type("New password", "correct horse");
  await press("Set password");
  expect(textOf(get("alert"))).toBe("The link has expired.");
});
