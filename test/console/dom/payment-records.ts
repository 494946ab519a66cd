import type { Schemas } from "../../../console/src/api/client.ts";

type Payment = Schemas["Payment"];
type Quote = Schemas["PaymentQuote"];
type Transfer = Schemas["ReceivedTransfer"];
type RefundTransfer = Schemas["RefundTransfer"];
type Provider = Schemas["PaymentProvider"];
type TopUp = Schemas["AutomaticTopUp"];

/** A month of Growth, paid with a card. */
export const payment = (more: Partial<Payment> = {}): Payment => ({
  id: "pay-1",
  account_id: "ada",
  subscription_id: "sub-1",
  kind: "renewal",
  description: "Growth, 12 Nov to 12 Dec 2026",
  product_id: "growth",
  package_id: null,
  period: 1,
  state: "paid",
  net_minor: 9900,
  minor: 11_781,
  currency: "EUR",
  received_minor: 11_781,
  refunded_minor: 0,
  provider: "stripe",
  method: "Visa ending 4242",
  debit_at: null,
  failure: null,
  attempts: 1,
  next_attempt_at: null,
  problem: null,
  dispute: null,
  credits: 15_000,
  credits_removed: 0,
  credits_owed: 0,
  credits_set_aside: 0,
  checkout_url: null,
  transfer: null,
  paper_id: "paper-1",
  created_at: "2026-11-10T23:00:00.000Z",
  paid_at: "2026-11-10T23:00:10.000Z",
  ...more,
});

/** A payment for which no money has arrived. */
export const openPayment = (more: Partial<Payment> = {}): Payment =>
  payment({
    state: "pending",
    received_minor: 0,
    method: null,
    attempts: 0,
    paper_id: null,
    paid_at: null,
    ...more,
  });

/** Where a transfer goes. */
const bank = {
  reference: "VK7Q2M9XWTA",
  recipient: "Lotdata s.r.o.",
  iban: "CZ65 0800 0000 1920 0014 5399",
  bic: "GIBACZPX",
  text: null,
} as const;

/** The same by transfer. */
export const openTransfer = (more: Partial<Payment> = {}): Payment =>
  openPayment({ provider: "manual", transfer: bank, ...more });

/** Scale now, for a customer with a saved card in a country with 19% VAT. */
export const quote = (more: Partial<Quote> = {}): Quote => ({
  subscription_id: "sub-1",
  kind: "plan",
  text: "Scale, 23 Nov 2026 to 23 Dec 2026",
  product_id: "scale",
  offer_version: 2,
  currency: "EUR",
  net_minor: 39_900,
  tax: { rate: 1900, category: "S", reason: "", minor: 7581 },
  minor: 47_481,
  credits: 80_000,
  starts_at: "2026-11-23T10:00:00.000Z",
  expires_at: "2027-01-22T23:00:00.000Z",
  methods: ["saved", "card", "transfer"],
  saved_method: "Visa ending 4242",
  details_needed: false,
  ...more,
});

export const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  id: "t1",
  provider: "manual",
  minor: 11_781,
  currency: "EUR",
  reference: "GROWTH DEZ",
  sender: "ADA BYRON",
  sender_account: "",
  state: "unmatched",
  payment_id: null,
  received_at: "2026-11-23T08:00:00.000Z",
  ...more,
});

/** Money that an operator sends back. */
export const refundTransfer = (more: Partial<RefundTransfer> = {}): RefundTransfer => ({
  id: "r1",
  payment_id: "pay-1",
  account_id: "ada",
  minor: 2000,
  currency: "EUR",
  recipient: "ADA BYRON",
  account: "DE02120300000000202051",
  reference: "2026-0002",
  paper_id: "paper-2",
  reason: "Requested by customer",
  state: "open",
  created_at: "2026-11-23T08:00:00.000Z",
  sent_at: null,
  sent_by: null,
  ...more,
});

/** Nothing is wrong with it. */
export const provider = (more: Partial<Provider> = {}): Provider => ({
  payments: "stripe",
  mode: "live",
  heard_at: null,
  read_at: null,
  unknown_events: 0,
  refused_events: 0,
  problems: [],
  ...more,
});

/** Off, as before the customer sets it. */
export const topUp = (more: Partial<TopUp> = {}): TopUp => ({
  subscription_id: "sub-1",
  enabled: false,
  threshold: 0,
  package_id: "",
  month_limit_minor: 0,
  month_minor: 0,
  failures: 0,
  stopped: null,
  ...more,
});
