import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { count, money } from "../../console/src/base/format.ts";
import { type Got, signUp } from "../harness.ts";
import { test } from "./browser.ts";
import { demoVin } from "./furnished.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";
import { openSignedIn } from "./signed-in.ts";

const { browser, running, customer, inTab } = await seeded();

test("every value shows its source and alternatives", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/look-up?vin=1B3EL56R22N208811");
    await page.getByRole("button", { name: "Decode VIN (1 credit)" }).click();
    await page.getByText(/values and sources/).click();
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^Trim/ }) });
    expect((await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual(
      ["R/T", "a pattern, positions 5–6 *[LG][57] not ES: an older pattern *L5"],
    );
  }));

test("a plate leads to its vehicle", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    // The browser reports the 404 of an unknown plate as an error.
    tab.expect(404);
    await openPath(tab, running, "/look-up");
    const form = page.getByRole("form", { name: "By plate" });
    const find = async (plate: string, state: string) => {
      await form.getByLabel("Plate").fill(plate);
      await form.getByLabel("State or country").fill(state);
      await form.getByRole("button", { name: "Find vehicle (1 credit)" }).click();
    };
    await find("NOBODYS", "CA");
    await page.getByText("No vehicle found for this plate").waitFor();
    await page.getByText("This does not prove that none exists").waitFor();
    await find(" demo123", "ca");
    await page.getByText(/^2018 Honda CR-V EX\b/).waitFor();
    await page.getByText("The plate can belong to another vehicle since it was recorded.").waitFor();
    await page.getByRole("link", { name: `Open ${demoVin}` }).click();
    await page.getByRole("button", { name: "Decode VIN (1 credit)" }).click();
    await page.getByRole("heading", { level: 1, name: /2018 Honda CR-V EX/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("vin")).toBe(demoVin);
  }));

test("opening or reloading a vehicle charges nothing", async () => {
  const own = await signUp(running.service);
  const tab = await openSignedIn(browser, running, own);
  const { page, faults, close } = tab;
  for (const status of [404, 503]) tab.expect(status);
  const used = async () => {
    const { service } = running;
    const got = await service.ask("GET", `/subscriptions/${own.subscriptionId}`, {
      headers: service.operatorHeaders,
    });
    return (got.body as { credits: { used: number } }).credits.used;
  };
  const opened = () => page.getByRole("heading", { level: 1, name: "2018 Honda CR-V EX" }).waitFor();
  await page.goto(`${running.url}/look-up?vin=${demoVin}`);
  const decode = page.getByRole("button", { name: "Decode VIN (1 credit)" });
  await decode.waitFor();
  expect(await used()).toBe(0);
  await decode.click();
  await opened();
  for (let reload = 0; reload < 3; reload += 1) {
    await page.reload();
    await opened();
  }
  expect(await used()).toBe(1);

  await page.getByRole("button", { name: "Get full report (6 credits)" }).click();
  const report = [/^Sold/, /^Worth/, /^Costs of/, /recall/i, /lien/i];
  for (const name of report) await shown(page, page.getByRole("heading", { name }));
  const paid = await used();
  await page.reload();
  for (const name of report) await shown(page, page.getByRole("heading", { name }));
  expect([await used(), paid > 3]).toEqual([paid, true]);
  // In a new tab as well.
  const other = await openSignedIn(browser, running, own);
  await other.page.goto(`${running.url}/look-up?vin=${demoVin}`);
  for (const name of report.slice(0, 3)) await other.page.getByRole("heading", { name }).waitFor();
  expect(await used()).toBe(paid);
  expect(faults).toEqual([]);
  await other.close();
  await close();
});

interface Valued {
  readonly basic: { readonly mileage: string };
  readonly statistics: {
    readonly p15: number;
    readonly p50: number;
    readonly p85: number;
    readonly mileage_used: number;
    readonly sales: readonly { readonly mileage: number; readonly price: number }[];
  };
}

/** The valuation of the service. */
async function valued(query = ""): Promise<Valued> {
  const headers = { "x-authkey": customer.key };
  let got: Got;
  // A busy machine returns 503 at times.
  do got = await running.service.ask("GET", `/market-valuation/${demoVin}${query}`, { headers });
  while (got.status === 503);
  return (got.body as { data: Valued }).data;
}

/** Waits for an element; repeats what a busy machine refused. */
async function shown(page: Page, wanted: Locator): Promise<void> {
  const again = page.getByRole("button", { name: "Try again" });
  for (;;) {
    await wanted.or(again).first().waitFor();
    if (await wanted.isVisible()) return;
    await again.first().click();
  }
}

test("the value chart shows sales and percentiles", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    tab.expect(503);
    await page.goto(`${running.url}/look-up?vin=${demoVin}`);
    await page.getByRole("button", { name: /^Get market value/ }).click();
    const draw = page.getByRole("button", { name: "Plot value by mileage (6 credits)" });
    await shown(page, draw);
    await draw.click();
    const chart = page.getByRole("img", { name: /^Value falls from \$/ });
    await shown(page, chart);

    const { basic, statistics } = await valued();
    const points = [{ miles: Number(basic.mileage.replaceAll(",", "")), ...statistics }];
    for (const miles of [10_000, 40_000, 70_000, 100_000, 130_000, 160_000]) {
      // No sale is near 10,000 miles: the value is that of the lowest mileage that is valued.
      const { statistics: plotted } = await valued(`?mileage=${miles}`);
      points.push({ ...plotted, miles: plotted.mileage_used });
    }
    points.sort((a, b) => a.miles - b.miles);
    expect(points[0]!.miles).toBeGreaterThan(10_000);
    expect(statistics.sales.length).toBeGreaterThan(2);
    expect(await chart.locator("circle.pt title").allTextContents()).toEqual(
      statistics.sales.map(({ mileage, price }) => `Sold for ${money(price)} at ${count(mileage)} miles`),
    );
    await page.getByText("View as table").click();
    const rows = await page.getByRole("table", { name: "Value by mileage" }).getByRole("row").allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/))).toEqual(
      points.map(({ miles, p15, p50, p85 }) => [count(miles), money(p15), money(p50), money(p85)]),
    );
    // The band follows its upper edge, then its lower edge back.
    const path = (await chart.locator("path.band").getAttribute("d")) ?? "";
    const heights = [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect(heights.length).toBe(2 * points.length);
    for (const [index] of points.entries()) expect(heights[index]).toBeLessThan(heights.at(-1 - index)!);
  }));
