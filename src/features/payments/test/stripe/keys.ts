import { dayMs } from "../../../../base/durations.ts";

/** The reply to a request. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Known {
  readonly request: string;
  readonly at: number;
  /** Undefined while the request is under way. */
  reply: Reply | undefined;
}

const refusal = (status: number, error: object): Reply => ({
  status,
  body: { error: { type: "idempotency_error", ...error } },
});

/** Stripe's idempotency keys: each belongs to one request with its parameters, and is forgotten after 24 hours. */
export class Keys {
  readonly #known = new Map<string, Known>();

  /** The reply that a key has already: the former one, or a refusal. Undefined if the request is to be done. */
  begin(key: string, request: string, now: number): Reply | undefined {
    const known = this.#known.get(key);
    if (!known || now - known.at >= dayMs) {
      this.#known.set(key, { request, at: now, reply: undefined });
      return undefined;
    }
    if (known.request !== request) return refusal(400, { message: "The key has other parameters." });
    return known.reply ?? refusal(409, { code: "idempotency_key_in_use", message: "The key is in use." });
  }

  /** Keeps a reply, and drops a key whose request was not begun: its parameters were refused. */
  end(key: string, reply: Reply, isBegun: boolean): void {
    if (isBegun) this.#known.get(key)!.reply = reply;
    else this.#known.delete(key);
  }

  /** As after 24 hours. */
  forget(): void {
    this.#known.clear();
  }
}
