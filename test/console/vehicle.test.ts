import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { count, money } from "../../console/src/base/format.ts";
import type { Got } from "../harness.ts";
import { test } from "./browser.ts";
import { demoVin } from "./every-page.ts";
import { furnished } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await furnished();

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

test("a plate leads to its vehicle, and one that nobody recorded proves nothing", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/look-up`);
  const form = page.getByRole("form", { name: "By plate" });
  const find = async (plate: string, state: string) => {
    await form.getByLabel("Plate").fill(plate);
    await form.getByLabel("State, two letters").fill(state);
    await form.getByRole("button", { name: "Find the vehicle (1 lookup)" }).click();
  };
  await find("NOBODYS", "CA");
  await page.getByText("No vehicle is recorded for this plate").waitFor();
  await page.getByText("That is no proof that there is none").waitFor();
  await find(" demo123", "ca");
  await page.getByText(/^2018 Honda CR-V EX\b/).waitFor();
  await page.getByText("A plate may have moved to another vehicle since it was recorded.").waitFor();
  await page.getByRole("link", { name: `Open ${demoVin}` }).click();
  await page.getByRole("heading", { level: 1, name: /2018 Honda CR-V EX/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("vin")).toBe(demoVin);
  // A plate without a record is a 404, which a browser tells as an error of the page.
  expect(faults.filter((fault) => !fault.includes("status of 404"))).toEqual([]);
  await close();
}, 60_000);

interface Valued {
  readonly basic: { readonly mileage: string };
  readonly statistics: {
    readonly p15: number;
    readonly p50: number;
    readonly p85: number;
    readonly sales: readonly { readonly mileage: number; readonly price: number }[];
  };
}

/** What the service says that the vehicle is worth. */
async function valued(query = ""): Promise<Valued> {
  const headers = { "x-authkey": customer.key };
  let got: Got;
  // A machine that is busy with other things answers 503 now and then.
  do got = await running.service.ask("GET", `/market-valuation/${demoVin}${query}`, { headers });
  while (got.status === 503);
  return (got.body as { data: Valued }).data;
}

/** Waits for something that is asked of the service; what a busy machine refused is asked again. */
async function shown(page: Page, wanted: Locator): Promise<void> {
  const again = page.getByRole("button", { name: "Try again" });
  for (;;) {
    await wanted.or(again).first().waitFor();
    if (await wanted.isVisible()) return;
    await again.first().click();
  }
}

test("a value over mileage: a ring for each sale, and the band that most sell in", async () => {
  const tab = await openAs(browser, running, "customer", customer);
  const { page, faults } = tab;
  tab.expect(503);
  await page.goto(`${running.url}/look-up?vin=${demoVin}`);
  await page.getByRole("button", { name: /^Ask for: What it is worth/ }).click();
  const draw = page.getByRole("button", { name: "Draw it over mileage (6 lookups)" });
  await shown(page, draw);
  await draw.click();
  const chart = page.getByRole("img", { name: /^Value falls from \$/ });
  await shown(page, chart);

  const { basic, statistics } = await valued();
  const points = [{ miles: Number(basic.mileage.replaceAll(",", "")), ...statistics }];
  for (const miles of [10_000, 40_000, 70_000, 100_000, 130_000, 160_000])
    points.push({ miles, ...(await valued(`?mileage=${miles}`)).statistics });
  points.sort((a, b) => a.miles - b.miles);
  expect(statistics.sales.length).toBeGreaterThan(2);
  expect(await chart.locator("circle.pt title").allTextContents()).toEqual(
    statistics.sales.map(({ mileage, price }) => `Sold for ${money(price)} at ${count(mileage)} miles`),
  );
  await page.getByText("The same as a table").click();
  const rows = await page.getByRole("table", { name: "Value by mileage" }).getByRole("row").allInnerTexts();
  expect(rows.slice(1).map((row) => row.split(/\s+/))).toEqual(
    points.map(({ miles, p15, p50, p85 }) => [count(miles), money(p15), money(p50), money(p85)]),
  );
  // The band goes along its upper edge and back along the lower one.
  const path = (await chart.locator("path.band").getAttribute("d")) ?? "";
  const heights = [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
  expect(heights.length).toBe(2 * points.length);
  for (const [index] of points.entries()) expect(heights[index]).toBeLessThan(heights.at(-1 - index)!);
  expect(faults).toEqual([]);
  await tab.close();
}, 60_000);
