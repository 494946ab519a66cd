import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import { type Account, signUp } from "../harness.ts";
import { launchBrowser, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";
import { openSignedIn } from "./signed-in.ts";

let browser: Browser;
let running: ConsoleService;
let customer: Account;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startConsoleService();
  customer = await signUp(running.service);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("a new tab has the session of an open one, and signing out ends both", async () => {
  const { page, faults, close } = await openSignedIn(browser, running, customer);
  await page.goto(`${running.url}/keys`);
  await page.getByRole("heading", { level: 1, name: "3 keys" }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${running.url}/me`);
  await second.getByRole("heading", { name: "Profile" }).waitFor();
  const stored = await second.evaluate("[JSON.stringify(localStorage), document.cookie]");
  expect(stored).toEqual(["{}", ""]);
  await second.locator(".me > summary").click();
  await second.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.evaluate('sessionStorage.getItem("vingate.session")')).toBeNull();
  // Nobody is signed in now: a further tab gets nothing.
  const third = await page.context().newPage();
  await third.goto(`${running.url}/keys`);
  await third.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test("a click on a link shows at once that its page loads", async () => {
  const { page, faults, close } = await openSignedIn(browser, running, customer);
  await page.goto(`${running.url}/keys`);
  await page.getByRole("heading", { level: 1, name: "3 keys" }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Calls" }).click();
  await page.getByText("Loading the page").waitFor({ state: "attached" });
  expect(await page.getByRole("link", { name: "Calls" }).getAttribute("aria-busy")).toBe("true");
  held.resolve();
  await page.getByRole("heading", { level: 1, name: /calls?/i }).waitFor();
  expect(await page.getByText("Loading the page").count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
