import { describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { test, type WatchedPage } from "./browser.ts";
import { type ConsolePage, everyPage, pages } from "./every-page.ts";
import { furnishLong } from "./furnished.ts";
import { misplaced } from "./overlaps.ts";
import { printFaults } from "./printing.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();
await furnishLong(running);

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

const looks = [
  { name: "light, wide", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "dark, 390 px", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;
/** It differs from 390 px in its layout alone, so that the wide page is only made as narrow. */
const narrowest = { width: 320, height: 640 };

/** Charts are drawn again in the frame after a change of their size. */
const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Waits until the page is loaded. */
const loaded = (page: Page) => page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });

async function show({ page }: WatchedPage, { path, heading, prepare }: ConsolePage): Promise<void> {
  await page.goto(running.url + path);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await loaded(page);
  await prepare?.(page);
  await loaded(page);
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

for (const look of looks)
  describe(`every page, ${look.name}`, () => {
    test("is accessible (WCAG 2.2 AA), fits without overlapping text, and prints", async () => {
      const faults: string[] = [];
      const tabs = new Map<ConsolePage["as"], WatchedPage>();
      for (const one of everyPage(customer.userId)) {
        const tab = tabs.get(one.as) ?? (await openAs(browser, running, one.as, customer, look));
        tabs.set(one.as, tab);
        tab.expect(503);
        await show(tab, one).catch((error: Error) =>
          faults.push(`${one.name}: ${error.message.split("\n")[0]}`),
        );
        faults.push(...tab.faults.splice(0).map((fault) => `${one.name}: ${fault}`));
        faults.push(...(await violations(tab.page)).map((fault) => `${one.name}: ${fault}`));
        // Synthetic records also say so themselves.
        const said = /.{0,20}synthetic(?! record[:)]).{0,20}/gi;
        const words = (await tab.page.getByRole("main").innerText()).match(said) ?? [];
        if (words.length > 1) faults.push(`${one.name}: ${words.join(" | ")}`);
        faults.push(...(await misplaced(tab.page)).map((fault) => `${one.name}: ${fault}`));
        if (look.colorScheme === "light") {
          await tab.page.setViewportSize(narrowest);
          await tab.page.evaluate(twoFrames);
          faults.push(...(await misplaced(tab.page)).map((fault) => `${one.name}, 320 px: ${fault}`));
        } else {
          faults.push(...(await printFaults(tab.page)).map((fault) => `${one.name}, printed: ${fault}`));
          await tab.page.emulateMedia({ media: "screen" });
        }
        await tab.page.setViewportSize(look.viewport);
      }
      for (const tab of tabs.values()) await tab.close();
      expect(faults).toEqual([]);
    }, 400_000);
  });

test("a shortened list is printed whole", async () => {
  const vehicle = everyPage(customer.userId).find(({ name }) => name === "vehicle")!;
  const tab = await openAs(browser, running, "customer", customer);
  await show(tab, vehicle);
  const repairs = tab.page.locator(".rep tbody tr");
  await printFaults(tab.page);
  const [all] = /\d+/.exec(await tab.page.getByRole("heading", { name: /^Costs of/ }).innerText()) ?? [];
  await repairs.nth(Number(all) - 1).waitFor();
  await tab.page.emulateMedia({ media: "screen" });
  await repairs.nth(12).waitFor({ state: "detached" });
  expect(await repairs.count()).toBe(12);
  await tab.close();
}, 60_000);

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
}, 30_000);
