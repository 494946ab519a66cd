import type { z } from "zod";
import { allowOnlyUrl } from "../../../outbound/allow-only.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { Declined, KeyTaken, NotThere, type OnPage, ProviderFailed, ProviderRefused } from "./provider.ts";
import { Refusal } from "./stripe-objects.ts";

/** The version of Stripe's API that its contract in the tests is written for. */
export const stripeVersion = "2024-06-20";
const timeoutMs = 15_000;

export interface StripeAddress {
  /** The operator's own setting, which allows its address. */
  readonly url: string;
  /** Where the service itself listens. */
  readonly own: { readonly host: string; readonly port: number };
  readonly key: string;
}

export type Form = Readonly<Record<string, string>>;

/** Parameters of which one can come several times. */
type Pairs = readonly (readonly [name: string, value: string])[];

/** Members of a page of a list, and pages that are read at most. */
const page = { size: 100, most: 1000 } as const;

/** Requests to Stripe, and what its responses mean. */
export class StripeRequests {
  readonly #address: StripeAddress;
  readonly #guard: OutboundGuard;
  /** Whether the last response has refused the key. */
  isRefused = false;

  constructor(address: StripeAddress) {
    this.#address = address;
    this.#guard = new OutboundGuard({ allow: allowOnlyUrl(address.url), own: address.own });
  }

  /** Throws `ProviderFailed`. */
  async get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    return parsed(schema, await this.#request("GET", path));
  }

  /** Without a key for what has one effect anyway. Throws `Declined`, `KeyTaken` and other `ProviderFailed`. */
  async post<S extends z.ZodType>(
    path: string,
    form: Form,
    key: string | undefined,
    schema: S,
  ): Promise<z.output<S>> {
    return parsed(schema, await this.#request("POST", path, form, key));
  }

  /** All members of a list, the newest first. Throws `ProviderFailed`, also for a list that has no end. */
  async list<M extends { readonly id: string }>(
    path: string,
    of: Form | Pairs,
    schema: z.ZodType<{ readonly data: M[]; readonly has_more: boolean }>,
    onPage?: OnPage,
  ): Promise<M[]> {
    const all: M[] = [];
    for (let number = 0; number < page.most; number++) {
      const last = all.at(-1);
      const query = new URLSearchParams();
      for (const [name, value] of isPairs(of) ? of : Object.entries(of)) query.append(name, value);
      query.append("limit", String(page.size));
      if (last) query.append("starting_after", last.id);
      const { data, has_more: hasMore } = await this.get(`${path}?${query}`, schema);
      all.push(...data);
      await onPage?.();
      if (!hasMore || data.length === 0) return all;
    }
    throw new ProviderFailed(`Stripe lists more than ${page.size * page.most} of ${path}`);
  }

  async #request(method: "GET" | "POST", path: string, form?: Form, key?: string): Promise<unknown> {
    const { url, key: secret } = this.#address;
    let response: Response;
    let body: unknown;
    try {
      response = await this.#guard.fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${secret}`,
          "stripe-version": stripeVersion,
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
    this.isRefused = response.status === 401 || response.status === 403;
    if (response.ok) return body;
    throw failureOf(method, response.status, body);
  }
}

const isPairs = (of: Form | Pairs): of is Pairs => Array.isArray(of);

/** Parameters that name the card of a charge. */
const ofCard = ["customer", "payment_method"];

/**
 * What a failed response means. The card is refused: 402 `card_error`, and a card that Stripe does not have any more. The
 * request is refused: other 400, 402 and 404. Its key was used with other parameters: 400 `idempotency_error`. All else (409, 429,
 * 5xx) leaves the result unknown, and is repeated under the same key; 401 and 403 until an operator has changed the key.
 */
function failureOf(method: "GET" | "POST", status: number, body: unknown): Error {
  const refusal = Refusal.safeParse(body).data?.error;
  const code = refusal?.decline_code ?? refusal?.code ?? "refused";
  const shown = `Stripe returned ${status}${refusal?.code ? `, ${refusal.code}` : ""}`;
  if (status === 401 || status === 403)
    return new ProviderRefused(
      `${shown}: it refuses VINGATE_STRIPE_KEY. Check the key and its permissions.`,
      status,
    );
  if (refusal?.type === "idempotency_error" && status === 400) return new KeyTaken(shown);
  if (method === "GET" && status === 404 && refusal?.code === "resource_missing") return new NotThere(shown);
  if (method === "GET" || ![400, 402, 404].includes(status)) return new ProviderFailed(shown);
  if (refusal?.type === "card_error") return new Declined(code, "card");
  const isUnknownCard = refusal?.code === "resource_missing" && ofCard.includes(refusal.param ?? "");
  return isUnknownCard
    ? new Declined("no_card", "card")
    : new Declined(refusal?.param ? `${code} (${refusal.param})` : code, "request");
}

function parsed<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { data, error } = schema.safeParse(body);
  if (error)
    throw new ProviderFailed(`Stripe's response is not as documented: ${error.issues[0]?.path.join(".")}`);
  return data;
}
