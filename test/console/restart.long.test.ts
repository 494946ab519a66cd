import { afterAll, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FirstRun } from "../../src/management/system/first-run.ts";
import { freePort, newFolder, startProcess } from "../service-process.ts";
import { launchBrowser, openPage, test } from "./browser.ts";
import { demoVin } from "./furnished.ts";

const browser = await launchBrowser();
afterAll(() => browser.close());

test("an open page survives a restart of the service", async () => {
  const { folder, remove } = newFolder();
  const port = String(freePort());
  const first = await startProcess(folder, { VINGATE_PORT: port }, "ready");
  const made: FirstRun = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
  const { page, close } = await openPage(browser, first.url);
  await page.goto(`${first.url}/console/sign-in?next=/requests`);
  await page.getByLabel("Email").fill(made.operator_email);
  await page.getByLabel("Password").fill(made.operator_password);
  const stream = page.waitForResponse(/byRequest\/events/);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /calls?/i }).waitFor();
  await stream;
  first.signal("SIGKILL");
  await first.exited;
  await page.getByText("Can't reach the service").waitFor();

  const second = await startProcess(folder, { VINGATE_PORT: port }, "ready");
  const resumed = page.waitForResponse(/byRequest\/events/);
  await page.getByText("Can't reach the service").waitFor({ state: "detached" });
  await resumed;
  const signedUp = await fetch(`${second.url}/auth/signup`, {
    method: "POST",
    headers: { authorization: made.client_token, "content-type": "application/json" },
    body: JSON.stringify({
      email: "ada@example.com",
      password: "a good password",
      first_name: "Ada",
      last_name: "Byron",
    }),
  });
  const { keys } = (await signedUp.json()) as { keys: { primary_key: string } };
  await fetch(`${second.url}/vin-decoder/${demoVin}?after-the-restart`, {
    headers: { "x-authkey": keys.primary_key },
  });
  await page.getByRole("row").filter({ hasText: "after-the-restart" }).waitFor();
  await close();
  second.signal("SIGTERM");
  expect(await second.exited).toBe(0);
  remove();
});
