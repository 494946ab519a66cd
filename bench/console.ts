import type { Page, Request as PageRequest } from "playwright-core";
import { writeUsage } from "../src/metering/apply/write-usage.ts";
import { launchBrowser, type WatchedPage } from "../test/console/browser.ts";
import { type ConsoleService, startConsoleService } from "../test/console/console-service.ts";
import { openAs } from "../test/console/signed-in.ts";
import { type Account, signUp } from "../test/harness.ts";
import { callOf } from "../test/usage-calls.ts";
import { type Figure, median, table } from "./figure.ts";
import { fillAccounts } from "./management-fill.ts";

const calls = 1_000_000;
const batchCalls = 8000;
const hourMs = 3_600_000;
const rounds = 7;

/** A million calls of a week, one in twenty of them of one customer, one in ten refused or not found. */
async function fillCalls({ service }: ConsoleService, account: Account): Promise<void> {
  const since = Date.now() - 7 * 24 * hourMs;
  const statuses = [404, 422, 402, 429];
  for (let first = 0; first < calls; first += batchCalls) {
    const records = Array.from({ length: batchCalls }, (_, index) => {
      const number = first + index;
      const at = since + Math.floor((number / calls) * 7 * 24 * hourMs);
      const status = number % 10 === 0 ? statuses[(number / 10) % 4]! : 200;
      const other = { userId: `user-${number % 500}`, subscriptionId: `subscription-${number % 500}` };
      const call = callOf(number % 20 === 0 ? account : other, at, {
        requestId: `bench-${number}`,
        status,
        credits: status === 200 ? 1 : 0,
        key: "primary",
        ...(status !== 200 && { errorCode: `code_${status}` }),
      });
      return { seq: index + 1, call };
    });
    const journalId = `bench${first}`.padEnd(32, "0");
    await service.app.database.transaction((tx) => writeUsage(tx, journalId, records));
  }
}

const pages = [
  { name: "overview", path: "/overview", as: "customer" },
  { name: "requests", path: "/requests?range=7d", as: "customer" },
  { name: "requests, only 402", path: "/requests?range=7d&status=402", as: "customer" },
  { name: "usage", path: "/usage?range=7d", as: "customer" },
  { name: "keys", path: "/keys", as: "customer" },
  { name: "operator's overview", path: "/overview", as: "operator" },
  { name: "live requests", path: "/requests?range=7d", as: "operator" },
  { name: "reports", path: "/usage?range=7d", as: "operator" },
  { name: "users", path: "/users", as: "operator" },
  { name: "subscriptions", path: "/subscriptions", as: "operator" },
  { name: "audit log", path: "/audit", as: "operator" },
  { name: "system", path: "/system", as: "operator" },
] as const;

/** What the service takes for one of a page's reads, again and again; milliseconds. */
async function serverTime({ service }: ConsoleService, url: string, headers: Record<string, string>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const answer = await service.serve(new Request(url, { headers }), "127.0.0.1");
    await answer.text();
    times.push(performance.now() - begun);
  }
  return median(times);
}

async function pageFigure(running: ConsoleService, tab: WatchedPage, { name, path }: (typeof pages)[number]) {
  const asked = new Map<string, Record<string, string>>();
  const note = (request: PageRequest) => {
    const { pathname } = new URL(request.url());
    const streamed = pathname.endsWith("/events");
    if (request.method() === "GET" && !pathname.startsWith("/console") && !streamed)
      asked.set(request.url(), request.headers());
  };
  tab.page.on("request", note);
  await tab.page.goto(running.url + path);
  await tab.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await tab.page.getByRole("heading", { level: 1 }).waitFor();
  await tab.page.waitForTimeout(1000);
  tab.page.off("request", note);
  let slowest = { took: 0, path: "" };
  for (const [url, headers] of asked) {
    const took = await serverTime(running, url, headers);
    if (took > slowest.took) slowest = { took, path: new URL(url).pathname };
  }
  return {
    name: `server time, ${name}`,
    value: slowest.took,
    unit: "ms",
    note: `the slowest of ${asked.size} calls: ${slowest.path}`,
  };
}

/** From an interaction to the next paint, the longest of some; milliseconds, as the browser's event timing has it. */
async function interactions(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, entry.duration);
    }).observe({ type: "event", durationThreshold: 16 });`);
  for (let round = 0; round < 5; round += 1) await act();
  await page.waitForTimeout(500);
  return Number(await page.evaluate("globalThis.longest"));
}

const lists = [
  { name: "users", path: "/users", as: "operator" },
  { name: "subscriptions", path: "/subscriptions", as: "operator" },
  { name: "requests", path: "/requests?range=7d", as: "operator" },
] as const;

/** Server time of every page's calls, and how long lists take to react. */
export async function benchConsole(): Promise<readonly Figure[]> {
  const running = await startConsoleService();
  const account = await signUp(running.service);
  await fillAccounts(running.service.app.database, Date.now() - 100 * 24 * hourMs);
  await fillCalls(running, account);
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  for (const as of ["customer", "operator"] as const) {
    const tab = await openAs(browser, running, as, account);
    for (const one of pages.filter((page) => page.as === as))
      figures.push(await pageFigure(running, tab, one));
    for (const { name, path } of lists.filter((list) => list.as === as)) {
      await tab.page.goto(running.url + path);
      const older = tab.page.getByRole("button", { name: "Older" });
      await older.waitFor();
      const value = await interactions(tab.page, async () => {
        await older.click();
        await tab.page.waitForTimeout(200);
      });
      figures.push({
        name: `interaction to next paint, ${name}`,
        value,
        unit: "ms",
        note: "Older, five times",
      });
    }
    await tab.close();
  }
  await browser.close();
  await running.end();
  return figures;
}

if (import.meta.main) {
  console.log(table(await benchConsole()));
  process.exit(0);
}
