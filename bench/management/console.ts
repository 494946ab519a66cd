import type { Page, Request as PageRequest } from "playwright-core";
import { launchBrowser, type WatchedPage } from "../../test/console/browser.ts";
import { type ConsoleService, startConsoleService } from "../../test/console/console-service.ts";
import { openAs } from "../../test/console/signed-in.ts";
import { type Account, signUp } from "../../test/harness.ts";
import { callOf } from "../../test/usage-calls.ts";
import { fillAccounts } from "../common/accounts.ts";
import { fillCalls } from "../common/calls.ts";
import { type Figure, figure, median } from "../common/figure.ts";
import { elapsed } from "../common/measure.ts";
import { scaled } from "../common/settings.ts";

const calls = scaled(1_000_000, 5000);
const dayMs = 86_400_000;
const rounds = 7;
const failures = [404, 422, 402, 429];

/** A million calls of a week: one in twenty is the account's, one in ten is refused or not found. */
function callAt(account: Account, since: number, number: number) {
  const at = since + Math.floor((number / calls) * 7 * dayMs);
  const failure = number % 10 === 0 ? failures[(number / 10) % 4]! : undefined;
  const other = { userId: `user-${number % 500}`, subscriptionId: `subscription-${number % 500}` };
  return callOf(number % 20 === 0 ? account : other, at, {
    requestId: `bench-${number}`,
    status: failure ?? 200,
    credits: failure ? 0 : 1,
    key: "primary",
    ...(failure && { errorCode: `code_${failure}` }),
  });
}

interface View {
  readonly name: string;
  readonly path: string;
}

const views: Readonly<Record<"customer" | "operator", readonly View[]>> = {
  customer: [
    { name: "home", path: "/home" },
    { name: "requests", path: "/calls?range=7d" },
    { name: "requests, only 402", path: "/calls?range=7d&status=402" },
    { name: "calls by API", path: "/calls?by=api&range=7d" },
    { name: "keys", path: "/keys" },
  ],
  operator: [
    { name: "inbox", path: "/inbox" },
    { name: "live requests", path: "/calls?range=7d" },
    { name: "calls by customer", path: "/calls?by=customer&range=7d" },
    { name: "customers", path: "/customers" },
    { name: "money", path: "/money" },
    { name: "audit log", path: "/settings/audit" },
    { name: "system", path: "/settings/system" },
  ],
};

const lists: readonly View[] = [
  { name: "customers", path: "/customers" },
  { name: "calls", path: "/calls?range=7d" },
];

/** Milliseconds of the service for one of a page's reads. */
async function serverTime({ service }: ConsoleService, url: string, headers: Record<string, string>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(
      await elapsed(async () => {
        const response = await service.serve(new Request(url, { headers }), "127.0.0.1");
        await response.text();
      }),
    );
  return median(times);
}

async function viewFigure(
  running: ConsoleService,
  { page }: WatchedPage,
  { name, path }: View,
): Promise<Figure> {
  const requests = new Map<string, Record<string, string>>();
  const note = (request: PageRequest) => {
    const { pathname } = new URL(request.url());
    const streamed = pathname.endsWith("/events");
    if (request.method() === "GET" && !pathname.startsWith("/console") && !streamed)
      requests.set(request.url(), request.headers());
  };
  page.on("request", note);
  await page.goto(running.url + path);
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(1000);
  page.off("request", note);
  let slowest = { ms: 0, path: "" };
  for (const [url, headers] of requests) {
    const ms = await serverTime(running, url, headers);
    if (ms > slowest.ms) slowest = { ms, path: new URL(url).pathname };
  }
  const slowestNote = `the slowest of ${requests.size} calls: ${slowest.path}`;
  return figure(`server time, ${name}`, slowest.ms, "ms", slowestNote);
}

/** The longest of five interactions with a list, from the click to the next paint, by the browser's event timing. */
async function interactionFigure(page: Page, { name }: View): Promise<Figure> {
  await page.evaluate(`globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, entry.duration);
    }).observe({ type: "event", durationThreshold: 16 });`);
  for (let round = 0; round < 5; round += 1) {
    await page.getByRole("button", { name: "Older" }).click();
    await page.waitForTimeout(200);
  }
  await page.waitForTimeout(500);
  const longest = Number(await page.evaluate("globalThis.longest"));
  return figure(`interaction to next paint, ${name}`, longest, "ms", "Older, five times");
}

/** Server time of every page's calls, and the reaction of lists. */
export async function benchConsole(): Promise<readonly Figure[]> {
  const running = await startConsoleService();
  const { database } = running.service.app;
  const account = await signUp(running.service);
  const since = Date.now() - 7 * dayMs;
  await fillAccounts(database, Date.now() - 100 * dayMs);
  await fillCalls(database, calls, (number) => callAt(account, since, number));
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  for (const role of ["customer", "operator"] as const) {
    const tab = await openAs(browser, running, role, account);
    for (const view of views[role]) figures.push(await viewFigure(running, tab, view));
    for (const list of role === "operator" ? lists : []) {
      await tab.page.goto(running.url + list.path);
      await tab.page.getByRole("button", { name: "Older" }).waitFor();
      figures.push(await interactionFigure(tab.page, list));
    }
    await tab.close();
  }
  await browser.close();
  await running.end();
  return figures;
}
