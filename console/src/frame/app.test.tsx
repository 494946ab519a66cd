import { expect, test } from "bun:test";
import { get, has, names, text } from "../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../test/console/dom/page.ts";
import { keys, operator, subscription, user } from "../../../test/console/dom/records.ts";
import { answer, refuse, respond } from "../../../test/console/dom/service.ts";
import { systemState } from "../../../test/console/dom/service-records.ts";
import { App, preparePage } from "./app.tsx";

setUp();

async function open(at: string, as?: ReturnType<typeof user>) {
  await preparePage({ pathname: at, search: {} });
  await preparePage({ pathname: "/sign-in", search: {} });
  await show(<App />, { at, as });
}

test("a visitor of a closed page is asked to sign in and returns", async () => {
  await open("/keys");
  expect(address()).toBe("/sign-in?next=%2Fkeys");
  expect(get("heading").textContent).toBe("Sign in");
  expect(document.title).toBe("Sign in · Vingate");
});

test("a customer does not see operator pages", async () => {
  await open("/customers", user());
  expect(get("heading").textContent).toBe("Page not found");
});

test("an unknown address is not found", async () => {
  await open("/nowhere", user());
  expect(get("heading").textContent).toBe("Page not found");
  expect(document.title).toBe("Page not found · Vingate");
});

test("an address that nobody has encoded is not found, and the nearest page is proposed", async () => {
  await open("/key/%zz", user());
  expect(get("heading").textContent).toBe("Page not found");
  await open("/key", user());
  expect(get("link", "Open Keys").getAttribute("href")).toBe("/console/keys");
});

test("a page whose object does not exist says so, with the request ID", async () => {
  refuse("GET /users/{user_id}", 404, "User nobody not found.");
  respond("post", "/system/search", { groups: [], missing: null, unread: [] });
  await open("/customers/nobody", operator());
  expect(get("heading").textContent).toBe("User nobody not found");
  expect(get("link", "Open Customers").getAttribute("href")).toBe("/console/customers");
  expect(text()).toContain("Changed Nothing was changed or charged.");
});

test("a page that cannot be loaded keeps its heading", async () => {
  refuse("GET /users/{user_id}", 500, "Broken.");
  await open("/customers/ada", operator());
  expect(get("heading").textContent).toBe("Customer");
  expect(get("alert").textContent).toStartWith("Could not load the customer");
});

test("a user's page is in the shell, with its title", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  respond("get", "/products", []);
  await open("/keys", user());
  expect(names("navigation")).toEqual(["Portal"]);
  expect(document.title).toBe("Keys · Vingate");
  expect(text()).toContain("No active subscription");
});

test("an open page needs no session", async () => {
  answer("GET /openapi.json", () => Response.json({ paths: {} }));
  await open("/docs/reference");
  expect(names("navigation")).toContain("Site");
  expect(text()).toContain("Every operation of this service");
});

test("a page can have another title for operators", async () => {
  answer("GET /audit", () => Response.json([], { headers: { "x-total-count": "0" } }));
  respond("get", "/products", []);
  respond("get", "/apis", []);
  respond("get", "/system", systemState());
  await open("/settings/audit", operator());
  expect(document.title).toBe("Audit log · Vingate");
});

test("a page that cannot be rendered is replaced by its error", async () => {
  respond("get", "/users/{id}/subscriptions", [{ ...subscription(), state: null as never }]);
  respond("get", "/products", []);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys("a", "b", "c"));
  respond("get", "/subscriptions/{subscription_id}/keys", []);
  const { error } = console;
  console.error = () => undefined;
  await open("/keys", user());
  console.error = error;
  expect(get("alert").textContent).toStartWith("Could not show the page");
  expect(has("navigation", "Portal")).toBe(true);
});
