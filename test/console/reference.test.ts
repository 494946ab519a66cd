import { expect } from "bun:test";
import { test } from "./browser.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";

const { running, customer, inTab } = await seeded();

test("a customer runs a lookup with choices for its parameters", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/docs/reference?op=getSpecificationsV3ByTrim");
    // What a family lists is read when a field has the focus.
    await page.getByRole("textbox", { name: "make" }).focus();
    await page.getByRole("combobox", { name: "make" }).waitFor();
    expect(await page.getByRole("combobox", { name: "make" }).inputValue()).toBe("Honda");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText(/^200 /).first().waitFor();
  }));

test("a customer calls a registered API", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/docs/reference?op=charging-stations.getStation");
    await page.getByRole("heading", { level: 2, name: "Read a charging station" }).waitFor();
    expect(await page.getByLabel("station_id").inputValue()).toBe("demo-01");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText(/^200 /).first().waitFor();
    await page.getByText("Demo Street 100").waitFor();
    await openPath(tab, running, "/docs/reference?op=charging-stations.estimateCharge");
    await page.getByRole("textbox", { name: "Request body" }).fill('{ "station_id": "demo-01", "kwh": 20 }');
    await page.getByText("curl -X POST").waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText('"price": 6.2').waitFor();
  }));

test("a visitor finds an operation in /docs by keyboard and runs it", () =>
  inTab("visitor", async ({ page }) => {
    const reads: string[] = [];
    page.on("request", (request) => void reads.push(new URL(request.url()).pathname));
    await page.goto(`${running.origin}/docs`);
    await page.getByRole("heading", { level: 1, name: "API reference" }).waitFor();
    expect(reads.filter((path) => path === "/openapi.json")).toHaveLength(1);
    await page.getByRole("searchbox", { name: "Search" }).focus();
    await page.keyboard.type("oil by vin");
    await page.getByRole("link", { name: /\/oil-lookup\/\{vin\}/ }).press("Enter");
    await page.getByRole("heading", { level: 2, name: "Engine oil by VIN" }).waitFor();
    await page.getByLabel("API key").fill(customer.key);
    await page.keyboard.press("Enter");
    await page.getByText(/^200 /).first().waitFor();
  }));
