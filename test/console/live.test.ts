import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { FirstRun } from "../../src/management/system/first-run.ts";
import { freePort, newFolder, startProcess } from "../service-process.ts";
import { openPage, test } from "./browser.ts";
import { demoVin } from "./furnished.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();

/** A call that the log shows with this name, as a parameter of its path. */
const named = (name: string) => `/vin-decoder/${demoVin}?${name}`;
const call = (name: string) =>
  running.service.ask("GET", named(name), { headers: { "x-authkey": customer.key } });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

for (const as of ["operator", "customer"] as const)
  test(`a call appears live in the log of the ${as}`, async () => {
    const { page, faults, close } = await openAs(browser, running, as, customer);
    const paths: string[] = [];
    page.on("request", (request) => paths.push(new URL(request.url()).pathname));
    const stream = page.waitForResponse(/byRequest\/events/);
    await page.goto(`${running.url}/requests`);
    await stream;
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await call(`live-for-${as}`);
    await row(page, `live-for-${as}`).click();
    await page.getByRole("complementary", { name: "Call details" }).waitFor();
    // The call came by the open stream, without another request.
    expect(paths.filter((path) => path === "/reports/byRequest/events")).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  }, 180_000);

test("a paused log shows the missed calls after it resumes", async () => {
  const { page, close } = await openAs(browser, running, "operator", customer);
  const stream = page.waitForResponse(/byRequest\/events/);
  await page.goto(`${running.url}/requests`);
  await stream;
  await page.getByRole("button", { name: "Pause" }).click();
  await call("while-paused");
  await page.getByRole("button", { name: "Resume" }).click();
  await row(page, "while-paused").waitFor();
  await close();
}, 180_000);

test("the system page runs a consistency check once", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/system`);
  await page.getByRole("button", { name: "Run check" }).dblclick();
  await page.getByText(/All \d+ checks passed/).waitFor();
  const audit = await running.service.ask("GET", "/audit?action=ledger.check", {
    headers: running.service.operatorHeaders,
  });
  expect((audit.body as unknown[]).length).toBe(1);
  expect(faults).toEqual([]);
  await close();
}, 180_000);

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
  await page.getByRole("heading", { name: "Request log" }).waitFor();
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
  await fetch(second.url + named("after-the-restart"), { headers: { "x-authkey": keys.primary_key } });
  await row(page, "after-the-restart").waitFor();
  await close();
  second.signal("SIGTERM");
  expect(await second.exited).toBe(0);
  remove();
}, 120_000);
