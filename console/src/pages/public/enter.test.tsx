import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { get, has, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { Enter } from "./enter.tsx";

setUp();

const session = { token: "t1", expires_at: "2027-01-01T00:00:00Z", user: operator() };

async function open(hash: string) {
  history.replaceState(null, "", `/console/enter${hash}`);
  await show(<Enter />);
}

test("a link of the host sets a password, signs in and leads to the second factor", async () => {
  respond("post", "/auth/enter", session);
  await open("#a%2Fb");
  await type("New password", "correct horse");
  await press("Set password");
  expect(sent("POST /auth/enter").map(({ body }) => body)).toEqual([
    { entry_token: "a/b", password: "correct horse" },
  ]);
  expect([sessionStore.get(), location.hash, textOf(get("heading"))]).toEqual([
    session,
    "",
    "You are signed in",
  ]);
  expect(get("link", "Add a second factor").getAttribute("href")).toBe("/console/me?tab=security");
});

test("an expired link is refused, and an incomplete one has no form", async () => {
  refuse("POST /auth/enter", 403, "The link is invalid, used or expired.");
  await open("#abc");
  await type("New password", "correct horse");
  await press("Set password");
  expect([textOf(get("alert")), sessionStore.get()]).toEqual([
    "The link is invalid, used or expired.",
    undefined,
  ]);
  await open("");
  expect([textOf(get("heading")), has("textbox")]).toEqual(["This link is incomplete", false]);
});
