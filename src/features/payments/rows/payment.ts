import { never } from "../../../base/clock.ts";
import { initially, integer, json, orNull, text, word } from "../../../entities/stored.ts";
import { type NewRow, type Row, Table } from "../../../entities/table.ts";
import type { TaxQuote } from "../../papers/issue.ts";

export const paymentKinds = ["plan", "renewal", "package", "automatic", "overage"] as const;

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

export const providerNames = ["manual", "stripe"] as const;
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
  /** The package, and for how long its credits are valid. */
  readonly packageId?: string;
  readonly months?: number;
  /** When a period starts and ends, milliseconds UTC; `to` is null for what does not end. */
  readonly from?: number;
  readonly to?: number | null;
  /** Credits used beyond a plan's, and the price of `per` of them. */
  readonly used?: number;
  readonly priceMinor?: number;
  readonly per?: number;
}

/** What a payment is for, which does not change. */
const agreed = {
  id: text,
  accountId: text,
  subscriptionId: text,
  kind: word(...paymentKinds),
  netMinor: integer,
  minor: integer,
  currency: text,
  /** What a transfer names. */
  reference: text,
  credits: integer,
  createdAt: integer,
};

export const payments = new Table({
  name: "payment",
  as: "y",
  key: ["id"],
  members: {
    ...agreed,
    terms: json<PaymentTerms>(),
    period: initially(orNull(integer), null),
    state: initially(word(...paymentStates), "requested"),
    provider: word(...providerNames),
    /** The provider's own ID. */
    providerRef: initially(orNull(text), null),
    checkoutUrl: initially(orNull(text), null),
    /** Since when its provider reports that a slow debit is under way; null otherwise. */
    debitAt: initially(orNull(integer), null),
    /** 1 if this service charges the saved card; 0 if the customer pays. */
    isCharged: initially(integer, 0),
    /** For people: "Visa ending 4242". */
    method: initially(orNull(text), null),
    attempts: initially(integer, 0),
    /** Under which its provider has its last request, and when that began; null before the first one. */
    requestKey: initially(orNull(text), null),
    requestAt: initially(orNull(integer), null),
    /** The card of a charge whose result is not known, by its IDs at the provider: a repetition names the same. */
    cardCustomer: initially(orNull(text), null),
    cardMethod: initially(orNull(text), null),
    /** When a process looks at it again. */
    nextAt: initially(integer, never),
    failure: initially(orNull(text), null),
    /** What an operator must decide. */
    problem: initially(orNull(text), null),
    receivedMinor: initially(integer, 0),
    refundedMinor: initially(integer, 0),
    /** An inquiry has a column of its own, because it was added later. */
    dispute: {
      ...initially(orNull(word<Dispute>("inquiry", "open", "won", "lost")), null),
      encode: (value: Dispute | null) => (value === "inquiry" ? null : value),
      read: (at: string) => `case when ${at}inquiry = 1 then 'inquiry' else ${at}dispute end`,
    },
    disputedMinor: initially(integer, 0),
    /** Until when its dispute or inquiry is answered; null if nothing is to be answered. */
    disputeDueAt: initially(orNull(integer), null),
    grantId: initially(orNull(text), null),
    /** Credits that reversals took of the grant, and those that were spent before. */
    removed: initially(integer, 0),
    owed: initially(integer, 0),
    /** How many of those owed were taken from later credits or forgiven. */
    collected: initially(integer, 0),
    setAside: initially(integer, 0),
    paperId: initially(orNull(text), null),
    /** The sum of its credit notes. */
    creditedMinor: initially(integer, 0),
    paidAt: initially(orNull(integer), null),
    updatedAt: integer,
  },
  fixed: Object.keys(agreed) as (keyof typeof agreed)[],
  derived: { inquiry: { type: "bigint", of: (row) => Number(row.dispute === "inquiry") } },
});

/** A payment. Amounts are in minor units, with tax unless they are net; times are milliseconds UTC. */
export type Payment = Row<typeof payments>;

/** Whether money may still arrive for it. */
export const isOpen = ({ state }: Payment): boolean => state === "requested" || state === "pending";

/** Whether its money has arrived, at some time. */
export const isPaid = ({ paidAt }: Payment): boolean => paidAt !== null;

/** Whether its charge was begun, and its result is not known. */
export const isUnderWay = ({ state, provider, isCharged, providerRef }: Payment): boolean =>
  state === "pending" && provider === "stripe" && isCharged === 1 && providerRef === null;

/** A payment that was not made yet. */
export const newPayment = (given: Omit<NewRow<typeof payments>, "updatedAt">): Payment =>
  payments.row({ updatedAt: given.createdAt, ...given });

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
