import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser, openPage, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";
import { openPath } from "./navigate.ts";

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

test("a visitor gets a first response by one form and one press", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  await page.goto(running.url);
  await page.getByRole("tab", { name: /Vehicle/ }).waitFor();
  await page.getByRole("tabpanel").first().getByText("CR-V EX, 5 doors, 1.5 L").waitFor();

  await page.getByRole("main").getByRole("link", { name: "Get an API key" }).click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill("ada.first@example.com");
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("meter", { name: "15 of 15 credits left" }).waitFor();
  expect(await page.getByLabel("Primary key").innerText()).toMatch(/^vgk_\w{4}•+\w{5}$/);

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("200 OK").first().waitFor();
  await page.getByRole("meter", { name: "14 of 15 credits left" }).waitFor();

  await page.getByRole("link", { name: "View in request log" }).click();
  const panel = page.getByRole("complementary", { name: "Call details" });
  await panel.getByText("1 credit charged").waitFor();
  expect(await panel.innerText()).toContain("/vin-decoder/");
  await page.getByRole("row").filter({ hasText: "/vin-decoder/" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test("the first load is within its budget", async () => {
  const tab = await openPage(browser, running.origin);
  const bytes = { script: 0, stylesheet: 0, font: 0 };
  const measured: Promise<void>[] = [];
  tab.page.on("response", (response) => {
    const request = response.request();
    const kind = request.resourceType();
    if (!(kind in bytes)) return;
    const add = ({ responseBodySize }: { responseBodySize: number }) => {
      bytes[kind as keyof typeof bytes] += responseBodySize;
    };
    measured.push(request.sizes().then(add));
  });
  await openPath(tab, running, "");
  await Promise.all(measured);
  await tab.close();
  console.log(`first load: ${JSON.stringify(bytes)} bytes as sent`);
  expect(bytes.script).toBeGreaterThan(10_000);
  expect(bytes.script).toBeLessThanOrEqual(200_000);
  expect(bytes.stylesheet).toBeLessThanOrEqual(13_000);
  expect(bytes.font).toBeLessThanOrEqual(50_000);
});
