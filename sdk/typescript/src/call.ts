import { type Answered, infoOf } from "./answer.ts";
import { ApiError, ConnectionError, VingateError } from "./errors.ts";
import { Exchange } from "./exchange.ts";
import { version } from "./operations.gen.ts";
import { type OnReceipt, Receipts } from "./receipts.ts";
import { type RequestId, RequestIds } from "./request-ids.ts";
import { isUnsure, type Repeat, retryDefaults, sleep, Tries, waitForRecovery } from "./retries.ts";
import type { Upload } from "./upload.ts";

export interface ClientOptions {
  /** The subscription's key, for lookups. Default: `VINGATE_KEY` of the environment. */
  readonly key?: string | undefined;
  /** A token, for the other operations. Default: `VINGATE_TOKEN` of the environment. */
  readonly token?: string | undefined;
  /** The service's address. Default: `VINGATE_URL` of the environment, else http://127.0.0.1:8080. */
  readonly url?: string | undefined;
  /** How long the service may take to answer, and to send each next part. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first one. Default: 4. */
  readonly retries?: number | undefined;
  /** No try begins so long after the first one, or after the last new result of a batch. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Requests a receipt of each lookup, and receives them, checked. Batches have none. */
  readonly receipts?: OnReceipt | undefined;
  /** Throws `ReceiptError` after a receipt that does not hold. Default: false. */
  readonly strictReceipts?: boolean | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  readonly maxWaitMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Calls with one key have one effect. Default: a new key for each call of an operation that takes one. */
  readonly idempotencyKey?: string | undefined;
}

/** A request with all its values. */
export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Upload | undefined;
  readonly repeat: Repeat;
  /** The operation ID, if the operation is a lookup. */
  readonly lookup?: string | undefined;
}

type Take<T> = (exchange: Exchange) => Promise<T>;
type OnAnswer = (response: Response) => void;

/** A variable of the environment; undefined where there is none, or where Deno does not permit the read. */
function variable(name: string): string | undefined {
  try {
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
  } catch {
    return undefined;
  }
}

const isProgram = !("document" in globalThis);
const userAgent = `vingate-typescript/${version}`;

/** Sends calls, and repeats those that may be repeated. */
export class Sender {
  readonly key: string | undefined;
  readonly url: string;
  readonly #options: ClientOptions;
  readonly #ids = new RequestIds();
  readonly #receipts: Receipts | undefined;

  constructor(options: ClientOptions) {
    this.key = options.key ?? variable("VINGATE_KEY");
    this.url = (options.url ?? variable("VINGATE_URL") ?? "http://127.0.0.1:8080").replace(/\/+$/, "");
    if (!/^https?:$/.test(URL.canParse(this.url) ? new URL(this.url).protocol : ""))
      throw new VingateError(`"${this.url}" is no address of a service, such as https://api.example.com.`);
    this.#options = options;
    const { receipts, strictReceipts: strict = false } = options;
    if (receipts) this.#receipts = new Receipts({ receipts, strict, readSalt: () => this.#readSalt() });
  }

  /** Read when it is needed: Deno requests a permission for each variable. */
  get token(): string | undefined {
    return this.#options.token ?? variable("VINGATE_TOKEN");
  }

  limits({ retries, maxWaitMs }: CallOptions) {
    return {
      retries: retries ?? this.#options.retries ?? retryDefaults.retries,
      maxWaitMs: maxWaitMs ?? this.#options.maxWaitMs ?? retryDefaults.maxWaitMs,
    };
  }

  /** One try. */
  exchange(
    call: Call,
    options: CallOptions,
    more: Readonly<Record<string, string>> = {},
    onAnswer?: OnAnswer,
  ): Exchange {
    const { method, path, headers, body } = call;
    // Names in any case are one header.
    const sent = new Headers({ accept: "application/json, */*;q=0.1" });
    // A page's own agent stays: another one would need a preflight.
    if (isProgram) sent.set("user-agent", userAgent);
    for (const some of [headers, this.#options.headers, options.headers, more])
      for (const [name, value] of Object.entries(some ?? {})) setHeader(sent, name, value);
    const init: RequestInit & { duplex?: "half" } = { method, headers: sent };
    if (body !== undefined) init.body = body as NonNullable<RequestInit["body"]>;
    if (body instanceof ReadableStream) init.duplex = "half";
    return new Exchange({
      fetch: this.#options.fetch ?? fetch,
      url: this.url + path,
      init,
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? 30_000,
      onAnswer: (response) => {
        this.#ids.observe(response.headers);
        onAnswer?.(response);
      },
    });
  }

  /** Resolves to the body: JSON parsed, other text as it is, undefined if there is none. */
  read(call: Call, options: CallOptions): Promise<Answered<unknown>> {
    const take = async (exchange: Exchange) => {
      try {
        const response = await exchange.open();
        const text = await exchange.step(() => response.text());
        return { body: bodyOf(response, text), info: infoOf(response) };
      } finally {
        exchange.end();
      }
    };
    return call.lookup && this.#receipts
      ? this.#readReceipted(call, call.lookup, options, take)
      : this.#repeat(call, (more) => take(this.exchange(call, options, more)), options);
  }

  /** Each try has a receipt of its own. */
  #readReceipted(
    call: Call,
    operation: string,
    options: CallOptions,
    take: Take<Answered<unknown>>,
  ): Promise<Answered<unknown>> {
    const { method } = call;
    const receipts = this.#receipts!.of({ operation, method, path: this.#sentPath(call.path) });
    const work = this.#repeat(
      call,
      async (more) => {
        let answer: Response | undefined;
        const sent = { ...more, "want-receipt": "1" };
        try {
          return await take(
            this.exchange(call, options, sent, (response) => {
              answer = response;
            }),
          );
        } finally {
          if (answer) await receipts.take(answer);
        }
      },
      options,
    );
    return receipts.unlessFault(work, ({ body }) => body);
  }

  /** Path and query as `fetch` sends them, without the path of the service's address. */
  #sentPath(path: string): string {
    const { pathname, search } = new URL(this.url + path);
    return pathname.slice(new URL(this.url).pathname.replace(/\/$/, "").length) + search;
  }

  async #readSalt(): Promise<string> {
    const headers = { "x-authkey": this.key ?? "" };
    const call: Call = { method: "GET", path: "/receipts/salt", headers, repeat: "free" };
    const { body } = await this.read(call, { retries: 1, timeoutMs: saltMs, maxWaitMs: saltMs });
    return (body as { readonly salt: string }).salt;
  }

  /** Resolves to an answer whose body is still to be read. */
  open(call: Call, options: CallOptions): Promise<Response> {
    const open = async (more: Readonly<Record<string, string>>) => {
      const exchange = this.exchange(call, options, more);
      try {
        return await exchange.open();
      } catch (error) {
        exchange.end();
        throw error;
      }
    };
    return this.#repeat(call, open, options);
  }

  /** Tries a call, with the headers of each try, until it ends. */
  async #repeat<T>(
    call: Call,
    attempt: (headers: Readonly<Record<string, string>>) => Promise<T>,
    options: CallOptions,
  ): Promise<T> {
    const { repeat } = call;
    // The call that may have been charged, and whose answer was lost.
    let lost: RequestId | undefined;
    let unknownSince: number | undefined;
    const tries = new Tries(this.limits(options));
    for (;;) {
      const id = repeat === "charged" ? this.#ids.next() : undefined;
      const more: Record<string, string> = {};
      if (id) more["x-request-id"] = id.text;
      if (lost) more["x-repeat-of"] = lost.text;
      try {
        return await attempt(more);
      } catch (error) {
        if (lost && isUncharged(error)) {
          if (!this.#ids.canFind(lost)) throw answerLost(error);
          lost = undefined;
          continue;
        }
        if (lost && isUnknown(error)) {
          unknownSince ??= Date.now();
          if (Date.now() - unknownSince > recoveryMs) throw answerLost(error);
          await sleep(waitForRecovery(error), options.signal);
          continue;
        }
        const wait = tries.waitAfter(error, repeat);
        const mayBeCharged = isUnsure(error) || (error instanceof ConnectionError && !error.isUnsent);
        if (mayBeCharged) lost ??= id;
        if (wait === undefined || call.body instanceof ReadableStream)
          throw lost && error instanceof ApiError ? answerLost(error) : error;
        await sleep(wait, options.signal);
      }
    }
  }
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new VingateError(`The header ${name} cannot be sent.`);
  }
}

/** The service's answer to `X-Repeat-Of` if the call was not charged. */
const isUncharged = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422 && error.field?.toLowerCase() === "x-repeat-of";

/** The service's answer while a node has not reported whether the call was charged. */
const isUnknown = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== undefined;

const answerLost = (cause: unknown) =>
  new ConnectionError("The answer was lost. The call may have been charged.", cause);

const recoveryMs = 90_000;
/** The longest wait for the salt of receipts, in each of two tries and between them. */
const saltMs = 5000;

function bodyOf({ headers }: Response, text: string): unknown {
  if (text === "") return undefined;
  if (!/[/+]json\b/.test(headers.get("content-type") ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConnectionError("The answer is cut off: it is no valid JSON.", error);
  }
}
