import type { Page } from "playwright-core";
import { until } from "../until.ts";

/** Runs in the page before its scripts: keeps the texts of toasts, which a busy machine finds after they have left. */
export const keepToasts = `(() => {
  window.toasts = [];
  let last;
  new MutationObserver(() => {
    const text = document.querySelector(".toast")?.textContent;
    if (text && text !== last) window.toasts.push(text);
    last = text;
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** Waits for a toast with a text, and removes it. A toast that replaces one with the same text is not found. */
export async function toasted(page: Page, text: string): Promise<void> {
  const take = `(() => {
    const index = window.toasts.findIndex((one) => one.includes(${JSON.stringify(text)}));
    return index >= 0 && window.toasts.splice(index, 1).length === 1;
  })()`;
  await until(() => page.evaluate(take), `a toast says "${text}"`);
}
