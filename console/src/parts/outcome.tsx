import type { ReactNode } from "react";
import { capitalized, count } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import type { Outcome } from "./outcome-kind.ts";

/** How reports count a response of this status. */
export function outcomeOf(status: number): Outcome {
  if ((status >= 200 && status < 300) || status === 304) return "ok";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  if (status === 400 || status === 422 || status >= 500) return "failed";
  return "other";
}

const texts: Readonly<Record<number, string>> = {
  200: "OK",
  304: t("Not modified"),
  400: t("Bad request"),
  401: t("Invalid key"),
  402: t("No credits"),
  403: t("Not allowed"),
  404: t("Not found"),
  405: t("Method not allowed"),
  413: t("Too large"),
  422: t("Invalid request"),
  429: t("Too many calls"),
  500: t("Internal error"),
  502: t("Upstream failed"),
  503: t("Unavailable"),
  504: t("Upstream timed out"),
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

const stateTexts: Readonly<Record<string, string>> = {
  alive: t("Online"),
  silent: t("Offline"),
  ok: "OK",
  active: t("Active"),
  submitted: t("Submitted"),
  suspended: t("Suspended"),
  rejected: t("Rejected"),
  cancelled: t("Cancelled"),
  expired: t("Expired"),
  replaced: t("Replaced"),
  blocked: t("Blocked"),
  pending: t("Pending"),
  deleted: t("Deleted"),
  published: t("Published"),
  not_published: t("Not published"),
  released: t("Released"),
  completed: t("Completed"),
  done: t("Done"),
  stopped: t("Stopped"),
  warning: t("Warning"),
  fault: t("Fault"),
  failed: t("Failed"),
  open: t("Open"),
  closed: t("Closed"),
  delivered: t("Delivered"),
  running: t("Running"),
  queued: t("Queued"),
  waiting: t("Waiting"),
  unpaid: t("Unpaid"),
  paid: t("Paid"),
  due: t("Due"),
  lapsed: t("Lapsed"),
  paused: t("Paused"),
  ended: t("Ended"),
  none: t("None"),
  disabled: t("Disabled"),
  enabled: t("Enabled"),
  delayed: t("Delayed"),
  provisional: t("Provisional"),
  final: t("Final"),
  revoked: t("Revoked"),
  incomplete: t("Incomplete"),
  unknown: t("Unknown"),
  merged: t("Merged"),
  received: t("Received"),
  customer: t("Customer"),
  operator: t("Operator"),
  visitor: t("Visitor"),
  client: t("Client"),
  database: t("Database"),
  decoder: t("Decoder"),
  disk: t("Disk"),
  journal: t("Journal"),
  clickhouse: t("Clickhouse"),
};

/** The state of a resource in sentence case. */
export function stateText(state: string): string {
  const text = state.replaceAll("_", " ");
  return stateTexts[state] ?? capitalized(text);
}

export function State({ state }: { state: string }) {
  return <Mark outcome={outcomes[state] ?? "other"}>{stateText(state)}</Mark>;
}
