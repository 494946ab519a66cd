import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { renewalStore, renewSession, sessionStore, setSession } from "./session.ts";

setUp();

const session = { token: "t", expires_at: "2027-01-01T00:00:00Z", user: user() };

test("a session is kept in the tab and removed at sign-out", () => {
  setSession(session);
  expect(sessionStore.get()).toEqual(session);
  expect(JSON.parse(sessionStorage.getItem("vingate.session") ?? "")).toEqual(session);
  setSession(undefined);
  expect(sessionStore.get()).toBeUndefined();
  expect(sessionStorage.getItem("vingate.session")).toBeNull();
});

test("a renewal names the user and ends for all callers", async () => {
  setSession(session);
  const [first, second] = [renewSession(), renewSession()];
  expect(renewalStore.get()?.email).toBe("ada@example.com");
  renewalStore.get()?.resolve();
  await Promise.all([first, second]);
  expect(renewalStore.get()).toBeUndefined();
});

test("a renewal is rejected when the user signs out", async () => {
  const renewal = renewSession();
  expect(renewalStore.get()?.email).toBe("");
  renewalStore.get()?.reject();
  await expect(renewal).rejects.toThrow("signed out");
  expect(renewalStore.get()).toBeUndefined();
});
