import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import { sql } from "../../src/database/sql.ts";
import { type Account, signUp } from "../harness.ts";
import { launchBrowser, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";
import { openSignedIn } from "./signed-in.ts";
import { toasted } from "./toasts.ts";

let browser: Browser;
let running: ConsoleService;
let customer: Account;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startConsoleService({}, "", "localhost");
  customer = await signUp(running.service);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("a user adds a passkey, signs in with it, and confirms with it who it is", async () => {
  const { page, faults, expect: provoke, close } = await openSignedIn(browser, running, customer);
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${running.url}/security`);
  await page.getByLabel("Name of this device").fill("Laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("row", { name: /^Laptop .* Not used yet / }).waitFor();
  const codes = page.getByRole("status", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  // A user of before has a passkey without codes: they come with its next sign-in.
  const { database } = running.service.app;
  for (const table of [sql`recovery_code`, sql`second_factor`])
    await database.run(sql`delete from ${table} where user_id = ${customer.userId}`);
  await page.locator(".me > summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  await page.getByLabel("I saved the codes").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${running.url}/home`);
  await database.run(sql`update access_token set proved_one = 0, proved_two = 0,
    proved_resistant = 0`);
  provoke(401);
  await page.goto(`${running.url}/security`);
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await toasted(page, "Passkey removed");
  expect(await page.getByRole("row", { name: /^Laptop/ }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
