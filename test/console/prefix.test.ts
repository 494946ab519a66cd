import { afterAll, expect } from "bun:test";
import { launchBrowser, openPage, test } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { openPath } from "./navigate.ts";

const browser = await launchBrowser();
const running = await startConsoleService({}, "/fleet");
afterAll(async () => {
  await browser.close();
  await running.end();
});

test("the console works behind a path prefix", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  await page.goto(`${running.url}/sign-up`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill("ada.prefix@example.com");
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("200 OK").first().waitFor();
  expect(await page.getByRole("tabpanel").first().innerText()).toContain(
    `${running.origin}/fleet/vin-decoder/`,
  );
  await page.reload();
  await page.getByRole("meter", { name: "14 of 15 credits left" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test("links to an operation at /docs open it behind a path prefix", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  for (const link of ["/docs#/Users/patchUser", "/docs?op=patchUser"]) {
    await page.goto(`${running.origin}/fleet${link}`);
    await page.locator(".ref-path", { hasText: "PATCH /users/{user_id}" }).waitFor();
    expect(page.url()).toBe(`${running.url}/docs/reference?op=patchUser`);
    await page.goto("about:blank");
  }
  expect(faults).toEqual([]);
  await close();
});

test("the guide's links stay behind the prefix", async () => {
  const tab = await openPage(browser, running.origin);
  const { page } = tab;
  await openPath(tab, running, "/docs/lookups/vin-decoder");
  const run = page.getByRole("link", { name: "Run it with your own key" });
  expect(await run.getAttribute("href")).toMatch(/^\/fleet\/console\/docs\/reference\?op=\w+$/);
  await openPath(tab, running, "/docs/quick-start");
  const reference = page.getByRole("main").getByRole("link", { name: "reference" });
  expect(await reference.getAttribute("href")).toBe("/fleet/console/docs/reference");
  await reference.click();
  await page.waitForURL(`${running.url}/docs/reference`);
  await openPath(tab, running, "/docs/errors");
  await page.getByRole("link", { name: "all codes" }).click();
  await page.getByRole("heading", { name: "Errors" }).waitFor();
  expect(page.url()).toBe(`${running.origin}/fleet/docs/errors`);
  expect(tab.faults).toEqual([]);
  await tab.close();
});
