import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser, openPage, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";

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

const person = { first: "Ada", last: "Byron", password: "long enough for this" };

test("a visitor gets a first response within a minute", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  const started = performance.now();
  await page.goto(running.url);
  await page.getByRole("tab", { name: /Vehicle/ }).waitFor();
  expect(await page.getByRole("tabpanel").first().innerText()).toContain("CR-V EX, 5 doors, 1.5 L");

  await page.getByRole("main").getByRole("link", { name: "Get an API key" }).click();
  await page.getByLabel("First name").fill(person.first);
  await page.getByLabel("Last name").fill(person.last);
  await page.getByLabel("Email").fill("ada.first@example.com");
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("meter", { name: "15 of 15 credits left" }).waitFor();
  expect(await page.getByLabel("Primary key").innerText()).toMatch(/^vgk_\w{4}•+\w{5}$/);

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("200 OK").first().waitFor();
  const took = performance.now() - started;
  await page.getByRole("meter", { name: "14 of 15 credits left" }).waitFor();

  await page.getByRole("link", { name: "View in request log" }).click();
  const panel = page.getByRole("complementary", { name: "Call details" });
  await panel.getByText("1 credit charged").waitFor();
  expect(await panel.innerText()).toContain("/vin-decoder/");
  await page.getByRole("row").filter({ hasText: "/vin-decoder/" }).waitFor();
  expect(faults).toEqual([]);
  expect(took).toBeLessThan(60_000);
  await close();
}, 180_000);

test("the console works behind a path prefix", async () => {
  const behind = await startConsoleService({}, "/fleet");
  try {
    const { page, faults, close } = await openPage(browser, behind.origin);
    await page.goto(`${behind.url}/sign-up`);
    await page.getByLabel("First name").fill(person.first);
    await page.getByLabel("Last name").fill(person.last);
    await page.getByLabel("Email").fill("ada.prefix@example.com");
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("200 OK").first().waitFor();
    expect(await page.getByRole("tabpanel").first().innerText()).toContain(
      `${behind.origin}/fleet/vin-decoder/`,
    );
    await page.reload();
    await page.getByRole("meter", { name: "14 of 15 credits left" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  } finally {
    await behind.end();
  }
}, 180_000);
