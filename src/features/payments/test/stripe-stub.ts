import { stripeVersion } from "../providers/stripe-request.ts";
import { signatureHeader } from "../providers/stripe-signature.ts";
import { contract, operationOf, wrongReply, wrongRequest } from "./stripe/contract.ts";
import { type Asked, Holdings } from "./stripe/holdings.ts";
import { Keys, type Reply } from "./stripe/keys.ts";
import { type Dispute, type Intent, type Refund, type Session, shownEvent } from "./stripe/objects.ts";
import { type Answering, answerOf } from "./stripe/operations.ts";

export type { Asked } from "./stripe/holdings.ts";

export const secret = "whsec_test_secret";
const apiKey = "sk_test_key";

/**
 * Stripe on a local port, as its contract describes it: each request and each reply is compared with it, and `stop` throws if one
 * was outside. What was requested is kept, and a test decides what becomes of it.
 */
export class StripeStub extends Holdings {
  readonly asked: Asked[] = [];
  /** What was outside the contract. */
  readonly faults: string[] = [];
  /** The code with which charges of saved cards are declined. */
  declines: string | undefined;
  refusesRefunds = false;
  /** As after the key was revoked. */
  isRevoked = false;
  /** The path that the key may not read. */
  forbids: string | undefined;
  /** The error with which charges and pages are refused before anything is begun; undefined for none. */
  refuses: { readonly status: number; readonly error: object } | undefined;
  /** Answers nothing but 500. */
  isDead = false;
  /** Does what is requested, and the reply is lost. */
  isLost = false;
  /** Does what is requested, and answers 500, also when it is requested again under the key. */
  isBroken = false;
  /** Called when a list of disputes is made, before it is sent. */
  after: (() => Promise<void>) | undefined;
  /** Called when a saved card was charged, before this is answered. */
  charged: (() => void) | undefined;
  /** Awaited while a charge is under way. */
  during: (() => Promise<void>) | undefined;
  readonly #server: Bun.Server<undefined>;
  readonly #keys = new Keys();

  constructor() {
    super();
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

  async stop(): Promise<void> {
    await this.#server.stop(true);
    if (this.faults.length > 0) throw new Error(`outside Stripe's contract: ${this.faults.join("; ")}`);
  }

  /** As after 24 hours. */
  forgetKeys(): void {
    this.#keys.forget();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path, search, searchParams: query } = new URL(request.url);
    const { method } = request;
    const text = await request.text();
    const sent = method === "GET" ? query : new URLSearchParams(text);
    const key = request.headers.get("idempotency-key");
    this.asked.push({
      method,
      path: path + search,
      form: Object.fromEntries(new URLSearchParams(text)),
      key,
    });
    if (this.isDead) return json({ status: 500, body: { error: { type: "api_error" } } });
    if (this.isRevoked || request.headers.get("authorization") !== `Bearer ${apiKey}`)
      return json({ status: 401, body: { error: { type: "invalid_request_error" } } });
    if (path === this.forbids)
      return json({ status: 403, body: { error: { type: "invalid_request_error" } } });
    const wrong = wrongRequest(method, path, sent);
    if (request.headers.get("stripe-version") !== stripeVersion) wrong.push("another version");
    if (key !== null && key.length > 255) wrong.push(`${key} is longer than 255`);
    this.faults.push(...wrong);
    const given: Answering = { stub: this, method, path, sent };
    const reply =
      key === null ? answerOf(given).reply : await this.#once(key, `${method} ${path} ${sent}`, given);
    // The reply is what it was before: the work changes what follows.
    const shown = json(reply);
    this.#check(operationOf(method, path), reply);
    if (method === "POST" && path === "/v1/payment_intents") this.charged?.();
    if (this.isLost) return json({ status: 500, body: { error: { type: "api_error" } } });
    if (path === "/v1/disputes") await this.after?.();
    return shown;
  }

  async #once(key: string, request: string, given: Answering): Promise<Reply> {
    const known = this.#keys.begin(key, request, this.clock());
    if (known) return known;
    const { reply: done, isBegun } = answerOf(given);
    // What was created can change before this is sent.
    const reply: Reply = structuredClone(
      this.isBroken ? { status: 500, body: { error: { type: "api_error" } } } : done,
    );
    await this.during?.();
    this.#keys.end(key, reply, isBegun);
    return reply;
  }

  #check(operation: string | undefined, { status, body }: Reply): void {
    const wrong =
      status === 200
        ? operation === undefined
          ? []
          : wrongReply(contract.operations[operation]!.reply, body)
        : wrongReply("api_errors", (body as { error: unknown }).error);
    this.faults.push(...wrong);
  }
}

const json = ({ status, body }: Reply): Response => Response.json(body, { status });

export type { Dispute, Intent, Refund, Session };

/** The body of an event and its headers, signed at a moment, milliseconds UTC. */
export function signedEvent(
  id: string,
  type: string,
  object: object,
  at: number,
  by = secret,
): { readonly body: string; readonly headers: Record<string, string> } {
  const created = Math.floor(at / 1000);
  const body = JSON.stringify(shownEvent({ id, type, object, created }, stripeVersion));
  return {
    body,
    headers: {
      "content-type": "application/json",
      "stripe-signature": signatureHeader(by, body, created),
    },
  };
}
