import { expect } from "bun:test";
import { join } from "node:path";
import { missingPython, python, run, sdkFolder } from "../sdk/python-tools.ts";
import { openPage, test } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { demoVin } from "./furnished.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();

test("a customer runs a lookup with choices for its parameters", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/reference?op=getSpecificationsV3ByTrim`);
  // What a family lists is read when a field has the focus.
  await page.getByRole("textbox", { name: "make" }).focus();
  await page.getByRole("combobox", { name: "make" }).waitFor();
  expect(await page.getByRole("combobox", { name: "make" }).inputValue()).toBe("Honda");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText(/^200 /).first().waitFor();
  expect(faults).toEqual([]);
  await close();
}, 180_000);

test("a customer calls a registered API", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/reference?op=charging-stations.getStation`);
  await page.getByRole("heading", { level: 2, name: "Read a charging station" }).waitFor();
  expect(await page.getByLabel("station_id").inputValue()).toBe("demo-01");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText(/^200 /).first().waitFor();
  await page.getByText("Demo Street 100").waitFor();
  await page.goto(`${running.url}/reference?op=charging-stations.estimateCharge`);
  await page.getByRole("textbox", { name: "Request body" }).fill('{ "station_id": "demo-01", "kwh": 20 }');
  await page.getByText("curl -X POST").waitFor();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText('"price": 6.2').waitFor();
  expect(faults).toEqual([]);
  await close();
}, 180_000);

test("a visitor finds an operation in /docs by keyboard and runs it", async () => {
  const { page, faults, close } = await openAs(browser, running, "visitor", customer);
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
  expect(faults).toEqual([]);
  await close();
}, 180_000);

test("links to an operation at /docs open it behind a path prefix", async () => {
  const prefixed = await startConsoleService({}, "/fleet");
  const { page, faults, close } = await openPage(browser, prefixed.origin);
  for (const link of ["/docs#/Users/patchUser", "/docs?op=patchUser"]) {
    await page.goto(`${prefixed.origin}/fleet${link}`);
    await page.locator(".ref-path", { hasText: "PATCH /users/{user_id}" }).waitFor();
    expect(page.url()).toBe(`${prefixed.origin}/fleet/console/reference?op=patchUser`);
    await page.goto("about:blank");
  }
  expect(faults).toEqual([]);
  await close();
  await prefixed.end();
}, 180_000);

test("the guide's links stay behind the prefix", async () => {
  const prefixed = await startConsoleService({}, "/fleet");
  const { page, faults, close } = await openPage(browser, prefixed.origin);
  await page.goto(`${prefixed.url}/docs/lookups/vin-decoder`);
  const run = page.getByRole("link", { name: "Run it with your own key" });
  expect(await run.getAttribute("href")).toMatch(/^\/fleet\/console\/reference\?op=\w+$/);
  await page.goto(`${prefixed.url}/docs/quick-start`);
  const reference = page.getByRole("main").getByRole("link", { name: "reference" });
  expect(await reference.getAttribute("href")).toBe("/fleet/console/reference");
  await reference.click();
  await page.waitForURL(`${prefixed.url}/reference`);
  await page.goto(`${prefixed.url}/docs/errors`);
  await page.getByRole("link", { name: "all codes" }).click();
  await page.getByRole("heading", { name: "Errors" }).waitFor();
  expect(page.url()).toBe(`${prefixed.origin}/fleet/docs/errors`);
  expect(faults).toEqual([]);
  await close();
  await prefixed.end();
}, 180_000);

/** Runs a sample and returns its output. Throws if it fails. */
async function outputOf(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run(command, env);
  if (code !== 0) throw new Error(`${command[0]} failed: ${output}`);
  return output;
}

const clientSource = join(sdkFolder, "..", "typescript", "src", "index.ts");

test("the samples in curl, TypeScript and Python run", async () => {
  const { page, close } = await openAs(browser, running, "customer", customer, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(`${running.url}/quick-start`);
  const copied = async (language: string) => {
    await page.getByRole("tab", { name: language }).click();
    await page
      .getByRole("tablist", { name: "Language" })
      .locator("..")
      .getByRole("button", { name: "Copy" })
      .click();
    await page.getByText("Copied with your key").waitFor();
    return (await page.evaluate("navigator.clipboard.readText()")) as string;
  };
  const outputs = [
    await outputOf(["sh", "-c", `${await copied("curl")} -s`]),
    // A checkout has no build of the client.
    await outputOf([
      process.execPath,
      "-e",
      (await copied("TypeScript")).replace("@vingate/client", clientSource),
    ]),
  ];
  const missing = missingPython("httpx");
  if (missing !== undefined) console.warn(`${missing} is missing: the Python sample was not run`);
  else
    outputs.push(
      await outputOf([python, "-c", await copied("Python")], { PYTHONPATH: join(sdkFolder, "src") }),
    );
  for (const output of outputs) expect(output).toContain(demoVin);
  await close();
}, 180_000);
