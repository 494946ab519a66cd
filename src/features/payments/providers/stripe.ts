import { z } from "zod";
import type { BalanceEntry } from "../rows/balance-rows.ts";
import type { SavedMethod } from "../rows/method-rows.ts";
import type { Payment } from "../rows/payment.ts";
import { keyOf } from "../rows/request-keys.ts";
import {
  type Checkout,
  type CheckoutPage,
  Declined,
  type FoundProblem,
  KeyTaken,
  type ListedCharge,
  type OnPage,
  type PaymentProvider,
  type ProviderEvent,
  ProviderFailed,
  type ProviderListing,
  type ProviderPayment,
  type SetupProblem,
  type WantedRefund,
} from "./provider.ts";
import { listBalance } from "./stripe-balance.ts";
import { from, listCharges, listOf, listSince, Refunds } from "./stripe-listing.ts";
import { Disputes, Event, eventOf, Intent, paymentOf, Session, unpaidSession } from "./stripe-objects.ts";
import { type Form, type StripeAddress, StripeRequests } from "./stripe-request.ts";
import { eventTypes, inspectStripe, isLiveKey } from "./stripe-setup.ts";
import { isSigned } from "./stripe-signature.ts";
import { toStripe } from "./stripe-units.ts";

// What is used of Stripe's API: making, reading, listing and ending checkout sessions and payment intents; making and listing refunds; and
// listing disputes, events and movements of the balance. The account and its webhook endpoints are read to see how it is set up. https://docs.stripe.com/api

export interface StripeOptions extends StripeAddress {
  /** The secrets of the webhook endpoint. */
  readonly secrets: readonly string[];
}

/** Whether a sum can be charged by card: it has an exact amount at Stripe. */
export const isChargeable = (currency: string, minor: number): boolean =>
  toStripe(currency, minor) !== undefined;

/** The amount of a sum. Throws `Declined` if it is not exact. */
function amountOf(currency: string, minor: number): string {
  const amount = toStripe(currency, minor);
  if (amount === undefined) throw new Declined(`no whole amount of ${currency}`, "request");
  return String(amount);
}

/** What a payment is found by at Stripe, also by a database that has lost it. One begun before has its ID only. */
const named = ({ id, requestKey, subscriptionId, kind, period }: Payment, prefix = "metadata"): Form => ({
  [`${prefix}[payment_id]`]: id,
  ...(requestKey !== null && {
    [`${prefix}[request_key]`]: requestKey,
    [`${prefix}[subscription_id]`]: subscriptionId,
    [`${prefix}[kind]`]: kind,
    ...(period !== null && { [`${prefix}[period]`]: String(period) }),
  }),
});

/** Its state is fetched afterwards. */
const Ended = z.object({ id: z.string() });

const isSession = (ref: string): boolean => ref.startsWith("cs_");

/** Takes payments by Stripe. */
export class Stripe implements PaymentProvider {
  readonly #options: StripeOptions;
  readonly #requests: StripeRequests;

  constructor(options: StripeOptions) {
    this.#options = options;
    this.#requests = new StripeRequests(options);
  }

  async checkout(payment: Payment, { done, cancelled, customerRef }: CheckoutPage): Promise<Checkout> {
    const { id, currency, minor, terms } = payment;
    const form = {
      mode: "payment",
      success_url: done,
      cancel_url: cancelled,
      client_reference_id: id,
      ...(customerRef === undefined ? { customer_creation: "always" } : { customer: customerRef }),
      ...named(payment),
      ...named(payment, "payment_intent_data[metadata]"),
      "payment_intent_data[setup_future_usage]": "off_session",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": currency.toLowerCase(),
      "line_items[0][price_data][unit_amount]": amountOf(currency, minor),
      "line_items[0][price_data][product_data][name]": terms.text.slice(0, 250),
    };
    const open = (key: string) => this.#requests.post("/v1/checkout/sessions", form, key, Session);
    const key = keyOf(payment, "checkout");
    const { id: ref, url } = await open(key).catch((error: unknown) => {
      // It is the key of another payment, which a restore has lost. No page of this one was shown.
      if (error instanceof KeyTaken) return open(`${key}/${id}`);
      throw error;
    });
    if (!url) throw new ProviderFailed("Stripe has made no page");
    return { ref, url };
  }

  async charge(payment: Payment, method: SavedMethod, key: string): Promise<ProviderPayment> {
    const { currency, minor, terms } = payment;
    const form = {
      amount: amountOf(currency, minor),
      currency: currency.toLowerCase(),
      customer: method.customerRef,
      payment_method: method.methodRef,
      off_session: "true",
      confirm: "true",
      description: terms.text.slice(0, 250),
      ...named(payment),
      "expand[]": "latest_charge",
    };
    // It was just made, and is not disputed.
    return paymentOf(await this.#requests.post("/v1/payment_intents", form, key, Intent), { data: [] });
  }

  charges(createdAfter: number, customerRef?: string): Promise<ListedCharge[]> {
    return listCharges(this.#requests, createdAfter, customerRef);
  }

  since(createdAfter: number, onPage?: OnPage): Promise<ProviderListing> {
    return listSince(this.#requests, createdAfter, onPage);
  }

  async refund(ref: string, { id, minor, currency, key }: WantedRefund, isRepeated: boolean): Promise<void> {
    const form = {
      payment_intent: ref,
      amount: amountOf(currency, minor),
      "metadata[refund_id]": id,
      ...(key !== id && { "metadata[request_key]": key }),
    };
    if (isRepeated && (await this.#isRefunded(ref, id))) return;
    try {
      await this.#requests.post("/v1/refunds", form, key, z.object({ id: z.string() }));
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      if (await this.#isRefunded(ref, id)) return;
      // A refund that a restore has lost has the key: this one is another.
      await this.#requests.post("/v1/refunds", form, `${key}/${id}`, z.object({ id: z.string() }));
    }
  }

  async #isRefunded(ref: string, id: string): Promise<boolean> {
    const made = await this.#requests.list("/v1/refunds", { payment_intent: ref }, Refunds);
    return made.some(({ metadata }) => metadata?.refund_id === id);
  }

  async end(ref: string): Promise<void> {
    const path = encodeURIComponent(ref);
    if (isSession(ref))
      await this.#requests.post(`/v1/checkout/sessions/${path}/expire`, {}, undefined, Ended);
    else await this.#requests.post(`/v1/payment_intents/${path}/cancel`, {}, undefined, Ended);
  }

  async find(ref: string): Promise<ProviderPayment> {
    const path = encodeURIComponent(ref);
    if (!isSession(ref))
      return this.#withDisputes(
        await this.#requests.get(`/v1/payment_intents/${path}?expand[]=latest_charge`, Intent),
      );
    const session = await this.#requests.get(
      `/v1/checkout/sessions/${path}?expand[]=payment_intent.latest_charge`,
      Session,
    );
    // While the page is open, a refused card can be replaced by another.
    const { payment_intent: intent, status } = session;
    return intent && (status === "complete" || intent.status === "succeeded")
      ? this.#withDisputes(intent)
      : unpaidSession(session);
  }

  read(signature: string, body: string, now: number): ProviderEvent | undefined {
    if (!isSigned(signature, body, this.#options.secrets, now)) return undefined;
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return undefined;
    }
    const event = Event.safeParse(json).data;
    return event && eventOf(event);
  }

  async events(createdAfter: number): Promise<ProviderEvent[]> {
    const of = [
      ...Object.entries(from(createdAfter)),
      ...eventTypes.map((type) => ["types[]", type] as const),
    ];
    const newest = await this.#requests.list("/v1/events", of, listOf(Event));
    return newest.reverse().map(eventOf);
  }

  async failedRefunds(ref: string): Promise<string[]> {
    const made = await this.#requests.list("/v1/refunds", { payment_intent: ref }, Refunds);
    return made.flatMap(({ metadata, status }) =>
      metadata?.refund_id !== undefined && (status === "failed" || status === "canceled")
        ? [metadata.refund_id]
        : [],
    );
  }

  balance(from: number, to: number | undefined): Promise<BalanceEntry[]> {
    return listBalance(this.#requests, from, to);
  }

  inspect(endpointUrl: string, lastCharge?: string): Promise<FoundProblem<SetupProblem>[]> {
    return inspectStripe(this.#requests, endpointUrl, lastCharge);
  }

  get isLive(): boolean | undefined {
    return isLiveKey(this.#options.key);
  }

  get isRefused(): boolean {
    return this.#requests.isRefused;
  }

  async #withDisputes(intent: z.output<typeof Intent>): Promise<ProviderPayment> {
    // Whether an inquiry makes a charge `disputed` is not documented, so that of each paid one they are listed.
    const disputes = intent.latest_charge
      ? await this.#requests.get(
          `/v1/disputes?payment_intent=${encodeURIComponent(intent.id)}&limit=100`,
          Disputes,
        )
      : { data: [] };
    return paymentOf(intent, disputes);
  }
}
