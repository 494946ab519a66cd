import { signatureHeader } from "../providers/stripe-signature.ts";

// The six operations of Stripe's API that are used, in memory: what was asked for is kept, and a test decides what
// becomes of it. https://docs.stripe.com/api

interface Intent {
  readonly id: string;
  status: string;
  readonly amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  last_payment_error: { code: string; decline_code: string | null } | null;
  latest_charge: Charge | null;
}

interface Charge {
  amount_refunded: number;
  disputed: boolean;
  readonly payment_method_details: object;
}

interface Session {
  readonly id: string;
  status: "open" | "complete" | "expired";
  readonly url: string;
  readonly currency: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
  intent: Intent | null;
}

interface Dispute {
  readonly intent: string;
  status: string;
  readonly amount: number;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

type Form = Readonly<Record<string, string>>;

/** A recorded request. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly key: string | null;
}

export const secret = "whsec_test_secret";
const apiKey = "sk_test_key";

/** A stub of the provider on a local port. */
export class StripeStub {
  readonly asked: Asked[] = [];
  readonly intents = new Map<string, Intent>();
  readonly sessions = new Map<string, Session>();
  readonly disputes: Dispute[] = [];
  /** The code with which charges of saved cards are declined. */
  declines: string | undefined;
  refusesRefunds = false;
  /** Answers nothing but 500. */
  isDead = false;
  /** Does what is asked for, and answers 500. */
  isLost = false;
  /** Called when a list of disputes is made, before it is sent. */
  after: (() => Promise<void>) | undefined;
  /** Called when a saved card was charged, before this is answered. */
  charged: (() => void) | undefined;
  readonly #server: Bun.Server<undefined>;
  readonly #answers = new Map<string, Reply>();
  #number = 0;

  constructor() {
    this.#server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });
  }

  get settings(): Record<string, string> {
    return {
      VINGATE_PAYMENTS: "stripe",
      VINGATE_STRIPE_KEY: apiKey,
      VINGATE_STRIPE_WEBHOOK_SECRETS: secret,
      VINGATE_STRIPE_URL: `http://127.0.0.1:${this.#server.port}`,
    };
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  /** The customer pays on the page of a session, in the amount that it shows unless another is given. */
  pay(sessionId: string, amount?: number, currency?: string): Intent {
    const session = this.sessions.get(sessionId)!;
    const intent = this.#intent(session.amount, currency ?? session.currency, session.metadata);
    Object.assign(intent, { customer: "cus_1", payment_method: "pm_1", setup_future_usage: "off_session" });
    succeed(intent, amount ?? session.amount);
    session.status = "complete";
    session.intent = intent;
    return intent;
  }

  /** The only session of a payment. */
  sessionOf(paymentId: string): Session {
    return [...this.sessions.values()].find(({ metadata }) => metadata.payment_id === paymentId)!;
  }

  intentOf(paymentId: string): Intent {
    return [...this.intents.values()].findLast(({ metadata }) => metadata.payment_id === paymentId)!;
  }

  /** As after 24 hours. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  refund(intentId: string, amount: number): void {
    this.intents.get(intentId)!.latest_charge!.amount_refunded += amount;
  }

  dispute(intentId: string, status: string): void {
    const intent = this.intents.get(intentId)!;
    intent.latest_charge!.disputed = true;
    const known = this.disputes.find((one) => one.intent === intentId);
    if (known) known.status = status;
    else this.disputes.push({ intent: intentId, status, amount: intent.amount_received });
  }

  #intent(amount: number, currency: string, metadata: Readonly<Record<string, string>>): Intent {
    const intent: Intent = {
      id: `pi_${++this.#number}`,
      status: "requires_payment_method",
      amount,
      amount_received: 0,
      currency,
      customer: null,
      payment_method: null,
      setup_future_usage: null,
      metadata,
      last_payment_error: null,
      latest_charge: null,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    const key = request.headers.get("idempotency-key");
    this.asked.push({ method: request.method, path: pathname + search, form, key });
    if (this.isDead) return Response.json({ error: { type: "api_error" } }, { status: 500 });
    if (request.headers.get("authorization") !== `Bearer ${apiKey}`)
      return Response.json({ error: { type: "invalid_request_error" } }, { status: 401 });
    const known = key === null ? undefined : this.#answers.get(key);
    const answer = known ?? this.#route(request.method, pathname, searchParams, form);
    if (key !== null) this.#answers.set(key, answer);
    // The answer is what it was before: the work changes what follows.
    const text = JSON.stringify(answer.body);
    if (request.method === "POST" && pathname === "/v1/payment_intents") this.charged?.();
    if (this.isLost) return Response.json({ error: { type: "api_error" } }, { status: 500 });
    if (pathname === "/v1/disputes") await this.after?.();
    return new Response(text, {
      status: answer.status,
      headers: { "content-type": "application/json" },
    });
  }

  #route(method: string, path: string, query: URLSearchParams, form: Form): Reply {
    const [, , first, second, third] = path.split("/");
    if (method === "GET" && first === "disputes") {
      const data = this.disputes.filter(({ intent }) => intent === query.get("payment_intent"));
      return { status: 200, body: { data } };
    }
    if (method === "GET" && first === "payment_intents") return found(this.intents.get(second!));
    if (method === "GET" && second === "sessions") return found(shown(this.sessions.get(third!)));
    if (method === "POST" && second === "sessions") return found(shown(this.#open(form)));
    if (method === "POST" && first === "payment_intents") return this.#charge(form);
    if (method !== "POST" || first !== "refunds") return found(undefined);
    if (this.refusesRefunds)
      return { status: 400, body: { error: { type: "invalid_request_error", code: "charge_disputed" } } };
    this.refund(form.payment_intent!, Number(form.amount));
    return found({ id: `re_${++this.#number}` });
  }

  #open(form: Form): Session {
    const id = `cs_${++this.#number}`;
    const session: Session = {
      id,
      status: "open",
      url: `https://pay.example/${id}`,
      currency: form["line_items[0][price_data][currency]"]!,
      amount: Number(form["line_items[0][price_data][unit_amount]"]),
      metadata: { payment_id: form["metadata[payment_id]"]! },
      intent: null,
    };
    this.sessions.set(id, session);
    return session;
  }

  #charge(form: Form): Reply {
    const { amount, currency, customer, payment_method } = form;
    const intent = this.#intent(Number(amount), currency!, { payment_id: form["metadata[payment_id]"]! });
    Object.assign(intent, { customer, payment_method });
    const { declines: code } = this;
    if (code === undefined) {
      succeed(intent, intent.amount);
      return found(intent);
    }
    intent.last_payment_error = { code: "card_declined", decline_code: code };
    const error = { type: "card_error", code: "card_declined", decline_code: code, payment_intent: intent };
    return { status: 402, body: { error } };
  }
}

function succeed(intent: Intent, amount: number): void {
  intent.status = "succeeded";
  intent.amount_received = amount;
  intent.latest_charge = {
    amount_refunded: 0,
    disputed: false,
    payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
  };
}

const found = (body: unknown): Reply =>
  body === undefined
    ? { status: 404, body: { error: { type: "invalid_request_error", code: "resource_missing" } } }
    : { status: 200, body };

const shown = (session: Session | undefined) =>
  session && { ...session, object: "checkout.session", payment_intent: session.intent };

/** The body of an event and its headers, signed at a moment, milliseconds UTC. */
export function signedEvent(
  id: string,
  type: string,
  object: object,
  at: number,
  by = secret,
): { readonly body: string; readonly headers: Record<string, string> } {
  const body = JSON.stringify({ id, object: "event", type, data: { object } });
  return {
    body,
    headers: {
      "content-type": "application/json",
      "stripe-signature": signatureHeader(by, body, Math.floor(at / 1000)),
    },
  };
}
