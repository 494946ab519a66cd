import type { ConsoleService } from "../console-service.ts";

/** A payment by transfer, as the API returns it. */
const payment = {
  id: "shown",
  account_id: "none",
  subscription_id: "none",
  kind: "renewal",
  description: "Growth, 12 Nov to 12 Dec 2026",
  product_id: "growth",
  package_id: null,
  period: 1,
  state: "pending",
  net_minor: 9900,
  minor: 11_781,
  currency: "EUR",
  received_minor: 5000,
  refunded_minor: 0,
  provider: "manual",
  method: null,
  debit_at: null,
  failure: null,
  attempts: 0,
  next_attempt_at: null,
  problem: null,
  dispute: null,
  credits: 15_000,
  credits_removed: 0,
  credits_owed: 0,
  credits_set_aside: 0,
  checkout_url: null,
  transfer: {
    reference: "VK7Q2M9XWTA",
    recipient: "Lotdata s.r.o.",
    iban: "CZ65 0800 0000 1920 0014 5399",
    bic: "GIBACZPX",
    text: null,
  },
  paper_id: null,
  created_at: "2026-11-10T23:00:00.000Z",
  paid_at: null,
};

/** Answers with the payment, since a service that takes none has none. */
export function showPayment(running: ConsoleService): void {
  running.replace("/payments/shown", "application/json", JSON.stringify(payment));
}
