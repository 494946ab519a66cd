import { expect, test } from "bun:test";
import { fire, press, type } from "../../../test/console/dom/act.ts";
import { all, get, has, messageOf, textOf } from "../../../test/console/dom/find.ts";
import { elapse, setUp, show, step } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent, setConnected } from "../../../test/console/dom/service.ts";
import { api } from "../api/client.ts";
import { noteStart, noteUnreachable } from "../api/reachability.ts";
import { renewSession, sessionStore, setSession } from "../api/session.ts";
import { showToast } from "../base/toast.ts";
import { Notices, Outage } from "./notices.tsx";

setUp();

const session = { token: "new", expires_at: "2027-01-01T00:00:00Z", user: user() };
const both = (
  <>
    <Outage />
    <Notices />
  </>
);
const statuses = () => all("status").map(textOf);

test("nothing is announced at first", async () => {
  await show(both);
  expect(statuses()).toEqual(["", ""]);
});

test("an outage is announced until the service responds", async () => {
  await show(both);
  await step(noteUnreachable);
  expect(statuses()[0]).toBe("Can't reach the service. Retrying every 2 seconds.");
  await elapse(2000);
  expect(statuses()[0]).toBe("");
});

const health = (progress: object | null) =>
  answer("GET /health", () => json({ status: "starting", progress }, 503));

test("a start is announced with its progress until the service is ready", async () => {
  answer("GET /readyz", () => new Response(null, { status: 503 }));
  health(null);
  await show(both);
  await step(noteStart);
  expect(statuses()[0]).toBe("The service is starting. VIN data. Lookups return 503 until then.");
  health({ stage: "patterns", done: 46, total: 100 });
  await elapse(2000);
  expect(statuses()[0]).toContain("VIN data, patterns: 46%.");
  health({ stage: "order", done: 1, total: 1 });
  await elapse(2000);
  expect(statuses()[0]).toContain("The service is starting. VIN data.");
  answer("GET /readyz", () => new Response("ok"));
  await elapse(2000);
  expect(statuses()[0]).toBe("");
});

test("a service that has started is not announced", async () => {
  await show(both);
  await step(noteStart);
  setConnected(false);
  await step(noteStart);
  expect(statuses()[0]).toBe("");
});

test("a toast is announced for four seconds", async () => {
  await show(both);
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

test("a call that needs a newer proof is repeated after it", async () => {
  setSession({ ...session, token: "old" });
  let isProved = false;
  answer("POST /users/{id}/token", () =>
    isProved
      ? json({ token: "t", expires_at: session.expires_at })
      : json({ code: "step_up_required", methods: ["password"] }, 401),
  );
  await show(both);
  const params = { path: { id: "ada" } };
  const calls = [api.POST("/users/{id}/token", { params }), api.POST("/users/{id}/token", { params })];
  await step(() => undefined);
  expect(get("heading").textContent).toBe("Confirm it is you");
  refuse("POST /auth/step-up", 401, "Enter the code.", "second_factor_required");
  await type("Password", "correct horse");
  await press("Confirm");
  answer("POST /auth/step-up", () => {
    isProved = true;
    return json({ status: "success" });
  });
  await type("Code of the app, or a recovery code", "491 203");
  await press("Confirm");
  expect(sent("POST /auth/step-up").map(({ body }) => body)).toEqual([
    { password: "correct horse" },
    { password: "correct horse", code: "491203" },
  ]);
  expect((await Promise.all(calls)).map(({ response }) => response.status)).toEqual([200, 200]);
  expect(has("heading")).toBe(false);
});

test("a call whose proof is refused keeps its error, and the user stays signed in", async () => {
  setSession(session);
  refuse("POST /users/{id}/token", 401, "Confirm that it is you.", "step_up_required");
  await show(both);
  const call = api.POST("/users/{id}/token", { params: { path: { id: "ada" } } });
  await step(() => undefined);
  await press("Cancel");
  expect((await call).response.status).toBe(401);
  expect(sessionStore.get()).toEqual(session);
});
