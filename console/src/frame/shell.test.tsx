import { expect, test } from "bun:test";
import { follow, keyDown, press } from "../../../test/console/dom/act.ts";
import { all, attributes, get, has, names, one, textOf } from "../../../test/console/dom/find.ts";
import { address, settle, setUp, show, step } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import { answer, emptyInbox, json, refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { sessionStore } from "../api/session.ts";
import { Shell } from "./shell.tsx";

setUp();

const shell = <Shell>Content</Shell>;
const behindName = () => [...one(".me").querySelectorAll("a")].map(textOf);
const links = () => [...one(".links").querySelectorAll("a")].map(textOf);

test("a customer's side bar", async () => {
  await show(shell, { as: user(), at: "/keys" });
  expect(names("navigation")).toEqual(["Portal"]);
  expect(links()).toEqual(["Home", "Look up", "Keys", "Calls", "Alerts", "Billing", "Docs"]);
  expect(behindName()).toEqual(["Profile", "Members", "Security"]);
  // The 400 zones are in the page only while the menu is open.
  expect(one(".me").querySelectorAll("[aria-label=Times] option")).toHaveLength(1);
});

test("an operator's side bar", async () => {
  await show(shell, { as: operator(), at: "/customers" });
  expect(names("navigation")).toEqual(["Console"]);
  expect(links()).toEqual(["Inbox", "Customers", "Plans", "Money", "Calls", "APIs", "Data", "Settings"]);
  expect(behindName()).toEqual(["Profile", "API reference", "Docs", "Security"]);
});

test("the operator's entries have counts of what needs a person, and none of zero", async () => {
  const counts = { ...emptyInbox.counts, customers: 2, settings: 1 };
  respond("get", "/system/inbox", { ...emptyInbox, total: 3, counts });
  await show(shell, { as: operator(), at: "/apis" });
  expect(links().slice(0, 3)).toEqual(["Inbox3 open", "Customers2 open", "Plans"]);
  expect(links().at(-1)).toBe("Settings1 open");
  await show(shell, { as: user(), at: "/keys" });
  expect(links()).toContain("Home");
  expect(sent("GET /system/inbox")).toHaveLength(1);
});

test.each([
  ["/customers", ["Customers"]],
  ["/customers?view=plans", ["Customers"]],
  ["/customers/ada", ["Customers"]],
  ["/settings/system", ["Settings"]],
  ["/apis", ["APIs"]],
])("at %p the links %p are current", async (at, current) => {
  await show(shell, { as: operator(), at });
  const marked = all("link").filter((link) => attributes(link)["aria-current"] === "page");
  expect(marked.map(textOf)).toEqual([...current]);
});

test("the menu of a narrow page opens, and closes with the next page", async () => {
  await show(shell, { as: user(), at: "/keys" });
  expect(get("button", "Menu").getAttribute("aria-expanded")).toBe("false");
  await press("Menu");
  expect(get("button", "Close").getAttribute("aria-expanded")).toBe("true");
  expect(get("navigation").hasAttribute("data-open")).toBe(true);
  await follow("Billing");
  expect(get("button", "Menu").getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(one("main"));
});

test("Escape and Back close the menu, and a page that it opened takes its place in the history", async () => {
  await show(shell, { as: user(), at: "/keys" });
  const isOpen = () =>
    get("button", /* either */ has("button", "Menu") ? "Menu" : "Close").textContent === "Close";
  await press("Menu");
  await keyDown(document.body, "Escape");
  await settle();
  expect([isOpen(), address()]).toEqual([false, "/keys"]);
  await press("Menu");
  await step(() => history.back());
  expect([isOpen(), address()]).toEqual([false, "/keys"]);
  const before = history.length;
  await press("Menu");
  await follow("Billing");
  expect([isOpen(), address(), history.length]).toEqual([false, "/billing", before]);
});

test("signing out ends the session and leads home", async () => {
  answer("POST /auth/logout", () => json({}));
  await show(shell, { as: operator(), at: "/customers" });
  expect(textOf(one(".who summary"))).toBe("Olga Ops Owner · op@example.com");
  // The frame of pages hides the shell without a session; here it is alone.
  await press("Sign out").catch(() => undefined);
  expect(sent("POST /auth/logout")).toHaveLength(1);
  expect([sessionStore.get(), address()]).toEqual([undefined, "/"]);
});

test("signing out works without the service", async () => {
  refuse("POST /auth/logout", 500, "Broken.");
  await show(shell, { as: user(), at: "/keys" });
  await press("Sign out").catch(() => undefined);
  expect(sessionStore.get()).toBeUndefined();
});
