import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { test, type WatchedPage } from "./browser.ts";
import { type ConsolePage, everyPage, pages } from "./every-page.ts";
import { furnishTerms } from "./furnish-terms.ts";
import { furnishLong } from "./furnished.ts";
import { misplaced } from "./overlaps.ts";
import { printFaults } from "./printing.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();
await furnishLong(running);
await furnishTerms(running, customer);

const axe = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The violations of WCAG 2.2 AA that axe finds. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (tags) => {
    const run = (globalThis as unknown as { axe: { run(root: unknown, how: unknown): Promise<AxeResults> } })
      .axe;
    const root = (globalThis as unknown as { document: unknown }).document;
    const found = await run.run(root, { runOnly: tags, resultTypes: ["violations"] });
    return found.violations.flatMap((one) =>
      one.nodes.map(
        (node) => `${one.id}: ${node.target.join(" ")} ${node.failureSummary.split("\n")[1] ?? ""}`,
      ),
    );
  }, rules);
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** It differs from 390 px in its layout alone, so that the wide page is only made as narrow. */
const narrowest = { width: 320, height: 640 };

/** Charts are drawn again in the frame after a change of their size. */
const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Waits until the page is loaded. */
const loaded = (page: Page) => page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });

/** Waits for the view of a page that is opened. */
async function view(page: Page, { heading, prepare }: ConsolePage): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await loaded(page);
  await prepare?.(page);
  await loaded(page);
}

/** Synthetic records say so themselves; the page says it once. */
async function repeatedWords(page: Page): Promise<string[]> {
  const said = /.{0,20}synthetic(?! record[:)]).{0,20}/gi;
  const words = (await page.getByRole("main").innerText()).match(said) ?? [];
  return words.length > 1 ? [words.join(" | ")] : [];
}

/** The faults of a view: light and wide, 320 px wide, after the back button, and reloaded dark and narrow; printed. */
async function faultsOf(tab: WatchedPage, one: ConsolePage): Promise<string[]> {
  const { page } = tab;
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${one.name}${where}: ${fault}`));
  await page.setViewportSize(wide);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.goto(running.url + one.path);
  await view(page, one);
  note("", await violations(page));
  note("", await repeatedWords(page));
  note("", await misplaced(page));
  if (one.as !== "visitor" && !one.prepare && !one.isAlone) {
    await page.getByRole("navigation").first().getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
    await page.goBack();
    await view(page, one);
  }
  await page.setViewportSize(narrowest);
  await page.evaluate(twoFrames);
  note(", 320 px", await misplaced(page));
  await page.setViewportSize(narrow);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  const address = page.url();
  // What `prepare` pressed may be another page.
  if (one.prepare) await page.goto(running.url + one.path);
  else await page.reload();
  await view(page, one);
  if (!one.prepare && page.url() !== address) note("", [`a reload leads to ${page.url()}`]);
  note(", dark, 390 px", await violations(page));
  note(", dark, 390 px", await repeatedWords(page));
  note(", dark, 390 px", await misplaced(page));
  note(", printed", await printFaults(page));
  note("", tab.faults.splice(0));
  return faults;
}

/** Those of views in one tab after the other. */
async function faultsIn(as: ConsolePage["as"], views: readonly ConsolePage[]): Promise<string[]> {
  const tab = await openAs(browser, running, as, customer);
  tab.expect(503);
  const faults: string[] = [];
  for (const one of views)
    faults.push(
      ...(await faultsOf(tab, one).catch((error: Error) => [`${one.name}: ${error.message.split("\n")[0]}`])),
    );
  await tab.close();
  return faults;
}

test("the views cover every page of the list", () => {
  const views = everyPage(customer.userId).flatMap(({ path, opens = [] }) => [
    path.replace(/[?#].*/, "") || "/",
    ...[opens].flat(),
  ]);
  const isSeen = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\$\w+/g, "[^/]+")}$`);
    return views.some((view) => pattern.test(view));
  };
  expect(pages.map(({ path }) => path).filter((path) => !views.includes(path) && !isSeen(path))).toEqual([]);
});

// Operators see what the customer enters. One after the other: two tabs draw no sooner than one, and each has its time.
for (const as of ["customer", "operator", "visitor"] as const)
  test(`every page of ${as}s is accessible (WCAG 2.2 AA), fits without overlapping text, prints, and survives a reload`, async () => {
    const views = everyPage(customer.userId).filter((one) => one.as === as);
    expect(await faultsIn(as, views)).toEqual([]);
  }, 400_000);

test("a shortened list is printed whole", async () => {
  const vehicle = everyPage(customer.userId).find(({ name }) => name === "vehicle")!;
  const tab = await openAs(browser, running, "customer", customer);
  await tab.page.goto(running.url + vehicle.path);
  await view(tab.page, vehicle);
  const repairs = tab.page.locator(".rep tbody tr");
  await printFaults(tab.page);
  const [all] = /\d+/.exec(await tab.page.getByRole("heading", { name: /^Costs of/ }).innerText()) ?? [];
  await repairs.nth(Number(all) - 1).waitFor();
  await tab.page.emulateMedia({ media: "screen" });
  await repairs.nth(12).waitFor({ state: "detached" });
  expect(await repairs.count()).toBe(12);
  await tab.close();
}, 180_000);

test("the first load is within its budget", async () => {
  const tab = await openAs(browser, running, "visitor", customer);
  const bytes = { script: 0, stylesheet: 0, font: 0 };
  const measured: Promise<void>[] = [];
  tab.page.on("response", (response) => {
    const kind = response.request().resourceType();
    if (!(kind in bytes)) return;
    const added = response
      .request()
      .sizes()
      .then(({ responseBodySize }) => {
        bytes[kind as keyof typeof bytes] += responseBodySize;
      });
    measured.push(added);
  });
  await tab.page.goto(running.url);
  await tab.page.waitForLoadState("networkidle");
  await Promise.all(measured);
  await tab.close();
  console.log(`first load: ${JSON.stringify(bytes)} bytes as sent`);
  expect(bytes.script).toBeGreaterThan(10_000);
  expect(bytes.script).toBeLessThanOrEqual(200_000);
  expect(bytes.stylesheet).toBeLessThanOrEqual(12_000);
  expect(bytes.font).toBeLessThanOrEqual(50_000);
}, 180_000);
