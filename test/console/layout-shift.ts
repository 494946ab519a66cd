import { expect } from "bun:test";
import { until } from "../until.ts";
import { openPage, type WatchedPage } from "./browser.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

/** Sums the shifts that no input caused, as Chromium reports them. */
const observe = `window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });`;

/** Two frames later, every shift of the last change is reported. */
const painted = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Notes where the controls of the page are. */
const note = `window.places = [...document.querySelectorAll("main button, main a, main input")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one, one.getBoundingClientRect().y + scrollY])`;
/** Those that are elsewhere since, by more than a rounded pixel. */
const moved = `window.places
  .filter(([one, y]) => one.checkVisibility() && Math.abs(one.getBoundingClientRect().y + scrollY - y) > 1)
  .map(([one]) => one.textContent || one.name)`;

/** A public page, with the requests whose data arrives after the first paint. */
interface PublicPage {
  readonly name: string;
  readonly path: string;
  readonly late: readonly string[];
  readonly shown: string;
}

/** A page of signed-in users whose parts have requests of their own. */
interface PageOfParts {
  readonly as: "customer" | "operator";
  readonly path: string;
  readonly shown: RegExp;
}

/** A page with sections of features, and a text below these. */
interface PageOfFeatures {
  readonly as: "customer" | "visitor";
  readonly path: string;
  readonly below: string;
}

/** A test, by its title. */
interface ShiftTest {
  readonly title: string;
  run(): Promise<void>;
}

/** Public pages, each 390 and 1,280 px wide. */
const publicPages: readonly PublicPage[] = [
  { name: "landing", path: "", late: ["/sample/decode"], shown: "One call, one response" },
  { name: "guide", path: "/docs", late: ["/docs/quick-start.md", "/llms.txt"], shown: "Quick start" },
  { name: "guide without its list", path: "/docs", late: ["/llms.txt"], shown: "Quick start" },
  { name: "reference", path: "/docs/reference", late: ["/openapi.json"], shown: "API reference" },
];

const pagesOfParts: readonly PageOfParts[] = [
  { as: "customer", path: "/home", shown: /credits? left/ },
  { as: "customer", path: "/calls", shown: /^\d+ calls?\b/ },
  { as: "operator", path: "/inbox", shown: /needs? you/ },
  { as: "operator", path: "/plans", shown: /^\d+ plans, \d+ on sale$/ },
  { as: "operator", path: "/plans/trial", shown: /^Trial/ },
  { as: "operator", path: "/money", shown: /received/ },
  { as: "operator", path: "/data", shown: /datasets, all synthetic/ },
  { as: "operator", path: "/settings/system", shown: /need attention$/ },
];

const pagesOfFeatures: readonly PageOfFeatures[] = [
  { as: "customer", path: "/me", below: "Access tokens" },
  { as: "customer", path: "/me?tab=security", below: "Password" },
  { as: "customer", path: "/billing", below: "Close the subscription" },
  { as: "visitor", path: "/sign-up", below: "Have an account?" },
  { as: "visitor", path: "/sign-in", below: "No account yet?" },
];

const widths = [390, 1280];

/** The tests of what moves while a page loads. One of each kind is short: the first. */
export async function shiftTests(): Promise<{ short: readonly ShiftTest[]; long: readonly ShiftTest[] }> {
  const { browser, running, customer } = await seeded();

  async function expectStill({ page, faults, close }: WatchedPage): Promise<void> {
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await page.evaluate(painted);
    expect(Number(await page.evaluate("window.shift"))).toBeLessThan(0.05);
    expect(faults).toEqual([]);
    await close();
  }

  /** Opens a public page, and sends its data after the first paint. */
  async function expectStillPublic({ path, late, shown }: PublicPage, width: number): Promise<void> {
    const tab = await openPage(browser, running.origin, { viewport: { width, height: 844 } });
    const { page } = tab;
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
    await expectStill(tab);
  }

  /** Opens a page of a user, and sends the last response first. */
  async function expectStillParts({ as, path, shown }: PageOfParts, width: number): Promise<void> {
    const viewport = { width, height: 844 };
    const tab = await openAs(browser, running, as, customer, { viewport });
    const { page } = tab;
    const held: (() => void)[] = [];
    let isHeld = true;
    await page.route("**/*", async (route) => {
      const request = route.request();
      // A page is drawn when the accounts are known: they decide what of it the user may see.
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
    await expectStill(tab);
  }

  /** Opens a page whose features' code arrives after everything else. No control moves. */
  async function expectControlsStay({ as, path, below }: PageOfFeatures): Promise<void> {
    const { page, faults, close } = await openAs(browser, running, as, customer);
    const held: (() => void)[] = [];
    const codes: string[] = [];
    const open = new Set<unknown>();
    let started = 0;
    const begin = (request: unknown) => {
      started += 1;
      open.add(request);
    };
    const ended = (request: unknown) => void open.delete(request);
    page.on("requestfinished", ended);
    page.on("requestfailed", ended);
    await page.route("**/*", async (route) => {
      const request = route.request();
      const isCode = request.url().includes("/part-");
      if (isCode) codes.push(request.url());
      if (isCode) await new Promise<void>((resolve) => held.push(() => resolve(begin(request))));
      else if (request.resourceType() === "fetch" && !request.url().endsWith("/events")) begin(request);
      await route.continue();
    });
    // What a response adds to the page can request more.
    const idle = async () => {
      for (let before = -1; before !== started; ) {
        before = started;
        await until(() => open.size === 0, "no request is open");
        await page.evaluate(painted);
      }
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
  }
  const kinds: readonly (readonly ShiftTest[])[] = [
    publicPages.flatMap((one) =>
      widths.map((width) => ({
        title: `the ${one.name} page, ${width} px wide, does not shift when its data arrives`,
        run: () => expectStillPublic(one, width),
      })),
    ),
    pagesOfParts.flatMap((one) =>
      widths.map((width) => ({
        title: `${one.path} of the ${one.as}, ${width} px wide, does not shift when responses arrive in reverse`,
        run: () => expectStillParts(one, width),
      })),
    ),
    pagesOfFeatures.map((one) => ({
      title: `no control of ${one.path} moves when the code of features arrives late`,
      run: () => expectControlsStay(one),
    })),
  ];
  return { short: kinds.map(([first]) => first!), long: kinds.flatMap(([, ...others]) => others) };
}
