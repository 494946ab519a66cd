import type { Page } from "playwright-core";

/**
 * Runs in the page: the texts that lie over another text, each as `one | other`. A text is a line of a text node, cut by
 * what clips it. Texts of different layers (a menu over its page) are not compared.
 */
const script = `(() => {
  const layerOf = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { position } = getComputedStyle(one);
      if (position === "fixed" || position === "sticky" || one.tagName === "DIALOG") return one;
    }
    return document.body;
  };
  const clipped = (rect, element) => {
    let { left, right, top, bottom } = rect;
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.visibility === "hidden" || style.opacity === "0" || style.clipPath !== "none") return undefined;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const box = one.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : undefined;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent.trim();
    if (!text || ["SCRIPT", "STYLE", "OPTION", "TITLE", "NOSCRIPT"].includes(parent.tagName)) continue;
    if (!parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A line box is higher than its letters, and neighbours may share that room.
    for (const rect of range.getClientRects()) {
      const inset = rect.height / 5;
      const seen = clipped({ left: rect.left, right: rect.right, top: rect.top + inset, bottom: rect.bottom - inset }, parent);
      if (seen) lines.push({ ...seen, node, text: text.slice(0, 40), layer: layerOf(parent) });
    }
  }
  lines.sort((a, b) => a.top - b.top);
  const found = new Set();
  lines.forEach((one, index) => {
    for (let next = index + 1; next < lines.length && lines[next].top < one.bottom; next += 1) {
      const other = lines[next];
      if (other.node === one.node || other.layer !== one.layer) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 1.5 && height > 1.5) found.add(one.text + " | " + other.text);
    }
  });
  return [...found];
})()`;

/** The texts of a page that lie over another, and how far the page scrolls sideways. */
export async function misplaced(page: Page): Promise<string[]> {
  const overlaps = (await page.evaluate(script)) as string[];
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  return [
    ...overlaps.map((texts) => `overlap: ${texts}`),
    ...(wide > 0 ? [`scrolls ${wide} px sideways`] : []),
  ];
}
