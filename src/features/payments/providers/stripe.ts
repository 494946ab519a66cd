import type { z } from "zod";
import { allowOnlyUrl } from "../../../outbound/allow-only.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import type { SavedMethod } from "../rows/method-rows.ts";
import type { Payment } from "../rows/payment.ts";
import {
  type Checkout,
  type CheckoutPage,
  Declined,
  type PaymentProvider,
  type ProviderEvent,
  ProviderFailed,
  type ProviderPayment,
} from "./provider.ts";
import { Disputes, Event, Intent, paymentOf, Refusal, Session, unpaidSession } from "./stripe-objects.ts";
import { isSigned } from "./stripe-signature.ts";

// Six operations of Stripe's API: making and reading a checkout session, making and reading a payment intent, making a
// refund, and listing disputes. https://docs.stripe.com/api

const version = "2024-06-20";
const timeoutMs = 15_000;

export interface StripeOptions {
  /** The operator's own setting, which allows its address. */
  readonly url: string;
  /** Where the service itself listens. */
  readonly own: { readonly host: string; readonly port: number };
  readonly key: string;
  /** Of the webhook endpoint. */
  readonly secrets: readonly string[];
}

type Form = Readonly<Record<string, string>>;

/** Amounts in these have other units at Stripe, or must end in 0. */
const unsupported = new Set(["ISK", "UGX", "BHD", "JOD", "KWD", "OMR", "TND", "IQD", "LYD"]);

/** Whether a currency can be charged by card. */
export const isChargeable = (currency: string): boolean => !unsupported.has(currency);

const isSession = (ref: string): boolean => ref.startsWith("cs_");

/** Takes payments by Stripe. */
export class Stripe implements PaymentProvider {
  readonly #options: StripeOptions;
  readonly #guard: OutboundGuard;

  constructor(options: StripeOptions) {
    this.#options = options;
    this.#guard = new OutboundGuard({ allow: allowOnlyUrl(options.url), own: options.own });
  }

  async checkout(payment: Payment, { done, cancelled, customerRef }: CheckoutPage): Promise<Checkout> {
    const { id, currency, minor, terms } = payment;
    const { id: ref, url } = await this.#post(
      "/v1/checkout/sessions",
      {
        mode: "payment",
        success_url: done,
        cancel_url: cancelled,
        client_reference_id: id,
        ...(customerRef === undefined ? { customer_creation: "always" } : { customer: customerRef }),
        "metadata[payment_id]": id,
        "payment_intent_data[metadata][payment_id]": id,
        "payment_intent_data[setup_future_usage]": "off_session",
        "line_items[0][quantity]": "1",
        "line_items[0][price_data][currency]": currency.toLowerCase(),
        "line_items[0][price_data][unit_amount]": String(minor),
        "line_items[0][price_data][product_data][name]": terms.text.slice(0, 250),
      },
      `${id}/checkout/${payment.attempts}`,
      Session,
    );
    if (!url) throw new ProviderFailed("Stripe has made no page");
    return { ref, url };
  }

  async charge(payment: Payment, method: SavedMethod, attempt: number): Promise<ProviderPayment> {
    const { id, currency, minor, terms } = payment;
    const intent = await this.#post(
      "/v1/payment_intents",
      {
        amount: String(minor),
        currency: currency.toLowerCase(),
        customer: method.customerRef,
        payment_method: method.methodRef,
        off_session: "true",
        confirm: "true",
        description: terms.text.slice(0, 250),
        "metadata[payment_id]": id,
        "expand[]": "latest_charge",
      },
      `${id}/charge/${attempt}`,
      Intent,
    );
    return this.#withDisputes(intent);
  }

  async refund(ref: string, minor: number, refundId: string): Promise<void> {
    const form = { payment_intent: ref, amount: String(minor), "metadata[refund_id]": refundId };
    await this.#request("POST", "/v1/refunds", form, refundId);
  }

  async find(ref: string): Promise<ProviderPayment> {
    const path = encodeURIComponent(ref);
    if (!isSession(ref))
      return this.#withDisputes(
        await this.#get(`/v1/payment_intents/${path}?expand[]=latest_charge`, Intent),
      );
    const session = await this.#get(
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
    if (!event) return undefined;
    const { object, id, payment_intent } = event.data.object;
    const intent = typeof payment_intent === "string" ? payment_intent : payment_intent?.id;
    const own = object === "payment_intent" || object === "checkout.session" ? id : undefined;
    // A session names its intent; both lead to the payment.
    return { id: event.id, type: event.type, ref: own ?? intent ?? null };
  }

  async #withDisputes(intent: z.output<typeof Intent>): Promise<ProviderPayment> {
    const disputes = intent.latest_charge?.disputed
      ? await this.#get(`/v1/disputes?payment_intent=${encodeURIComponent(intent.id)}&limit=100`, Disputes)
      : { data: [] };
    return paymentOf(intent, disputes);
  }

  async #get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    return parsed(schema, await this.#request("GET", path));
  }

  async #post<S extends z.ZodType>(path: string, form: Form, key: string, schema: S): Promise<z.output<S>> {
    return parsed(schema, await this.#request("POST", path, form, key));
  }

  /** The body of a success. Throws `Declined` if Stripe refuses it, and `ProviderFailed` otherwise. */
  async #request(method: "GET" | "POST", path: string, form?: Form, key?: string): Promise<unknown> {
    const { url, key: secret } = this.#options;
    let response: Response;
    let body: unknown;
    try {
      response = await this.#guard.fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${secret}`,
          "stripe-version": version,
          // The guard does not decode bodies.
          "accept-encoding": "identity",
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        ...(form && { body: Buffer.from(new URLSearchParams(form).toString()) }),
      });
      body = await response.json();
    } catch (error) {
      throw new ProviderFailed(`Stripe did not answer: ${(error as Error).name}`);
    }
    if (response.ok) return body;
    const refusal = Refusal.safeParse(body).data?.error;
    // The request itself is refused; 401, 409 and 429 have other causes.
    if (method === "POST" && [400, 402, 404].includes(response.status))
      throw new Declined(refusal?.decline_code ?? refusal?.code ?? "refused");
    throw new ProviderFailed(`Stripe returned ${response.status}${refusal?.code ? `, ${refusal.code}` : ""}`);
  }
}

function parsed<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { data, error } = schema.safeParse(body);
  if (error)
    throw new ProviderFailed(`Stripe's response is not as documented: ${error.issues[0]?.path.join(".")}`);
  return data;
}
