import type { BalanceEntry } from "../rows/balance-rows.ts";
import type { SavedMethod } from "../rows/method-rows.ts";
import type { Dispute, Payment } from "../rows/payment.ts";

/** The state of a payment at its provider. Amounts are in minor units of `currency`. */
export interface ProviderPayment {
  readonly ref: string;
  /** The payment that it was made for, as this service named it; undefined if it did not make it. */
  readonly paymentId: string | undefined;
  readonly state: "pending" | "paid" | "failed";
  /** It is pending because a bank debits it, which takes days: no one has anything to do. */
  readonly isDebiting: boolean;
  readonly currency: string;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly dispute: Dispute | null;
  readonly disputedMinor: number;
  /** Until when the earliest of its disputes is answered, milliseconds UTC; absent if none is to be answered. */
  readonly disputeDueAt?: number | undefined;
  readonly method: string | null;
  readonly saved: SavedMethod | null;
  /** The code of its refusal, such as `card_declined`; null unless it failed. */
  readonly failure: string | null;
}

/** Where the page leads, and the customer as the provider has it. */
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
  /** Whether it is of real money; false for one of test keys. */
  readonly isLive: boolean;
  /** Milliseconds UTC by the provider's clock. */
  readonly createdAt: number;
}

/** What is wrong with how this service and its provider are set up. */
export type SetupProblem =
  | "key_refused"
  | "key_cannot_read"
  | "mode_mixed"
  | "account_cannot_charge"
  | "account_other"
  | "endpoint_missing"
  | "endpoint_disabled"
  | "events_not_sent";

/** A problem, as sentences without a full stop, and what to do. */
export interface FoundProblem<Code extends string = string> {
  readonly code: Code;
  readonly found: string;
  readonly advice: string;
}

/** The provider did not answer, or returned an error. The state of the payment is unknown. */
export class ProviderFailed extends Error {}

/** The provider refuses the service itself: its key is wrong, was revoked, or permits too little. */
export class ProviderRefused extends ProviderFailed {
  /** 401: the key is none of the provider; 403: the key permits too little. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The provider does not have what is read: it is another account's, or was deleted. */
export class NotThere extends ProviderFailed {}

/** The key of a request was used before with other parameters: what that request has made must be looked for. */
export class KeyTaken extends ProviderFailed {}

/** The provider has refused a request. It has no effect. */
export class Declined extends Error {
  readonly code: string;
  /** What it refuses: the card, which is the customer's; or the request, which is this service's or its operator's. */
  readonly what: "card" | "request";

  constructor(code: string, what: "card" | "request") {
    super(`declined: ${code}`);
    this.code = code;
    this.what = what;
  }
}

/** How this service has named what a charge or a page was made for; undefined for what is not of this service. */
interface Named {
  readonly paymentId: string | undefined;
  readonly requestKey: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly kind: string | undefined;
  readonly period: number | undefined;
}

/** A charge as a provider lists it. Times are milliseconds UTC by its clock. */
export interface ListedCharge extends Named {
  readonly ref: string;
  readonly state: ProviderPayment["state"];
  readonly currency: string;
  /** What was to be taken. */
  readonly minor: number;
  readonly createdAt: number;
}

/** A refund or a dispute as a provider lists it; `state` is the provider's own word. */
export interface ListedReturn {
  readonly ref: string;
  /** The ID of the charge; null if the provider names none. */
  readonly chargeRef: string | null;
  readonly state: string;
  readonly currency: string;
  readonly minor: number;
  readonly createdAt: number;
}

/** What a provider has since a moment. */
export interface ProviderListing {
  readonly charges: readonly ListedCharge[];
  readonly pages: readonly (Named & {
    readonly ref: string;
    readonly state: "open" | "complete" | "expired";
    readonly createdAt: number;
  })[];
  /** `refundId`: undefined for one that was made by hand. */
  readonly refunds: readonly (ListedReturn & {
    readonly refundId: string | undefined;
    readonly requestKey: string | undefined;
  })[];
  readonly disputes: readonly ListedReturn[];
}

/** Awaited after each part of a list that is read. */
export type OnPage = () => Promise<void>;

/** A refund as this service requests it. */
export interface WantedRefund {
  readonly id: string;
  /** Minor units of `currency`. */
  readonly minor: number;
  readonly currency: string;
  readonly key: string;
}

/** What takes payments by card. Each throws `ProviderFailed`; those that change something throw `Declined`, too. */
export interface PaymentProvider {
  /** Makes a page on which the customer pays. */
  checkout(payment: Payment, page: CheckoutPage): Promise<Checkout>;
  /** Charges a saved card. Repeated under the same key it has one effect, for a day. Throws `KeyTaken`. */
  charge(payment: Payment, method: SavedMethod, key: string): Promise<ProviderPayment>;
  /** Charges since a moment; those of one customer of the provider, if it is given. */
  charges(createdAfter: number, customerRef?: string): Promise<ListedCharge[]>;
  /**
   * What was made of this service since a moment, milliseconds UTC by the provider's clock. `onPage` is awaited after each
   * part of the list; its error ends the listing.
   */
  since(createdAfter: number, onPage?: OnPage): Promise<ProviderListing>;
  /** `isRepeated`: it was requested before, so it is looked for first. */
  refund(ref: string, refund: WantedRefund, isRepeated: boolean): Promise<void>;
  /** Ends a page, or a charge that can still be ended, so that it takes no money. Throws `Declined` if it can be no more. */
  end(ref: string): Promise<void>;
  /** Throws `NotThere`, too. */
  find(ref: string): Promise<ProviderPayment>;
  /** The IDs, as this service has named them, of refunds of a payment whose money came back to the provider. */
  failedRefunds(ref: string): Promise<string[]>;
  /** The events of payments since a moment, milliseconds UTC by the provider's clock, the oldest first. */
  events(createdAfter: number): Promise<ProviderEvent[]>;
  /** Movements of its balance from one moment up to before another, if it is given, the newest first. Milliseconds UTC. */
  balance(from: number, to: number | undefined): Promise<BalanceEntry[]>;
  /** Checks once whether the key, the account and the webhook endpoint of an address are as they must be. */
  inspect(endpointUrl: string, lastCharge?: string): Promise<FoundProblem<SetupProblem>[]>;
  /** Whether its key is for real money; undefined if its form does not show it. */
  readonly isLive: boolean | undefined;
  /** Whether its last response has refused the key. */
  readonly isRefused: boolean;
  /** Reads an event. Undefined if it is not signed by the provider, or too old. */
  read(signature: string, body: string, now: number): ProviderEvent | undefined;
}
