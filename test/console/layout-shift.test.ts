import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import type { Account } from "../harness.ts";
import { until } from "../until.ts";
import { launchBrowser, openPage, test } from "./browser.ts";
import type { ConsoleService } from "./console-service.ts";
import { startFurnished } from "./furnished.ts";
import { openAs } from "./signed-in.ts";

let browser: Browser;
let running: ConsoleService;
let customer: Account;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ running, customer } = await startFurnished());
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

/** The public pages, with the requests whose data arrives after the first paint. */
const pages = [
  { name: "landing", path: "", late: ["/sample/decode"], shown: "One call, one response" },
  { name: "guide", path: "/docs", late: ["/docs/quick-start.md", "/llms.txt"], shown: "Quick start" },
  { name: "guide without its list", path: "/docs", late: ["/llms.txt"], shown: "Quick start" },
  { name: "reference", path: "/reference", late: ["/openapi.json"], shown: "API reference" },
] as const;

/** Sums the shifts that no input caused, as Chromium reports them. */
const observe = `window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });`;

/** Two frames later, every shift of the last change is reported. */
const painted = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

for (const { name, path, late, shown } of pages)
  for (const width of [390, 1280])
    test(`the ${name} page, ${width} px wide, does not shift when its data arrives`, async () => {
      const { page, faults, close } = await openPage(browser, running.origin, {
        viewport: { width, height: 844 },
      });
      const held = Promise.withResolvers<void>();
      for (const one of late)
        await page.route(`**${one}`, async (route) => {
          await held.promise;
          await route.continue();
        });
      await page.addInitScript(observe);
      await page.goto(running.url + path);
      await page.locator(".skeleton .sk").first().waitFor();
      await page.evaluate(painted);
      held.resolve();
      await page.getByRole("heading", { name: shown }).first().waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await page.evaluate(painted);
      expect(Number(await page.evaluate("window.shift"))).toBeLessThan(0.05);
      expect(faults).toEqual([]);
      await close();
    }, 180_000);

/** Pages of signed-in users whose parts have requests of their own. */
const ofUsers = [
  { as: "customer", path: "/overview", shown: /calls in 7 days/ },
  { as: "customer", path: "/requests", shown: /^Request log$/ },
  { as: "operator", path: "/overview", shown: /calls/ },
  { as: "operator", path: "/datasets", shown: /datasets, all synthetic/ },
  { as: "operator", path: "/system", shown: /need attention$/ },
] as const;

for (const { as, path, shown } of ofUsers)
  for (const width of [390, 1280])
    test(`${path} of the ${as}, ${width} px wide, does not shift when responses arrive in reverse`, async () => {
      const viewport = { width, height: 844 };
      const { page, faults, close } = await openAs(browser, running, as, customer, { viewport });
      const held: (() => void)[] = [];
      let isHeld = true;
      await page.route("**/*", async (route) => {
        const request = route.request();
        // A page is drawn when the accounts are known: they say what of it the user may see.
        const isData = request.resourceType() === "fetch" && !request.url().endsWith("/auth/accounts");
        if (isData && isHeld) await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      });
      await page.addInitScript(observe);
      await page.goto(running.url + path);
      await page.locator(".skeleton .sk").first().waitFor();
      isHeld = false;
      for (let release = held.pop(); release; release = held.pop()) {
        release();
        await page.evaluate(painted);
      }
      await page.getByRole("heading", { level: 1, name: shown }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await page.evaluate(painted);
      expect(Number(await page.evaluate("window.shift"))).toBeLessThan(0.05);
      expect(faults).toEqual([]);
      await close();
    }, 180_000);

/** Notes where the controls of the page are. */
const note = `window.places = [...document.querySelectorAll("main button, main a, main input")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one, one.getBoundingClientRect().y + scrollY])`;
/** Those that are elsewhere since, by more than a rounded pixel. */
const moved = `window.places
  .filter(([one, y]) => one.checkVisibility() && Math.abs(one.getBoundingClientRect().y + scrollY - y) > 1)
  .map(([one]) => one.textContent || one.name)`;

/** Pages with sections of features, and a text below these. */
const ofFeatures = [
  { as: "customer", path: "/profile", below: "Access tokens" },
  { as: "customer", path: "/security", below: "Password" },
  { as: "customer", path: "/plans", below: "Close the subscription" },
  { as: "customer", path: "/billing", below: "Periods" },
  { as: "visitor", path: "/sign-up", below: "Have an account?" },
  { as: "visitor", path: "/sign-in", below: "No account yet?" },
] as const;

for (const { as, path, below } of ofFeatures)
  test(`no control of ${path} moves when the code of features arrives late`, async () => {
    const { page, faults, close } = await openAs(browser, running, as, customer);
    const held: (() => void)[] = [];
    const codes: string[] = [];
    const open = new Set<unknown>();
    const ended = (request: unknown) => void open.delete(request);
    page.on("requestfinished", ended);
    page.on("requestfailed", ended);
    await page.route("**/*", async (route) => {
      const request = route.request();
      const isCode = request.url().includes("/part-");
      if (isCode) codes.push(request.url());
      if (isCode) await new Promise<void>((resolve) => held.push(() => resolve(void open.add(request))));
      else if (request.resourceType() === "fetch" && !request.url().endsWith("/events")) open.add(request);
      await route.continue();
    });
    const idle = async () => {
      await until(() => open.size === 0, "no request is open");
      await page.evaluate(painted);
    };
    const isWhole = () => page.getByRole("main").getByText(below).first().isVisible();
    await page.goto(running.url + path, { waitUntil: "commit" });
    const found: unknown[] = [];
    const next = async () => (held.length > 0 ? "held" : (await isWhole()) && "whole");
    while ((await until(next, "a script or the whole page")) === "held") {
      await idle();
      await page.evaluate(note);
      for (const release of held.splice(0)) release();
      await idle();
      found.push(...((await page.evaluate(moved)) as unknown[]));
    }
    await page.evaluate((urls) => Promise.all(urls.map((url) => import(url))), codes);
    await page.evaluate(painted);
    found.push(...((await page.evaluate(moved)) as unknown[]));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  }, 180_000);
