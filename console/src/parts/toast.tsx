import { createStore } from "../api/store.ts";

const toastStore = createStore<{ readonly text: string } | undefined>(undefined);

const shownMs = 4000;

/** Says for four seconds what has happened. */
export function say(text: string): void {
  const toast = { text };
  toastStore.set(toast);
  setTimeout(() => {
    if (toastStore.get() === toast) toastStore.set(undefined);
  }, shownMs);
}

export function Toast() {
  const toast = toastStore.use();
  return <div role="status">{toast && <div className="toast">{toast.text}</div>}</div>;
}

/** Copies and says so. */
export async function copy(text: string, said = "Copied"): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(said);
  } catch {
    say("The browser did not allow copying. Select it and copy by hand.");
  }
}
