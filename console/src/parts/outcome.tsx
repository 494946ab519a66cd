import type { ReactNode } from "react";

export type Outcome = "ok" | "other" | "blocked" | "failed";

/** How reports count an answer of this status. */
export function outcomeOf(status: number): Outcome {
  if ((status >= 200 && status < 300) || status === 304) return "ok";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  if (status === 400 || status === 422 || status >= 500) return "failed";
  return "other";
}

const words: Readonly<Record<number, string>> = {
  200: "Answered",
  304: "Not modified",
  400: "Bad request",
  401: "Unknown key",
  402: "No credits",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  413: "Too large",
  422: "Invalid",
  429: "Too many calls",
  500: "Internal error",
  502: "Upstream failed",
  503: "Unavailable",
  504: "Upstream timed out",
};

/** What a status means in a word or two. */
export const wordOf = (status: number): string => words[status] ?? "";

/** Shape, figure, word: the color comes last. */
export function Status({ status, bare }: { readonly status: number; readonly bare?: boolean }) {
  return (
    <span className={`st st-${outcomeOf(status)}`}>
      {status}
      {bare ? <span className="vh"> {wordOf(status)}</span> : ` ${wordOf(status)}`}
    </span>
  );
}

export function Mark({ outcome, children }: { readonly outcome: Outcome; readonly children: ReactNode }) {
  return <span className={`st st-${outcome}`}>{children}</span>;
}

const states: Readonly<Record<string, Outcome>> = {
  active: "ok",
  published: "ok",
  released: "ok",
  completed: "ok",
  submitted: "blocked",
  pending: "blocked",
  suspended: "blocked",
  open: "blocked",
  blocked: "failed",
};

/** The state of a user, a subscription or a product, by its own word. */
export function State({ state }: { readonly state: string }) {
  return <Mark outcome={states[state] ?? "other"}>{state.replaceAll("_", " ")}</Mark>;
}
