import { expect } from "bun:test";
import { test } from "../browser.ts";
import { goBack, leave, openPath, settle } from "../navigate.ts";
import { violations } from "./accessible.ts";
import { seededViews, testEachView } from "./each-view.ts";
import { misplaced } from "./overlaps.ts";
import { printFaults, redraw } from "./printing.ts";
import { repeatedWords } from "./repeated.ts";
import { visit } from "./visit.ts";

const { running, views, openTab } = await seededViews();

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** It differs from 390 px in its layout alone, so that the page is only made as narrow. */
const narrowest = { width: 320, height: 640 };

// Each view is left and opened again by the back button, then loaded dark and narrow, made narrower, and printed.
testEachView(
  views,
  "comes back, reloads, prints, and is accessible dark and narrow",
  async (as) => ({ tab: await openTab(as, { viewport: narrow, colorScheme: "dark" }) }),
  async ({ tab }, one) => {
    const { page } = tab;
    const faults: string[] = [];
    const note = (where: string, found: readonly string[]) =>
      faults.push(...found.map((fault) => `${where}: ${fault}`));
    if (one.prepare) {
      await page.goto(running.url + one.path);
      await settle(tab, one.heading);
      await one.prepare(page);
      await settle(tab, /./);
    } else {
      await page.setViewportSize(wide);
      await openPath(tab, running, one.path, one.heading);
      const address = page.url();
      // Two paths without a page have one element as their heading.
      await leave(tab, running, one.name === "not-found" ? "/sign-in" : undefined);
      await goBack(tab, one.heading);
      await page.setViewportSize(narrow);
      await page.reload();
      await settle(tab, one.heading);
      if (page.url() !== address) note("reloaded", [`leads to ${page.url()}`]);
    }
    note("390 px", await violations(page));
    note("390 px", await repeatedWords(page));
    note("390 px", await misplaced(page));
    await page.setViewportSize(narrowest);
    await redraw(page);
    note("320 px", await misplaced(page));
    note("printed", await printFaults(page));
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize(narrow);
    return faults;
  },
);

test("a shortened list is printed whole", async () => {
  const tab = await openTab("customer", {});
  const { page } = tab;
  await visit(tab, running, views.find(({ name }) => name === "vehicle")!);
  const repairs = page.locator(".rep tbody tr");
  await printFaults(page);
  const [all] = /\d+/.exec(await page.getByRole("heading", { name: /^Costs of/ }).innerText()) ?? [];
  await repairs.nth(Number(all) - 1).waitFor();
  await page.emulateMedia({ media: "screen" });
  await repairs.nth(12).waitFor({ state: "detached" });
  expect(await repairs.count()).toBe(12);
  await tab.close();
});
