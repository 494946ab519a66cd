import { test as anyTest } from "bun:test";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request as PageRequest,
} from "playwright-core";
import { limitMs } from "../limit.ts";
import { until } from "../until.ts";
import { findBrowser } from "./find-browser.ts";
import { keepToasts } from "./toasts.ts";

const found = await findBrowser();
if ("missing" in found)
  console.warn(`skipped: tests of pages, since ${found.missing}; npm run test:install installs one`);

/** A test of pages, skipped without a browser. */
export const test = anyTest.skipIf("missing" in found);

/** What files open and close if all of their tests are skipped. */
const noBrowser = { close: async () => undefined } as unknown as Browser;

/** A Chromium that sends no requests of its own. */
export async function launchBrowser(): Promise<Browser> {
  if ("missing" in found) return noBrowser;
  return chromium.launch({
    executablePath: found.path,
    ...(found.env && { env: { ...process.env, ...found.env } }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/**
 * A page with a record of its faults: errors, broken policies, requests to other origins. Motion is off: a color in
 * transition has a contrast that is never shown.
 */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
  /** Statuses of responses that a test provokes are no faults. */
  expect(status: number): void;
  /** From now on, every status is a fault again. */
  expectNone(): void;
  /** Waits until every request is answered, streams left out. Resolves to how many there were. */
  idle(): Promise<number>;
  close(): Promise<void>;
}

/** Long enough for a busy machine, and less than a test may take; what is waited for ends the wait. */
export const waitMs = limitMs / 2;

/** A stream of events, which does not end. */
const isStream = (url: string) => /\/events(\?|$)/.test(url);

export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(waitMs);
  await context.addInitScript(keepToasts);
  const page = await context.newPage();
  const faults: string[] = [];
  const expected = new Set<number>();
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1]);
    if (!expected.has(status)) faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  const open = new Set<PageRequest>();
  let started = 0;
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url))
      faults.push(`request to another origin: ${url}`);
    if (isStream(url)) return;
    started += 1;
    open.add(request);
  });
  for (const ended of ["requestfinished", "requestfailed"] as const)
    page.on(ended as "requestfinished", (request) => void open.delete(request));
  return {
    page,
    faults,
    expect: (status) => void expected.add(status),
    expectNone: () => expected.clear(),
    idle: () =>
      until(
        () => open.size === 0 && started,
        () => `a page's requests are answered: ${[...open].map((one) => `${one.method()} ${one.url()}`)}`,
      ),
    async close() {
      // A route that a test holds back would otherwise continue in a closed page.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}
