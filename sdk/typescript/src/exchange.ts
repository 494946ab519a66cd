import { apiError, ConnectionError, TimeoutError, VingateError } from "./errors.ts";

/** What a request needs besides its URL. */
export interface Sending {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
  /** How long the service may take for its answer, and for each next part of it. */
  readonly timeoutMs: number;
  /** Called with the answer, before its body is read and before anything is thrown for it. */
  readonly onAnswer: (response: Response) => void;
}

/** One request and its answer. `end` frees it, and closes the connection unless all is read. */
export class Exchange {
  readonly #sending: Sending;
  readonly #abort = new AbortController();
  readonly #onAbort = () => this.#abort.abort(this.#sending.signal?.reason);

  constructor(sending: Sending) {
    this.#sending = sending;
    sending.signal?.addEventListener("abort", this.#onAbort);
  }

  /** Resolves to a successful answer. Throws `ApiError` for any other. */
  async open(): Promise<Response> {
    const { fetch, url, init, onAnswer } = this.#sending;
    // A redirect would take the key to another host. On a kept connection that is cut, Bun sends a request again, which
    // would be charged again. In Node and browsers `keepalive` has another meaning, and this is its default.
    const own = { redirect: "manual", keepalive: false, signal: this.#abort.signal } as const;
    const response = await this.step(() => fetch(url, { ...init, ...own }));
    onAnswer(response);
    if (response.ok || response.status === 304) return response;
    const text = await this.step(() => response.text());
    throw apiError(response.status, parsed(text), response.headers);
  }

  /** Waits for a part of the answer. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    const { signal, timeoutMs } = this.#sending;
    signal?.throwIfAborted();
    const timeout = new TimeoutError(`The service did not answer within ${timeoutMs} ms.`);
    const timer = setTimeout(() => this.#abort.abort(timeout), timeoutMs);
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (this.#abort.signal.aborted) throw timeout;
      if (error instanceof VingateError) throw error;
      throw new ConnectionError(`The connection to the service failed: ${reasonOf(error)}`, error);
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#sending.signal?.removeEventListener("abort", this.#onAbort);
    this.#abort.abort();
  }
}

/** Node's "fetch failed" has the reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? reasonOf(error.cause) : error.message || error.name;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
