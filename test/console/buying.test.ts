import { afterAll, expect } from "bun:test";
import { launchBrowser, openPage, test } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { openAs } from "./signed-in.ts";
import { enterSeller, sellPlan } from "./sold.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

test("a visitor buys a plan by transfer, and the operator matches the money", async () => {
  await enterSeller(running);
  await sellPlan(running, "growth", 9900);
  const tab = await openPage(browser, running.origin);
  const { page } = tab;
  const heading = (of: typeof page, name: string | RegExp) =>
    of.getByRole("heading", { level: 1, name }).waitFor();
  await page.goto(`${running.url}/pricing`);
  await page.getByRole("link", { name: "Start with Growth (€99.00 + VAT)" }).click();
  await page.getByLabel("First name").fill("Irene");
  await page.getByLabel("Last name").fill("Acme");
  await page.getByLabel("Email").fill("irene@acme.example");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  // The buyer is named first: its country decides the tax.
  const details = page.getByRole("dialog", { name: "Billing details" });
  await details.getByLabel("Company").fill("Acme Fleet s.r.o.");
  await details.getByLabel("Address").fill("Dlouhá 1");
  await details.getByLabel("City").fill("Brno");
  await details.getByLabel("Country").fill("Czechia");
  await details.getByLabel("Country").press("Enter");
  await details.getByRole("button", { name: "Save details" }).click();
  await heading(page, "Growth, €119.79 now");
  await page.getByRole("button", { name: "Order for €119.79 by transfer" }).click();
  await heading(page, "Transfer €119.79");

  const operator = await openAs(browser, running, "operator", { email: "", password: "" });
  await operator.page.goto(`${running.url}/payments`);
  // A former address, which leads to Money.
  await heading(operator.page, /^€0\.00 received in \w+$/);
  await operator.page.getByRole("button", { name: /^Record transfer of V/ }).click();
  const dialog = operator.page.getByRole("dialog");
  await dialog.getByLabel("The bank's number").fill("2026-11-23/0042");
  await dialog.getByRole("button", { name: "Record €119.79" }).click();
  await heading(operator.page, /^€119\.79 received in \w+$/);

  await page.reload();
  await heading(page, "€119.79 is paid");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /\(PDF\)/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^invoice-\d{4}-0001\.pdf$/);
  expect([tab.faults, operator.faults]).toEqual([[], []]);
});
