import { expect } from "bun:test";
import { test, type WatchedPage } from "./browser.ts";
import { type ConsolePage, everyPage } from "./every-page.ts";
import { furnishLong } from "./furnished.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();
await furnishLong(running);

/** The printable width of A4 with the browser's margins. */
const paper = { width: 718, height: 1040 };

/**
 * Runs in the page: keeps the texts that the screen shows, those that must be scrolled to included. A textarea's text has
 * no boxes; its height is compared instead.
 */
const keep = `(() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  window.kept = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("nav, button, .btn, form.lookup, option, textarea, .pager, .vh, .range")) continue;
    const folded = parent.closest("details:not([open])");
    if (folded || parent.checkVisibility({ checkVisibilityCSS: true })) window.kept.push(node);
  }
  return window.kept.length;
})()`;

/** Runs in the page: what print leaves out or cuts. */
const lost = `(() => {
  const found = [];
  for (const node of window.kept.filter((one) => one.isConnected)) {
    const text = node.textContent.trim().slice(0, 40);
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    if (rects.length === 0) found.push("not printed: " + text);
    for (const { left, right, top, bottom } of rects) {
      if (left < -1 || right > innerWidth + 1) found.push("beyond the paper: " + text);
      for (let one = node.parentElement; one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.clipPath !== "none" || style.overflowX === "visible") continue;
        const box = one.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
          found.push("cut by ." + one.className + ": " + text);
      }
    }
  }
  for (const one of document.querySelectorAll("body *")) {
    if (!one.checkVisibility()) continue;
    const { position } = getComputedStyle(one);
    if (position === "fixed" || position === "sticky") found.push(position + ": ." + one.className);
    if (one.tagName === "TEXTAREA" && one.scrollHeight > one.clientHeight + 1) found.push("cut: textarea");
  }
  const { colorScheme, printColorAdjust } = getComputedStyle(document.documentElement);
  return [...new Set([...found, colorScheme, printColorAdjust])];
})()`;

async function printed({ page }: WatchedPage, one: ConsolePage): Promise<string[]> {
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(running.url + one.path);
  await page.getByRole("heading", { level: 1, name: one.heading }).waitFor();
  await one.prepare?.(page);
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  expect([one.name, Number(await page.evaluate(keep)) > 0]).toEqual([one.name, true]);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(paper);
  return (await page.evaluate(lost)) as string[];
}

test("a shortened list is printed whole", async () => {
  const vehicle = everyPage(customer.userId).find(({ name }) => name === "vehicle")!;
  const tab = await openAs(browser, running, "customer", customer);
  const repairs = tab.page.locator(".rep tbody tr");
  await printed(tab, vehicle);
  const [all] = /\d+/.exec(await tab.page.getByRole("heading", { name: /^Costs of/ }).innerText()) ?? [];
  await repairs.nth(Number(all) - 1).waitFor();
  await tab.page.emulateMedia({ media: "screen" });
  await repairs.nth(12).waitFor({ state: "detached" });
  expect(await repairs.count()).toBe(12);
  await tab.close();
}, 60_000);

test("every page prints all that it shows", async () => {
  const faults: string[] = [];
  const tabs = new Map<ConsolePage["as"], WatchedPage>();
  for (const one of everyPage(customer.userId)) {
    const tab =
      tabs.get(one.as) ?? (await openAs(browser, running, one.as, customer, { colorScheme: "dark" }));
    tabs.set(one.as, tab);
    for (const fault of await printed(tab, one))
      if (fault !== "light" && fault !== "exact") faults.push(`${one.name}: ${fault}`);
  }
  for (const tab of tabs.values()) await tab.close();
  expect(faults).toEqual([]);
}, 240_000);
