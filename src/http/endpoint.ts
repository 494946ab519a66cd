import type { z } from "zod";
import type { Queries } from "../database/database.ts";
import type { Caller } from "./caller.ts";
import type { ErrorCode } from "./errors.ts";
import type { Upload } from "./upload.ts";

/**
 * Who may call an operation. Every endpoint must state one.
 * - `none`: everybody
 * - `client`: any credential of `Authorization`, the public client token included
 * - `customer`: a signed-in user, and the operator
 * - `operator`: the operator alone
 * - `key`: a subscription's key in `x-AuthKey`
 */
export type Audience = "none" | "client" | "customer" | "operator" | "key";

/** What a handler is given: the caller, and the request's validated parts. */
export interface Call<Params = unknown, Query = unknown, Headers = unknown, Body = unknown> {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  /** The file that the body is, of an operation that takes one. */
  readonly upload?: Upload;
  readonly requestId: string;
  /** The caller's address as the trusted proxies tell it. */
  readonly address: string;
  /** The query as it was sent, question mark included: what signed addresses are compared by. */
  readonly search: string;
  /**
   * Makes the call's change, in the one transaction in which `If-Match` is judged and the answer to an
   * `Idempotency-Key` is kept. The work may run again after a deadlock: it must have no effect but its
   * statements. Not for lookups.
   */
  change(work: (tx: Queries) => Promise<Answer>): Promise<Answer>;
}

/** A success: 200, except for an unhealthy `/health` (503) and a resource that the caller already has (304). */
export interface Answer {
  readonly body: string | Uint8Array;
  readonly type: string;
  readonly status?: 200 | 304 | 503;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A success whose body is made while it is sent. */
export interface StreamedAnswer extends Omit<Answer, "body" | "status"> {
  readonly body: ReadableStream<Uint8Array>;
}

export type Schema = z.ZodType;
export type ObjectSchema = z.ZodObject;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/**
 * One operation of the service; `operations.ts` lists them all, and everything else reads that list. `Context`
 * is what its handler works with.
 */
export interface Endpoint<Context = unknown> {
  /** OpenAPI's operationId, unique. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** The path as the specification writes it, parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly audience: Audience;
  /** Open to all, and tells more to the operator's credential; any other is ignored. */
  readonly tellsOperator?: true;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly headers?: ObjectSchema;
  readonly body?: Schema;
  /** Its body is a form (`application/x-www-form-urlencoded`), whose names are taken in any case: all lower here. */
  readonly form?: true;
  /** The largest body that it takes, 256 KiB unless stated; beyond it the answer is 413. */
  readonly bodyBytesMax?: number;
  /** The most members of one object or array of its body, 1,000 unless stated; beyond it the answer is 413. */
  readonly bodyMembersMax?: number;
  /**
   * Its body is a file of one of these media types, which the handler reads as it arrives; `bytesMax` is the
   * largest that it takes, as the setting of that name says, beyond which the answer is 413.
   */
  readonly upload?: {
    readonly types: readonly string[];
    readonly setting: string;
    bytesMax(context: Context): number;
  };
  /** What a 200 carries; absent where it is not JSON. */
  readonly response?: Schema;
  /** The media type of a 200, JSON unless stated. */
  readonly responseType?: string;
  /** A 200 is a table in `text/csv` where `Accept` or a parameter asks for it. */
  readonly csv?: true;
  /** A 200 is XML where `Accept` or a parameter asks for it. */
  readonly xml?: true;
  /** Errors of its own; those that follow from its audience, inputs and charging are added to the document. */
  readonly errors?: readonly ErrorCode[];
  /** Not in the specification: marked so in the OpenAPI document. */
  readonly extension?: true;
  /**
   * Has the form of another service, whose clients call it unchanged: its path is taken in any case, with or without
   * a slash at its end and also below `/api`, and so are the names of its query's parameters.
   */
  readonly compatible?: true;
  /** HEAD answers as GET does, without the body; elsewhere HEAD is 405. */
  readonly head?: true;
  /** Shows credits or usage: the calls that this node has answered are written to the database first. */
  readonly readsUsage?: true;
  /** Creates or grants something, by `Call.change`: `Idempotency-Key` makes repeated calls have one effect. */
  readonly idempotent?: true;
  /**
   * Locks the row behind the path until the transaction ends, so that `If-Match` is judged on what the change
   * then meets. Every operation that changes what GET reads on the same path has one.
   */
  lock?(tx: Queries, params: unknown): Promise<unknown>;
  /**
   * A lookup: the API that it is reported under, and the credits that one record costs unless its product
   * says otherwise. `options` marks a selector or list, as a cost of 0 does.
   */
  readonly lookup?: { readonly api: string; readonly cost: number; readonly options?: true };
  /** Counts a call by its caller's address when the caller is known and no body is read yet. Throws 429. */
  limitAddress?(context: Context, address: string): void | Promise<void>;
  /** A small page in place of the 422 for callers that ask for `text/html`. */
  invalidPage?(context: Context): string;
  handle(context: Context, call: Call): Answer | Promise<Answer>;
  /** Of a managed operation whose answer is made while it is sent: takes the place of `handle`. */
  stream?(context: Context, call: Call): Promise<StreamedAnswer>;
  /**
   * Of a lookup that answers many lines in one call, each charged and recorded by itself: makes what judges and
   * answers them, and takes the place of `handle`.
   */
  lines?(context: Context, input?: LinesInput): Lines | Promise<Lines>;
  /**
   * Of an operation whose answer goes on: what it tells, until `follow.signal` is aborted or there is no more. It
   * takes the place of `handle`; `responseType` is `text/event-stream`.
   */
  events?(context: Context, call: Call, follow: Follow): AsyncIterable<ServerEvent>;
  /** Of an operation with `events`: throws what is answered where there is nothing to follow. */
  judge?(context: Context, call: Call): Promise<unknown>;
}

/** How a caller follows events. */
export interface Follow {
  /** Aborted when the caller has gone, or this process leaves its port. */
  readonly signal: AbortSignal;
  /** The last event that the caller has, of a stream that broke off. */
  readonly lastEventId: string | undefined;
}

/** One server-sent event; `data` is sent as JSON. */
export interface ServerEvent {
  readonly event: string;
  /** By which a stream that broke off is resumed. */
  readonly id?: string;
  readonly data: unknown;
}

/** The validated parts of a call whose lines came in one body. */
export type LinesInput = Pick<Call, "query" | "headers" | "body">;

/** How a reply is put together from its lines. */
export interface LinesForm {
  readonly type: string;
  readonly before: string;
  readonly between: string;
  /** After each line: whoever reads lines need not wait for the next one. */
  readonly end: string;
  readonly after: string;
}

/** What answers the lines of a call. */
export interface Lines {
  /** The entries of a body that was validated. */
  readonly entries: readonly unknown[];
  /** The form of the reply to such a body, an object with `data` in JSON unless stated. */
  readonly form?: LinesForm;
  /** Judges a line before it is charged. Throws `LineRefusal`. */
  read(line: unknown): LineWork;
  /** The refusal of a line as it is sent. */
  refusalOf(line: unknown, refusal: LineRefusal): Uint8Array;
}

/** A line that was found right: answers it, as the body of one JSON document. Throws `LineRefusal`. */
export type LineWork = () => { readonly body: Uint8Array; readonly source: string };

/** Why one line has no answer; the others go on. */
export class LineRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** An endpoint as it is declared: the types of the handler's call follow from the schemas. */
export interface EndpointDefinition<
  Context,
  P extends ObjectSchema | undefined,
  Q extends ObjectSchema | undefined,
  H extends ObjectSchema | undefined,
  B extends Schema | undefined,
> extends Omit<
    Endpoint<Context>,
    "params" | "query" | "headers" | "body" | "lock" | "events" | "judge" | "handle" | "stream"
  > {
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  lock?(tx: Queries, params: Parsed<P>): Promise<unknown>;
  events?(
    context: Context,
    call: Call<Parsed<P>, Parsed<Q>, Parsed<H>, Parsed<B>>,
    follow: Follow,
  ): AsyncIterable<ServerEvent>;
  judge?(context: Context, call: Call<Parsed<P>, Parsed<Q>, Parsed<H>, Parsed<B>>): Promise<unknown>;
  handle(context: Context, call: Call<Parsed<P>, Parsed<Q>, Parsed<H>, Parsed<B>>): Answer | Promise<Answer>;
  stream?(context: Context, call: Call<Parsed<P>, Parsed<Q>, Parsed<H>, Parsed<B>>): Promise<StreamedAnswer>;
}

/** A 200 with a JSON body. */
export function json(value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  return { body: JSON.stringify(value), type: "application/json", ...(headers && { headers }) };
}

/** For bodies that show a secret: no cache may keep them. */
export const noStore = { "cache-control": "no-store" } as const;
