import { afterAll, beforeAll, expect } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { sql } from "../../src/database/sql.ts";
import { asker } from "../callers.ts";
import { signUp } from "../harness.ts";
import { launchBrowser, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";
import { openSignedIn } from "./signed-in.ts";

let browser: Browser;
let running: ConsoleService;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startConsoleService();
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("a user with app codes confirms with one who it is, and what was begun is done", async () => {
  const { service } = running;
  const customer = await signUp(service);
  const { page, faults, expect: provoke, close } = await openSignedIn(browser, running, customer);
  await page.goto(`${running.url}/security`);
  await page.getByRole("heading", { name: "App codes" }).waitFor();
  const stored = await page.evaluate(() => sessionStorage.getItem("vingate.session"));
  const { token } = JSON.parse(stored!) as { token: string };
  const own = asker(service, { authorization: `Bearer ${token}` });
  const path = `/users/${customer.userId}/second-factor`;
  const { secret } = (await own("POST", path)).body as { secret: string };
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeAt = (timestamp: number) => app.generate({ timestamp });
  expect((await own("PUT", path, { code: codeAt(service.app.clock()) })).status).toBe(200);
  await service.app.database.run(sql`update access_token set proved_one = 0, proved_two = 0`);
  provoke(401);
  provoke(403);
  await page.reload();
  await page.getByRole("button", { name: "Create 10 new codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  // Its methods show that the password alone is not enough: the form requires the code at once.
  const code = dialog.getByLabel("Code of the app, or a recovery code");
  await code.waitFor();
  await dialog.getByLabel("Password").fill(customer.password);
  await code.fill("000000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText(/wrong/i).waitFor();
  // Each code works once: that of the next 30 seconds is taken, too.
  await code.fill(codeAt(service.app.clock() + 30_000));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("status", { name: "Recovery codes" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
