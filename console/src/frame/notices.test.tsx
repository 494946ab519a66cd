import { expect, test } from "bun:test";
import { fire, press, type } from "../../../test/console/dom/act.ts";
import { all, get, has, messageOf, textOf } from "../../../test/console/dom/find.ts";
import { elapse, setUp, show, step } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { noteUnreachable } from "../api/reachability.ts";
import { renewSession, sessionStore } from "../api/session.ts";
import { showToast } from "../base/toast.ts";
import { Notices } from "./notices.tsx";

setUp();

const session = { token: "new", expires_at: "2027-01-01T00:00:00Z", user: user() };
const statuses = () => all("status").map(textOf);

test("nothing is announced at first", async () => {
  await show(<Notices />);
  expect(statuses()).toEqual(["", ""]);
});

test("an outage is announced until the service responds", async () => {
  await show(<Notices />);
  await step(noteUnreachable);
  expect(statuses()[0]).toBe("Can't reach the service. Retrying every 2 seconds.");
  await elapse(2000);
  expect(statuses()[0]).toBe("");
});

test("a toast is announced for four seconds", async () => {
  await show(<Notices />);
  await step(() => showToast("Saved"));
  expect(statuses()[1]).toBe("Saved");
  await elapse(4000);
  expect(statuses()[1]).toBe("");
});

async function endSession() {
  await show(<Notices />, { as: user() });
  let ended = "";
  await step(() => {
    renewSession().then(
      () => (ended = "renewed"),
      (error: Error) => (ended = error.message),
    );
  });
  return () => ended;
}

test("an ended session asks for the password", async () => {
  respond("post", "/auth/signin", session);
  const result = await endSession();
  expect(textOf(get("dialog", "Your session has ended"))).toContain(
    "Sign in as ada@example.com to continue.",
  );
  await type("Password", "correct horse");
  await press("Sign in");
  expect(sent("POST /auth/signin")[0]?.body).toEqual({ email: "ada@example.com", password: "correct horse" });
  expect([result(), has("dialog"), sessionStore.get()]).toEqual(["renewed", false, session]);
});

test.each([401, 429, 503])("after a %p the dialog stays", async (status) => {
  refuse("POST /auth/signin", status, "Not now.");
  const result = await endSession();
  await type("Password", "wrong password");
  await press("Sign in");
  expect([messageOf("Password"), has("dialog"), result()]).toEqual(["Not now.", true, ""]);
});

test("signing out ends the session", async () => {
  const result = await endSession();
  await press("Sign out");
  expect([result(), sessionStore.get(), has("dialog")]).toEqual(["signed out", undefined, false]);
});

test("Escape signs out too", async () => {
  const result = await endSession();
  await fire(get("dialog"), "cancel");
  expect([result(), sessionStore.get()]).toEqual(["signed out", undefined]);
});
