import type { SavedMethod } from "../rows/method-rows.ts";
import type { Payment } from "../rows/payment.ts";

/** The state of a payment at its provider. Amounts are in minor units of `currency`. */
export interface ProviderPayment {
  readonly ref: string;
  /** The payment that it was made for, as this service named it; undefined if it did not make it. */
  readonly paymentId: string | undefined;
  readonly state: "pending" | "paid" | "failed";
  readonly currency: string;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly dispute: "open" | "won" | "lost" | null;
  readonly disputedMinor: number;
  readonly method: string | null;
  readonly saved: SavedMethod | null;
  /** The code of its refusal, such as `card_declined`; null unless it failed. */
  readonly failure: string | null;
}

/** Where the page leads, and the customer that the provider knows. */
export interface CheckoutPage {
  readonly done: string;
  readonly cancelled: string;
  readonly customerRef: string | undefined;
}

/** Where a customer pays. */
export interface Checkout {
  readonly ref: string;
  readonly url: string;
}

/** An event of a provider: a hint that a payment has changed. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The provider's payment; null for an event of something else. */
  readonly ref: string | null;
}

/** The provider did not answer, or returned an error. The state of the payment is unknown. */
export class ProviderFailed extends Error {}

/** The provider has refused a request, such as a charge. It has no effect. */
export class Declined extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`declined: ${code}`);
    this.code = code;
  }
}

/** What takes payments by card. Each throws `ProviderFailed`, and each but `find` `Declined`. Repeated requests of one payment have one effect. */
export interface PaymentProvider {
  /** Makes a page on which the customer pays. */
  checkout(payment: Payment, page: CheckoutPage): Promise<Checkout>;
  /** Charges a saved card. `attempt` from 1: each is another request. */
  charge(payment: Payment, method: SavedMethod, attempt: number): Promise<ProviderPayment>;
  refund(ref: string, minor: number, refundId: string): Promise<void>;
  find(ref: string): Promise<ProviderPayment>;
  /** Reads an event. Undefined if it is not signed by the provider, or too old. */
  read(signature: string, body: string, now: number): ProviderEvent | undefined;
}
