import { isOpen, type Payment } from "../rows/payment.ts";
import type { StoredRefund } from "../rows/refund-rows.ts";

export const lineDetails = [
  "not_matched",
  "not_here",
  "disputed",
  "inquiry",
  "decision",
  "declined",
  "card_pending",
  "debited",
  "planned",
  "by_transfer",
  "late",
  "unpaid",
  "paid",
  "returned",
  "to_send",
  "sent",
  "taken_back",
  "cancelled",
] as const;

export const lineActions = ["record", "match", "sent", "answer", "ask", "decide", "close", "settle"] as const;

/** Why a line is in its state, until when, and the one action that it has. */
export interface Detailed {
  readonly detail: (typeof lineDetails)[number];
  readonly until?: number | null;
  readonly action?: (typeof lineActions)[number];
}

/** The period that a payment pays, while it is not paid. */
export interface OwedPeriod {
  readonly starts: number;
  readonly lapses: number;
}

/** Whether an operator can record money of a payment, as `receiveTransfer` accepts it. */
function canReceive(payment: Payment): boolean {
  const { provider, kind, problem, state, checkoutUrl } = payment;
  if (provider === "manual") return isOpen(payment);
  if ((kind !== "renewal" && kind !== "overage") || problem !== null) return false;
  return state === "requested" || state === "failed" || (state === "pending" && checkoutUrl !== null);
}

export function detailOf(payment: Payment, period: OwedPeriod | undefined, now: number): Detailed {
  const { state, problem, dispute, provider, failure, kind } = payment;
  if (problem !== null) return { detail: "decision", action: "decide" };
  if (state === "disputed") return { detail: "disputed", action: "answer" };
  if (dispute === "inquiry") return { detail: "inquiry", action: "answer" };
  if (state === "cancelled") return { detail: "cancelled" };
  if (state === "failed") return { detail: "declined", ...(canReceive(payment) && { action: "record" }) };
  if (!isOpen(payment)) return { detail: "paid" };
  const record = canReceive(payment) ? ({ action: "record" } as const) : {};
  if (period && period.starts <= now) return { detail: "late", until: period.lapses, ...record };
  if (payment.debitAt !== null) return { detail: "debited" };
  if (provider === "manual") return { detail: "by_transfer", until: period?.starts ?? null, ...record };
  if (state === "requested" && failure === null && (kind === "renewal" || kind === "overage"))
    return { detail: "planned", until: period?.starts ?? null, ...record };
  if (failure !== null && state === "requested") return { detail: "declined", ...record };
  return { detail: "card_pending", action: "ask" };
}

export const refundDetail = ({ sentAt }: StoredRefund): Detailed =>
  sentAt === null ? { detail: "to_send", action: "sent" } : { detail: "sent", until: sentAt };
