import { expect } from "bun:test";
import type { Locator } from "playwright-core";
import { signUp } from "../harness.ts";
import { test, type WatchedPage } from "./browser.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";
import { openAs, openSignedIn } from "./signed-in.ts";

const { browser, running, customer, inTab } = await seeded();

const asOperator = async (path: string) =>
  (await running.service.ask("GET", path, { headers: running.service.operatorHeaders })).body;
const subscriptions = async (userId: string) =>
  (await asOperator(`/users/${userId}/subscriptions`)) as { product_id: string; display_name: string }[];

test("double clicks run an action once", async () => {
  const own = await signUp(running.service);
  const tab = await openSignedIn(browser, running, own);
  const { page, faults } = tab;
  await openPath(tab, running, "/home?start=1");
  await page.getByRole("meter", { name: "15 of 15 credits left" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).dblclick();
  await page.getByRole("meter", { name: "14 of 15 credits left" }).waitFor();

  await openPath(tab, running, "/billing");
  await page.getByRole("button", { name: "Request Unlimited" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send request" }).dblclick();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Submitted").waitFor();
  expect((await subscriptions(own.userId)).map((one) => one.product_id).sort()).toEqual([
    "trial",
    "unlimited",
  ]);

  await openPath(tab, running, "/me");
  await page.getByRole("button", { name: "Create token" }).click();
  await dialog.getByRole("button", { name: "Create token" }).dblclick();
  await page.getByLabel("New access token").waitFor();
  expect((await asOperator(`/users/${own.userId}/tokens`)) as unknown[]).toHaveLength(1);

  await openPath(tab, running, "/keys");
  const active = page.locator("section").filter({ hasText: "Trial" });
  await active.getByLabel("More for the primary key").click();
  await active.getByRole("button", { name: "Rotate", exact: true }).first().click();
  await dialog.getByRole("button", { name: "Rotate key" }).dblclick();
  await page.getByText("The old key works until").waitFor();
  const rotations = (await asOperator(
    `/audit?object=/subscriptions/${own.subscriptionId}&action=subscription.regenerate_primary_key`,
  )) as unknown[];
  expect(rotations).toHaveLength(1);
  expect(faults).toEqual([]);
  await tab.close();
});

test("the quick start shows a 402 and a 429", async () => {
  const own = await signUp(running.service);
  const { page, faults, expect: expectStatus, close } = await openSignedIn(browser, running, own);
  for (const status of [402, 429]) expectStatus(status);
  await page.goto(`${running.url}/quick-start`);
  await page.getByRole("button", { name: /Run.*A key without credits/ }).click();
  const exhausted = page.getByRole("row").filter({ hasText: "A key without credits" });
  await exhausted.getByRole("link", { name: "credits_exhausted" }).waitFor();
  expect(await exhausted.innerText()).toContain("402 No credits");
  await page.getByRole("button", { name: /Run.*Too many calls/ }).click();
  const fast = page.getByRole("row").filter({ hasText: "TEST0000000000429" });
  await fast.getByText(/Try again in \d+ second/).waitFor();
  expect(await fast.innerText()).toContain("429 Too many calls");
  expect((await subscriptions(own.userId)).map((one) => one.product_id).sort()).toEqual(["trial"]);
  // The user's own credits and key are unchanged.
  await page.getByRole("meter", { name: "15 of 15 credits left" }).waitFor();
  await fast.getByRole("link", { name: "rate_limited" }).click();
  await page.getByRole("heading", { level: 1, name: "429 Too many requests" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

const markup = `<img src=x onerror="document.title='run'"><b>&amp;`;
const rightToLeft = "שלום עולם";
const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100);

test("unusual names are shown as text and fit the page", async () => {
  const own = await signUp(running.service);
  const body = { first_name: markup, last_name: rightToLeft, note: markup };
  const headers = running.service.operatorHeaders;
  expect((await running.service.ask("PATCH", `/users/${own.userId}`, { headers, json: body })).status).toBe(
    200,
  );
  for (const [id, display_name] of [
    [`long-${own.userId}`, long],
    [`markup-${own.userId}`, markup],
  ] as const) {
    const json = { scope: "/products/unlimited", owner_id: own.userId, display_name, state: "active" };
    expect((await running.service.ask("POST", `/subscriptions/${id}`, { headers, json })).status).toBe(200);
  }
  const seen = async (tab: WatchedPage, path: string) => {
    const { page } = tab;
    await openPath(tab, running, path);
    // A closed selector has the names too, hidden.
    for (const name of [long, markup])
      await page.getByRole("main").getByText(name).filter({ visible: true }).first().waitFor();
    expect(await page.evaluate("document.querySelectorAll('img[src=x], b b').length")).toBe(0);
    expect(await page.title()).not.toBe("run");
    const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect([path, Number(wide) <= 0]).toEqual([path, true]);
  };
  const narrow = { viewport: { width: 320, height: 640 } };
  const customerTab = await openSignedIn(browser, running, own, narrow);
  for (const path of ["/keys", "/billing"]) await seen(customerTab, path);
  await customerTab.page.getByRole("button", { name: "Menu" }).click();
  await customerTab.page.getByText(`${markup} ${rightToLeft}`).waitFor();
  const operatorTab = await openAs(browser, running, "operator", own, narrow);
  for (const path of [`/customers/${own.userId}?tab=billing`, `/customers/${own.userId}?tab=keys`])
    await seen(operatorTab, path);
  expect([...customerTab.faults, ...operatorTab.faults]).toEqual([]);
  await customerTab.close();
  await operatorTab.close();
});

test("a reset link works once", async () => {
  const own = await signUp(running.service);
  const made = await running.service.ask("POST", `/users/${own.userId}/resetLink`, {
    headers: running.service.operatorHeaders,
  });
  const { reset_link: link } = made.body as { reset_link: string };
  const tab = await openAs(browser, running, "visitor", own);
  const { page } = tab;
  for (const status of [401, 403, 404, 409, 422]) tab.expect(status);
  const choose = async (address: string) => {
    expect(address).toStartWith(running.url);
    await openPath(tab, running, address.slice(running.url.length));
    await page.getByLabel("New password").fill("another long password");
    await page.getByRole("button", { name: "Set password" }).click();
  };
  await choose(link);
  await page.getByRole("heading", { name: "Password changed" }).waitFor();
  await choose(link);
  expect(await page.getByRole("alert").innerText()).toMatch(/link/);
  await choose(`${link.slice(0, -1)}_`);
  await page.getByRole("alert").waitFor();
  await openPath(tab, running, "/reset", /^This link is incomplete$/);
  expect(tab.faults).toEqual([]);
  await tab.close();
});

test("a refused form names its field in a sentence", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    tab.expect(422);
    await openPath(tab, running, "/apis");
    await page.getByRole("link", { name: "Register API" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Gate Records");
    await page.getByLabel("Display name").fill("Gate records");
    await page.getByLabel("Path", { exact: true }).fill("gate records");
    await page.getByLabel("Backend", { exact: true }).fill("backend");
    await page.getByRole("button", { name: "Register API" }).click();
    // The preview reports the same fault, if it is faster.
    expect(await page.locator(".savebar").getByRole("alert").innerText()).toBe(
      [
        "Name can have lower-case letters, digits and hyphens only, 80 at most.",
        "Path can have letters, digits and . _ ~ - only, with / between parts.",
        "Backend must be a complete address, for example https://backend.example.com.",
      ].join(" "),
    );
    await page.goto(`${running.url}/products/trial`);
    await page.getByText("Charging, access and watches").click();
    await page.getByLabel("Allowed networks").fill("10.0.0.300");
    await page.getByRole("button", { name: "Save plan" }).click();
    // The preview reports the same fault, if it is faster.
    expect(await page.locator(".savebar").getByRole("alert").innerText()).toBe(
      "Allowed networks: “10.0.0.300” must be an address or a CIDR such as 10.0.0.0/8.",
    );
    // It is refused too, and otherwise the next test would have its response.
    await page.getByText("Could not preview the policy").waitFor();
  }));

test("a page keeps its content without a connection", async () => {
  // Without a connection the browser reports errors.
  const { page, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/requests`);
  await page
    .getByRole("button", { name: /show this call/ })
    .first()
    .waitFor();
  await page.context().setOffline(true);
  const notice = page.getByText("Can't reach the service");
  await notice.waitFor();
  expect(await page.getByRole("button", { name: /show this call/ }).count()).toBeGreaterThan(0);
  // The notice covers no heading, on a narrow page either.
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const [above, below] = [
      await notice.boundingBox(),
      await page.getByRole("heading", { level: 1 }).boundingBox(),
    ];
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  }
  await page.context().setOffline(false);
  await notice.waitFor({ state: "detached" });
  const shown = page.getByRole("button", { name: /show this call/ });
  const before = await shown.count();
  await running.service.ask("GET", "/vin-decoder/1HGCM82633A004352", {
    headers: { "x-authkey": customer.key },
  });
  await shown.nth(before).waitFor();
  await close();
});

test("Escape returns the focus to what was pressed", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    const hasFocus = (pressed: Locator) => pressed.and(page.locator(":focus")).waitFor();
    await openPath(tab, running, "/customers");
    const add = page.getByRole("button", { name: "Add customer" });
    await add.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(add);
    await openPath(tab, running, "/calls");
    const call = page.getByRole("button", { name: /show this call/ }).first();
    await call.press("Enter");
    const panel = page.getByRole("complementary", { name: "Call details" });
    await panel.getByRole("heading", { level: 2 }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await hasFocus(call);
  }));

test("a page loads after an outage of the service", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    tab.expect(503);
    await openPath(tab, running, "/keys");
    await page.getByLabel("primary key").first().waitFor();
    running.interrupt(true);
    await page.getByRole("navigation").first().getByRole("link", { name: "Calls" }).click();
    const notice = page.getByText("Can't reach the service");
    await notice.waitFor();
    running.interrupt(false);
    await notice.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: /calls?/i }).waitFor();
  }));
