import { t } from "./language/language.ts";
import { createStore } from "./store.ts";

export const toastStore = createStore<{ readonly text: string } | undefined>(undefined);

const shownMs = 4000;

/** Shows a short message over the page for four seconds. */
export function showToast(text: string): void {
  const toast = { text };
  toastStore.set(toast);
  setTimeout(() => {
    if (toastStore.get() === toast) toastStore.set(undefined);
  }, shownMs);
}

/** Copies a text to the clipboard and confirms it. */
export async function copyText(text: string, confirmation = t("Copied")): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(confirmation);
  } catch {
    showToast(t("The browser blocked copying. Select the text and copy it."));
  }
}
