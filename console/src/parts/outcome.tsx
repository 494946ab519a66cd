import type { ReactNode } from "react";
import { capitalized, count } from "../base/format.ts";

export type Outcome = "ok" | "other" | "blocked" | "failed";

/** How reports count a response of this status. */
export function outcomeOf(status: number): Outcome {
  if ((status >= 200 && status < 300) || status === 304) return "ok";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  if (status === 400 || status === 422 || status >= 500) return "failed";
  return "other";
}

const texts: Readonly<Record<number, string>> = {
  200: "OK",
  304: "Not modified",
  400: "Bad request",
  401: "Invalid key",
  402: "No credits",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  413: "Too large",
  422: "Invalid request",
  429: "Too many calls",
  500: "Internal error",
  502: "Upstream failed",
  503: "Unavailable",
  504: "Upstream timed out",
};

/** A status in a word or two. */
export const statusText = (status: number): string => texts[status] ?? "";

/** A status with its shape and text, not by color alone. */
export function Status({ status, bare }: { status: number; bare?: boolean }) {
  return (
    <Mark outcome={outcomeOf(status)}>
      {status}
      {bare ? <span className="vh"> {statusText(status)}</span> : ` ${statusText(status)}`}
    </Mark>
  );
}

export function Mark({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
  return <span className={`st st-${outcome}`}>{children}</span>;
}

/** A count that is marked unless it is 0. */
export function MarkedCount({ value, outcome }: { value: number; outcome: Outcome }) {
  return value === 0 ? <span className="soft">0</span> : <Mark outcome={outcome}>{count(value)}</Mark>;
}

const outcomes: Readonly<Record<string, Outcome>> = {
  active: "ok",
  alive: "ok",
  published: "ok",
  released: "ok",
  completed: "ok",
  done: "ok",
  ok: "ok",
  submitted: "blocked",
  pending: "blocked",
  suspended: "blocked",
  open: "blocked",
  stopped: "blocked",
  warning: "blocked",
  blocked: "failed",
  fault: "failed",
  failed: "failed",
  silent: "failed",
};

const stateTexts: Readonly<Record<string, string>> = { alive: "Online", silent: "Offline", ok: "OK" };

/** The state of a resource in sentence case. */
export function stateText(state: string): string {
  const text = state.replaceAll("_", " ");
  return stateTexts[state] ?? capitalized(text);
}

export function State({ state }: { state: string }) {
  return <Mark outcome={outcomes[state] ?? "other"}>{stateText(state)}</Mark>;
}
