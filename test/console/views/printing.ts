import type { Page } from "playwright-core";

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

/** Charts are drawn again in the frame after a change of their size. */
export const redraw = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** What print leaves out of a loaded page or cuts, or colors otherwise than on white. The page stays printed. */
export async function printFaults(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await redraw(page);
  if (Number(await page.evaluate(keep)) === 0) return ["no text to print"];
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(paper);
  await redraw(page);
  const found = (await page.evaluate(lost)) as string[];
  return found.filter((fault) => fault !== "light" && fault !== "exact");
}
