import { test as anyTest } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const packaged = join(
  import.meta.dir,
  "../../node_modules/.browser/node_modules/@sparticuz/chromium/build/index.js",
);

/** This machine's Chromium; undefined without one. */
async function findBrowser(): Promise<string | undefined> {
  for (const name of ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) {
    const found = Bun.which(name);
    if (found) return found;
  }
  const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  if (existsSync(chrome)) return chrome;
  return existsSync(packaged) ? (await import(packaged)).default.executablePath() : undefined;
}

const executablePath = await findBrowser();
if (executablePath === undefined)
  console.warn("skipped: tests of pages, for no Chromium is installed; test/install-browser.sh installs one");

/** A test of pages, skipped without a browser. */
export const test = anyTest.skipIf(executablePath === undefined);

/** What files open and close if all of their tests are skipped. */
const noBrowser = { close: async () => undefined } as unknown as Browser;

/** A Chromium that sends no requests of its own. */
export async function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined) return noBrowser;
  return chromium.launch({
    executablePath,
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
 * A page with a record of its faults: errors, broken policies, requests to other origins. Motion is off: a
 * color in transition has a contrast that no reader sees.
 */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
  /** Statuses of responses that a test provokes are no faults. */
  expect(status: number): void;
  close(): Promise<void>;
}

/** Long enough for a busy machine; what is waited for ends the wait. */
const waitMs = 90_000;

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
  const page = await context.newPage();
  const faults: string[] = [];
  const expected = new Set<number>();
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1]);
    if (!expected.has(status)) faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      faults.push(`request to another origin: ${request.url()}`);
  });
  return { page, faults, expect: (status) => void expected.add(status), close: () => context.close() };
}
