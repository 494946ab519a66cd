import { expect, test } from "bun:test";
import { follow, press } from "../../../test/console/dom/act.ts";
import { all, attributes, get, names, one, textOf } from "../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../test/console/dom/service.ts";
import { sessionStore } from "../api/session.ts";
import { Shell } from "./shell.tsx";

setUp();

const shell = <Shell>Content</Shell>;
const links = () => [...one(".links").querySelectorAll("a")].map(textOf);

test("a customer's side bar", async () => {
  await show(shell, { as: user(), at: "/keys" });
  expect(names("navigation")).toEqual(["Portal"]);
  expect(links()).toEqual([
    "Overview",
    "Quick start",
    "Vehicle lookup",
    "Lists",
    "API reference",
    "Docs",
    "Assistants",
    "API keys",
    "Request log",
    "Usage",
    "Webhooks",
    "Watches",
    "Plans",
    "Billing",
    "Statements",
    "Members",
    "Security",
    "Profile",
  ]);
  expect(all("heading").map(textOf)).toEqual(["Account", "Billing", "Organization"]);
});

test("an operator's side bar", async () => {
  await show(shell, { as: operator(), at: "/users" });
  expect(names("navigation")).toEqual(["Console"]);
  expect(links()).toEqual([
    "Overview",
    "Inbox",
    "Vehicle lookup",
    "Request log",
    "Reports",
    "Users",
    "Subscriptions",
    "Plans",
    "APIs",
    "Offers",
    "Renewals",
    "Payments",
    "Papers",
    "Terms",
    "Mail",
    "Datasets",
    "Audit log",
    "Brand",
    "System",
    "Settings",
    "Roles",
    "API reference",
    "Docs",
    "Webhooks",
    "Security",
    "Profile",
  ]);
});

test.each([
  ["/users", "Users"],
  ["/users/ada", "Users"],
  ["/system", "System"],
])("at %p the link %p is current", async (at, name) => {
  await show(shell, { as: operator(), at });
  const current = all("link").filter((link) => attributes(link)["aria-current"] === "page");
  expect(current.map(textOf)).toEqual([name]);
});

test("the menu of a narrow page opens, and closes with the next page", async () => {
  await show(shell, { as: user(), at: "/keys" });
  expect(get("button", "Menu").getAttribute("aria-expanded")).toBe("false");
  await press("Menu");
  expect(get("button", "Close").getAttribute("aria-expanded")).toBe("true");
  expect(get("navigation").hasAttribute("data-open")).toBe(true);
  await follow("Plans");
  expect(get("button", "Menu").getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(one("main"));
});

test("signing out ends the session and leads home", async () => {
  answer("POST /auth/logout", () => json({}));
  await show(shell, { as: operator(), at: "/users" });
  expect(textOf(one(".who p"))).toBe("Olga Ops · Ownerop@example.com");
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
