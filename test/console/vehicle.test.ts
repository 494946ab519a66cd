import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { Account } from "../harness.ts";
import { launchBrowser } from "./browser.ts";
import type { ConsoleService } from "./console-service.ts";
import { startFurnished } from "./every-page.ts";
import { openAs } from "./signed-in.ts";

let browser: Browser;
let running: ConsoleService;
let customer: Account;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ running, customer } = await startFurnished());
}, 120_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("every value is told with the positions that decided it, and with what lost", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/look-up?vin=1B3EL56R22N208811`);
  await page.getByText(/values, and what each was told by/).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^Trim/ }) });
  expect((await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
    "R/T",
    "a pattern, positions 5–6 *[LG][57] not ES: an older pattern *L5",
  ]);
  expect(faults).toEqual([]);
  await close();
}, 60_000);
