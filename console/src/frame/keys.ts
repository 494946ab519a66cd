import { useEffect } from "react";
import { t } from "../base/language/language.ts";
import { navigate } from "../parts/router.tsx";
import { singleKeysStore } from "../parts/single-keys.tsx";

const isApple = /Mac|iP(hone|ad)/.test(navigator.userAgent);
export const searchKeys = isApple ? "⌘K" : t("Ctrl K");

/** The entries that follow `g`, by their letters. */
export const entryKeys = {
  operator: {
    i: ["/inbox", t("Inbox")],
    c: ["/customers", t("Customers")],
    p: ["/plans", t("Plans")],
    m: ["/money", t("Money")],
    l: ["/calls", t("Calls")],
    a: ["/apis", t("APIs")],
    d: ["/data", t("Data")],
    s: ["/settings", t("Settings")],
  },
  customer: {
    h: ["/home", t("Home")],
    v: ["/look-up", t("Look up")],
    k: ["/keys", t("Keys")],
    l: ["/calls", t("Calls")],
    a: ["/alerts", t("Alerts")],
    b: ["/billing", t("Billing")],
    d: ["/docs", t("Docs")],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly [path: string, title: string]>>>;

export type Side = keyof typeof entryKeys;

interface Keys {
  readonly side: Side;
  search(): void;
  list(): void;
}

const entryMs = 1500;
/** Every key of the console that no control has. */
export function useKeys({ side, search, list }: Keys): void {
  useEffect(() => {
    let entryUntil = 0;
    /** Where a row's panel or dialog was opened: the focus returns there. */
    let opened: HTMLElement | undefined;
    const single: Readonly<Record<string, () => unknown>> = {
      "/": search,
      "?": list,
      g: () => {
        entryUntil = Date.now() + entryMs;
      },
      j: () => focusRow(1),
      k: () => focusRow(-1),
      e: () => currentRow()?.querySelector<HTMLElement>(".actions .btn")?.click(),
      "[": () => openTab(-1),
      "]": () => openTab(1),
    };
    const press = (event: KeyboardEvent) => {
      const key = event.key ?? "";
      if (key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        return search();
      }
      if (key === "Enter" && currentRow()) opened = document.activeElement as HTMLElement;
      if (key === "Escape") return void setTimeout(() => returnTo(opened));
      if (!singleKeysStore.get() || isTaken(event)) return;
      const places: Readonly<Record<string, readonly [string, string]>> = entryKeys[side];
      const entry = Date.now() < entryUntil ? places[key] : undefined;
      if (key !== "Shift") entryUntil = 0;
      const run = entry ? () => void navigate(entry[0]) : single[key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [side]);
}

/** Whether a field, a dialog or the browser has the key. */
function isTaken({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return true;
  if (document.querySelector("dialog[open]")) return true;
  const fields = document.querySelectorAll(
    "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]",
  );
  return [...fields].some((field) => field === target);
}

const allRows = () => [
  ...document.querySelectorAll<HTMLElement>("main .inbox > li, main .steps > li, main .t tbody > tr"),
];
const currentRow = () => allRows().find((row) => row.contains(document.activeElement));

function focusRow(step: 1 | -1): void {
  const all = allRows().flatMap((row) => {
    const control = row.querySelector<HTMLElement>("a[href], button");
    return control ? [[row, control] as const] : [];
  });
  const current = currentRow();
  const at = all.findIndex(([row]) => row === current);
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
  next?.[1].focus();
}

/** The next tab of the page, or the next of its pages. */
function openTab(step: 1 | -1): void {
  const tabs = [...document.querySelectorAll<HTMLElement>("main [role=tablist] [role=tab]")];
  const links = [...document.querySelectorAll<HTMLElement>("main .sections a")];
  const all = tabs.length > 0 ? tabs : links;
  const at = all.findIndex((one) => one.matches("[aria-selected=true], [aria-current=page]"));
  all[at + step]?.click();
}

/** What had the focus is gone with a panel: the row from which it was opened has it again. */
function returnTo(opened: HTMLElement | undefined): void {
  if (opened?.isConnected && document.activeElement === document.body) opened.focus();
}
