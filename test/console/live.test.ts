import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "./browser.ts";
import { demoVin } from "./furnished.ts";
import { seeded } from "./seeded.ts";

const { running, customer, inTab } = await seeded();

/** A call that the log shows with this name, as a parameter of its path. */
const named = (name: string) => `/vin-decoder/${demoVin}?${name}`;
const call = (name: string) =>
  running.service.ask("GET", named(name), { headers: { "x-authkey": customer.key } });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

for (const as of ["operator", "customer"] as const)
  test(`a call appears live in the log of the ${as}`, () =>
    inTab(as, async ({ page }) => {
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
    }));

test("a paused log shows the missed calls after it resumes", () =>
  inTab("operator", async ({ page }) => {
    const stream = page.waitForResponse(/byRequest\/events/);
    await page.goto(`${running.url}/requests`);
    await stream;
    await page.getByRole("button", { name: "Pause" }).click();
    await call("while-paused");
    await page.getByRole("button", { name: "Resume" }).click();
    await row(page, "while-paused").waitFor();
  }));

test("the system page runs a consistency check once", () =>
  inTab("operator", async ({ page }) => {
    await page.goto(`${running.url}/system`);
    await page.getByRole("button", { name: "Run check" }).dblclick();
    await page.getByText(/All \d+ checks passed/).waitFor();
    const audit = await running.service.ask("GET", "/audit?action=ledger.check", {
      headers: running.service.operatorHeaders,
    });
    expect((audit.body as unknown[]).length).toBe(1);
  }));
