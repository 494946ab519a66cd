import { never } from "../../../base/clock.ts";
import type { TaxQuote } from "../../papers/issue.ts";

export const paymentKinds = ["plan", "renewal", "package", "automatic", "overage"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentStates = [
  "requested",
  "pending",
  "paid",
  "failed",
  "part_refunded",
  "refunded",
  "disputed",
  "reversed",
  "cancelled",
] as const;
export type PaymentState = (typeof paymentStates)[number];

export type ProviderName = "manual" | "stripe";
export type Dispute = "inquiry" | "open" | "won" | "lost";

/** What is bought, as it was when the payment was made. */
export interface PaymentTerms {
  /** For people: "Growth, 12 Nov to 12 Dec 2026". */
  readonly text: string;
  readonly productId: string;
  readonly offerVersion: number;
  /** As it was when the price was seen: the invoice has the same. */
  readonly tax: TaxQuote;
  /** In which its days are written. */
  readonly timeZone: string;
  /** Of a package. */
  readonly packageId?: string;
  readonly months?: number;
  /** Of a period, milliseconds UTC; `to` is null for what does not end. */
  readonly from?: number;
  readonly to?: number | null;
  /** Credits used beyond a plan's, and the price of `per` of them. */
  readonly used?: number;
  readonly priceMinor?: number;
  readonly per?: number;
}

/** A payment. Amounts are in minor units, with tax unless they are net; times are milliseconds UTC. */
export interface Payment {
  readonly id: string;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly kind: PaymentKind;
  readonly terms: PaymentTerms;
  readonly period: number | null;
  readonly netMinor: number;
  readonly minor: number;
  readonly currency: string;
  readonly state: PaymentState;
  readonly provider: ProviderName;
  /** The provider's own ID. */
  readonly providerRef: string | null;
  readonly checkoutUrl: string | null;
  /** Since when its provider reports that a slow debit is under way; null otherwise. */
  readonly debitAt: number | null;
  /** What a transfer names. */
  readonly reference: string;
  /** 1 if this service charges the saved card; 0 if the customer pays. */
  readonly isCharged: number;
  /** For people: "Visa ending 4242". */
  readonly method: string | null;
  readonly attempts: number;
  /** Under which its provider has its last request, and when that began; null before the first one. */
  readonly requestKey: string | null;
  readonly requestAt: number | null;
  /** The card of a charge whose result is not known, by its IDs at the provider: a repetition names the same. */
  readonly cardCustomer: string | null;
  readonly cardMethod: string | null;
  /** When a process looks at it again. */
  readonly nextAt: number;
  readonly failure: string | null;
  /** What an operator must decide. */
  readonly problem: string | null;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly dispute: Dispute | null;
  readonly disputedMinor: number;
  readonly credits: number;
  readonly grantId: string | null;
  /** Credits that reversals took of the grant, and those that were spent before. */
  readonly removed: number;
  readonly owed: number;
  /** Of those owed, taken from later credits or forgiven. */
  readonly collected: number;
  readonly setAside: number;
  readonly paperId: string | null;
  /** Of its credit notes. */
  readonly creditedMinor: number;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly updatedAt: number;
}

/** Whether money may still arrive for it. */
export const isOpen = ({ state }: Payment): boolean => state === "requested" || state === "pending";

/** Whether its money has arrived, at some time. */
export const isPaid = ({ paidAt }: Payment): boolean => paidAt !== null;

/** Whether its charge was begun, and its result is not known. */
export const isUnderWay = ({ state, provider, isCharged, providerRef }: Payment): boolean =>
  state === "pending" && provider === "stripe" && isCharged === 1 && providerRef === null;

type NewPayment = Pick<
  Payment,
  | "id"
  | "accountId"
  | "subscriptionId"
  | "kind"
  | "terms"
  | "netMinor"
  | "minor"
  | "currency"
  | "provider"
  | "reference"
  | "credits"
  | "createdAt"
> &
  Partial<Payment>;

/** A payment that was not made yet. */
export const newPayment = (given: NewPayment): Payment => ({
  period: null,
  state: "requested",
  providerRef: null,
  checkoutUrl: null,
  debitAt: null,
  isCharged: 0,
  method: null,
  attempts: 0,
  requestKey: null,
  requestAt: null,
  cardCustomer: null,
  cardMethod: null,
  nextAt: never,
  failure: null,
  problem: null,
  receivedMinor: 0,
  refundedMinor: 0,
  dispute: null,
  disputedMinor: 0,
  grantId: null,
  removed: 0,
  owed: 0,
  collected: 0,
  setAside: 0,
  paperId: null,
  creditedMinor: 0,
  paidAt: null,
  updatedAt: given.createdAt,
  ...given,
});

/** A payment with changes. The time of its last change always grows, also if the clock does not. */
export const changed = (payment: Payment, now: number, changes: Partial<Payment>): Payment => ({
  ...payment,
  ...changes,
  updatedAt: Math.max(now, payment.updatedAt + 1),
});

/** The members of a payment that events contain. */
export const dataOf = ({ id, subscriptionId, kind, minor, currency }: Payment) => ({
  payment_id: id,
  subscription_id: subscriptionId,
  kind,
  minor,
  currency,
});

/** Whom the events of a payment concern: who pays it, also after its subscription went to another account. */
export const payerOf = ({ accountId: userId, subscriptionId }: Payment) => ({ userId, subscriptionId });
