import { Answer, type Answered } from "./answer.ts";
import { type BatchOptions, type BatchResult, decodeVins, type Vins } from "./batch.ts";
import { type Call, type CallOptions, type ClientOptions, Sender } from "./call.ts";
import { VingateError } from "./errors.ts";
import { idempotent, methods } from "./operations.gen.ts";
import { type ItemOf, pagesOf } from "./pages.ts";
import { type ReportOptions, type ReportResult, type ReportVins, reports } from "./reports.ts";
import { randomKey } from "./request-ids.ts";
import type { Repeat } from "./retries.ts";
import type { Methods, Operations, VehicleReportBatch } from "./types.gen.ts";
import type { Upload } from "./upload.ts";

type Params = Readonly<Record<string, unknown>>;

/** An operation by its method and path; the service's own ones have types. */
export type OperationName = keyof Operations | (`${string} /${string}` & {});

type Known<Name, Part extends "params" | "body" | "answer", Other> = Name extends keyof Operations
  ? Operations[Name][Part]
  : Other;

interface AnyRequest extends CallOptions {
  readonly params?: Params | undefined;
  readonly body?: unknown;
  readonly as?: "key" | "token" | undefined;
}

/** Parameters of path and query, and the body: JSON, or a file as it is. */
export interface RequestOptions<Name extends OperationName> extends CallOptions {
  readonly params?: Known<Name, "params", Params> | undefined;
  readonly body?: Known<Name, "body", unknown> | undefined;
  /** The credential to send. Default: the token if there is one. */
  readonly as?: "key" | "token" | undefined;
}

export interface Vingate extends Methods<CallOptions> {}

/**
 * A client of one service. Operations that take the key, such as lookups, are methods, named as the operations. `request`
 * calls any other operation, and takes the token.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor's prototype has the methods of `Methods`.
export class Vingate {
  readonly #sender: Sender;

  constructor(options: ClientOptions = {}) {
    this.#sender = new Sender(options);
  }

  /** The service's address. */
  get url(): string {
    return this.#sender.url;
  }

  /** Calls an operation by method and path, for example `request("GET /users/{user_id}", { params: { user_id } })`. */
  request<Name extends OperationName>(
    operation: Name,
    options: RequestOptions<Name> = {},
  ): Answer<Known<Name, "answer", unknown>> {
    const answered = this.#read(operation, options as AnyRequest);
    return new Answer(answered as Promise<Answered<Known<Name, "answer", unknown>>>);
  }

  /** As `request`, for an answer to be read as a stream. Throws `ApiError` unless it is a success. */
  async open<Name extends OperationName>(
    operation: Name,
    options: RequestOptions<Name> = {},
  ): Promise<Response> {
    return this.#sender.open(this.#call(operation, options as AnyRequest), options);
  }

  /** The entries of a list, page after page; each page is read when its entries are taken. */
  list<Name extends keyof Operations>(
    operation: Name,
    options: RequestOptions<Name> = {},
  ): AsyncGenerator<ItemOf<Operations[Name]["answer"]>> {
    const read = (params: Params) => this.#read(operation, { ...(options as AnyRequest), params });
    return pagesOf(read, (options.params ?? {}) as Params);
  }

  /** The credits of the key's subscription. Free. */
  async balance(options: CallOptions = {}): Promise<Operations["GET /"]["answer"]> {
    const headers = { "api-key": this.#key(), ...options.headers };
    return this.request("GET /", { ...options, headers, as: "key" });
  }

  /**
   * Decodes any number of VINs, in their order. Input and output are streams: a part of the input is read when the
   * results before it are taken. No VIN is charged twice, whatever connection is cut.
   */
  decodeVins(vins: Vins, options: BatchOptions = {}): AsyncGenerator<BatchResult> {
    const call = (body: string, key: string): Call => ({
      method: "POST",
      path: "/vin-decoder/batch",
      headers: {
        "x-authkey": this.#key(),
        "content-type": "application/x-ndjson",
        "idempotency-key": key,
      },
      body,
      repeat: "keyed",
    });
    return decodeVins(this.#sender, call, vins, options);
  }

  /**
   * Reports of any number of VINs, in their order. The input is read in parts, each when the results before it are
   * taken. No part of a report is charged twice, whatever connection is cut.
   */
  reports(vins: ReportVins, options: ReportOptions = {}): AsyncGenerator<ReportResult> {
    const call = (body: VehicleReportBatch, key: string): Call => ({
      method: "POST",
      path: "/report/batch",
      headers: { "x-authkey": this.#key(), "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
      repeat: "keyed",
    });
    return reports(this.#sender, call, vins, options);
  }

  /** @internal */
  async call(row: string, values: readonly unknown[], name?: string): Promise<Answered<unknown>> {
    const words = row.split(" ");
    const [method = "", template = "", kind] = words.length === 1 ? ["GET", row] : words;
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    const [first, second] = values.slice(names.length) as [unknown, unknown];
    const { signal, timeoutMs, retries, maxWaitMs, headers, idempotencyKey, ...query } = ((kind
      ? second
      : first) ?? {}) as CallOptions & Params;
    const type = kind?.includes("/") && { "content-type": kind };
    const options: CallOptions = {
      signal,
      timeoutMs,
      retries,
      maxWaitMs,
      headers: { ...type, ...headers },
      idempotencyKey,
    };
    const body = kind === "form" ? new URLSearchParams(first as Record<string, string>) : kind && first;
    const call = this.#call(`${method} ${template}`, {
      ...options,
      params: { ...query, ...params },
      body,
      as: "key",
    });
    const isKeyed = idempotent.includes(`${method} ${template}`);
    const repeat =
      isKeyed || !/^(GET|PUT)$/.test(method) ? call.repeat : method === "GET" ? "charged" : "free";
    // Batches, reports and changes have no receipt.
    const lookup = repeat === "charged" ? name : undefined;
    return this.#sender.read({ ...call, repeat, lookup }, options);
  }

  /** A missing value or credential rejects, too. */
  async #read(operation: string, options: AnyRequest): Promise<Answered<unknown>> {
    return this.#sender.read(this.#call(operation, options), options);
  }

  #call(operation: string, options: AnyRequest): Call {
    const { params = {}, body, as, idempotencyKey } = options;
    const [, method = "", template = ""] = /^([A-Z]+) (\/.*)$/.exec(operation) ?? [];
    if (!method) throw new VingateError(`"${operation}" is no method and path, such as "GET /products".`);
    const headers: Record<string, string> = {};
    const sendsKey = as === "key" || (as === undefined && !this.#sender.token);
    if (as === "key") headers["x-authkey"] = this.#key();
    else if (sendsKey && this.#sender.key) headers["x-authkey"] = this.#sender.key;
    if (!sendsKey) headers.authorization = `Bearer ${this.#token()}`;
    const isKeyed = idempotencyKey !== undefined || idempotent.includes(operation);
    if (isKeyed) headers["idempotency-key"] = idempotencyKey ?? randomKey();
    const sent = isUpload(body) ? body : JSON.stringify(body);
    if (sent !== undefined && !isUpload(body)) headers["content-type"] = "application/json";
    return {
      method,
      path: pathOf(template, params),
      headers,
      body: sent,
      repeat: isKeyed ? "keyed" : repeatOf(method, sendsKey),
    };
  }

  #key(): string {
    const { key } = this.#sender;
    if (key) return key;
    throw new VingateError("There is no key. Pass { key }, or set VINGATE_KEY.");
  }

  #token(): string {
    const { token } = this.#sender;
    if (token) return token;
    throw new VingateError("There is no token. Pass { token }, or set VINGATE_TOKEN.");
  }
}

for (const [name, row] of Object.entries(methods))
  Object.defineProperty(Vingate.prototype, name, {
    value(this: Vingate, ...values: unknown[]) {
      return new Answer(this.call(row, values, name));
    },
  });

/** A call with the key can be of a registered API, which is charged and cannot be repeated as the same call. */
function repeatOf(method: string, sendsKey: boolean): Repeat {
  if (sendsKey) return "never";
  return method === "GET" || method === "HEAD" || method === "PUT" ? "free" : "never";
}

function isUpload(body: unknown): body is Upload {
  return (
    typeof body === "string" ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream ||
    body instanceof URLSearchParams
  );
}

/** The path with its values, and the others as a query. */
function pathOf(template: string, params: Params): string {
  const rest = { ...params };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    // A path with dots would be that of another operation.
    if (value === undefined || value === null || /^\.{0,2}$/.test(String(value)))
      throw new VingateError(`${template} needs a value for ${name}.`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(name, String(one));
  const text = query.toString();
  return text ? `${path}${path.includes("?") ? "&" : "?"}${text}` : path;
}
