import { expect, test } from "bun:test";
import { settle, setUp, signInAs } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import {
  answer,
  json,
  refuse,
  requestId,
  respond,
  sent,
  setConnected,
} from "../../../test/console/dom/service.ts";
import { api, asClient, dataOf, listOf } from "./client.ts";
import { Problem } from "./problem.ts";
import { reachableStore } from "./reachability.ts";
import { renewalStore, sessionStore } from "./session.ts";

setUp();

const read = () => dataOf(api.GET("/users/{user_id}", { params: { path: { user_id: "ada" } } }));
const problemIn = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Problem,
  );

test("a call sends the session's token and returns the body", async () => {
  signInAs(user());
  respond("get", "/users/{user_id}", user());
  expect(await read()).toEqual(user());
  expect(sent().map(({ method, path, headers }) => [method, path, headers.get("authorization")])).toEqual([
    ["GET", "/users/ada", "Bearer token"],
  ]);
});

test.each([402, 404, 409, 422, 429, 500])("a %p is thrown as a problem", async (status) => {
  refuse("GET /users/{user_id}", status, "No.", "some_code", { "retry-after": "3" });
  const problem = await problemIn(read());
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ status, message: "No.", code: "some_code", requestId, retryAfter: 3 });
  expect(reachableStore.get()).toBe(true);
});

test("a 503 marks the service as unreachable", async () => {
  refuse("GET /users/{user_id}", 503, "Starting.");
  expect(await problemIn(read())).toMatchObject({ status: 503 });
  expect(reachableStore.get()).toBe(false);
});

test("a lost connection is a problem of status 0", async () => {
  setConnected(false);
  expect(await problemIn(read())).toMatchObject({
    status: 0,
    code: "unreachable",
    message: "No response. Check the request log before you retry.",
  });
  expect(reachableStore.get()).toBe(false);
});

test("an aborted request is no outage", async () => {
  const abort = new DOMException("left", "AbortError");
  answer("GET /users/{user_id}", () => Promise.reject(abort));
  expect(await problemIn(read())).toBe(abort as never);
  expect(reachableStore.get()).toBe(true);
});

test("a call after the session's end waits for the password", async () => {
  signInAs(user());
  answer("GET /users/{user_id}", ({ headers }) =>
    headers.get("authorization") === "Bearer new" ? json(user()) : json({ detail: "Ended." }, 401),
  );
  const call = read();
  await settle();
  expect(renewalStore.get()?.email).toBe("ada@example.com");
  sessionStore.set({ token: "new", expires_at: "2027-01-01T00:00:00Z", user: user() });
  renewalStore.get()?.resolve();
  expect(await call).toEqual(user());
  expect(renewalStore.get()).toBeUndefined();
});

test("two calls after the session's end ask once", async () => {
  signInAs(user());
  refuse("GET /users/{user_id}", 401, "Ended.");
  const calls = [problemIn(read()), problemIn(read())];
  await settle();
  const renewal = renewalStore.get();
  renewal?.reject();
  expect((await Promise.all(calls)).map((problem) => problem?.message)).toEqual(["signed out", "signed out"]);
});

test("a 401 without a session is an ordinary problem", async () => {
  refuse("GET /users/{user_id}", 401, "Sign in.");
  expect(await problemIn(read())).toMatchObject({ status: 401, message: "Sign in." });
  expect(renewalStore.get()).toBeUndefined();
});

test("a list has its total, or its length without the header", async () => {
  const list = () => listOf(api.GET("/apis", { params: { query: {} } }));
  respond("get", "/apis", [], { "x-total-count": "71" });
  expect(await list()).toEqual({ items: [], total: 71 });
  answer("GET /apis", () => json([]));
  expect(await list()).toEqual({ items: [], total: 0 });
});

test("calls without an account send the public token", async () => {
  expect(await asClient()).toEqual({ authorization: "Bearer public" });
});
