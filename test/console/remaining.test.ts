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
  running = await startConsoleService();
  customer = await signUp(running.service);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("after a reset the user is led to what can still enter, ends one and keeps the others", async () => {
  const { userId } = customer;
  const { service, url } = running;
  await service.app.database.run(sql`
    insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
    values ('p1', ${userId}, 'p1', ${new Uint8Array(1)}, 0, '[]', 'Old laptop', 1)`);
  const made = await service.ask("POST", `/users/${userId}/resetLink`, { headers: service.operatorHeaders });
  const { reset_token } = made.body as { reset_token: string };
  const json = { reset_token, password: "another good password" };
  expect((await service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json })).status).toBe(
    200,
  );
  const opened = await openSignedIn(browser, running, { email: customer.email, password: json.password });
  const { page, faults, expect: provoke, close } = opened;
  await page.goto(`${url}/home`);
  await page.getByText("4 credentials of before can still be used.", { exact: false }).waitFor();
  await page.getByRole("link", { name: "View what can still enter" }).click();
  await page.waitForURL(`${url}/me?tab=security`);
  const rows = page.getByRole("table", { name: "What can still enter" }).getByRole("row");
  await page.getByRole("button", { name: "Replace Primary key" }).waitFor();
  expect(await rows.count()).toBe(5);
  // A password alone does not remove the passkey of an account.
  provoke(401);
  await page.getByRole("button", { name: "Replace Primary key" }).click();
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  await page.getByRole("heading", { name: "Confirm it is you" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await service.app.database.run(sql`
    update access_token set proved_one = ${service.app.clock()}, proved_two = ${service.app.clock()},
      proved_resistant = ${service.app.clock()} where user_id = ${userId}`);
  await page.reload();
  await page.getByRole("button", { name: "Remove Passkey Old laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await toasted(page, "Passkey removed");
  await page.getByRole("button", { name: "Keep all" }).click();
  await toasted(page, "List emptied, nothing ended");
  expect(await page.getByRole("heading", { name: "What can still enter" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
