import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser, openPage } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";

let browser: Browser;
let running: ConsoleService;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startConsoleService({}, "/fleet");
}, 60_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("Swagger UI shows every operation and makes a call, behind a path prefix, by a strict policy and from here alone", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  await page.goto(`${running.origin}/fleet/docs`);
  await page
    .getByRole("button", { name: /Expand operation/ })
    .first()
    .click();
  await page
    .getByRole("button", { name: /\/identity/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  const answer = page.locator(".live-responses-table");
  await answer.getByText('"service": "vingate"').waitFor();
  expect(await answer.innerText()).toContain("200");
  expect(faults).toEqual([]);
  await close();
}, 60_000);

test("the guide's links stay behind the prefix", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  await page.goto(`${running.url}/docs/lookups/vin-decoder`);
  const tried = page.getByRole("link", { name: "Try it with your own key" });
  expect(await tried.getAttribute("href")).toMatch(/^\/fleet\/console\/reference\?op=\w+$/);
  await page.goto(`${running.url}/docs/quick-start`);
  const reference = page.getByRole("main").getByRole("link", { name: "reference" });
  expect(await reference.getAttribute("href")).toBe("/fleet/console/reference");
  await reference.click();
  await page.waitForURL(`${running.url}/**`);
  await page.goto(`${running.url}/docs/errors`);
  await page.getByRole("link", { name: "all codes" }).click();
  await page.getByRole("heading", { name: "Errors" }).waitFor();
  expect(page.url()).toBe(`${running.origin}/fleet/docs/errors`);
  expect(faults).toEqual([]);
  await close();
}, 60_000);
