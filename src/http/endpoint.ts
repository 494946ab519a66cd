import type { z } from "zod";
import type { Queries } from "../database/database.ts";
import type { Caller } from "./caller.ts";
import type { Client } from "./client-address.ts";
import type { ErrorCode } from "./errors.ts";
import type { Events } from "./event-text.ts";
import type { Lines, LinesInput } from "./lines.ts";
import type { EffectPair } from "./permission-declaration.ts";
import type { Permission } from "./permissions.ts";
import type { DeclaredEffect } from "./proof.ts";
import type { Start } from "./start.ts";
import type { Upload } from "./upload.ts";

/**
 * Who may call an operation. Every endpoint must name one.
 * - `none`: everybody
 * - `optional`: everybody; the operator's credential shows more, any other is ignored
 * - `any`: everybody; a credential of `Authorization` or `x-AuthKey` shows more, an invalid one is ignored
 * - `client`: any credential of `Authorization`, the public client token included
 * - `customer`: a signed-in user, and the operator
 * - `operator`: the operator alone
 * - `key`: a subscription's key in `x-AuthKey`
 */
export type Audience = "none" | "optional" | "any" | "client" | "customer" | "operator" | "key";

/** A handler's input: the caller, and the validated parts of the request. */
export interface Call<Params = unknown, Query = unknown, Headers = unknown, Body = unknown> extends Client {
  readonly caller: Caller;
  readonly params: Params;
  /** The parameters of the path as they were sent; absent in calls that no request makes. */
  readonly sentParams?: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  /** The uploaded file, if the operation takes one. */
  readonly upload?: Upload;
  /** The request itself. */
  readonly request?: Request;
  readonly requestId: string;
  /** All headers, as they were sent. */
  readonly sentHeaders: Request["headers"];
  /** The query as sent, question mark included: signatures of addresses cover it. */
  readonly search: string;
  /** A tool of MCP called it. */
  readonly via?: "mcp" | undefined;
  /** Called with the credits of each call that it makes for its caller. */
  readonly charged?: ((credits: number) => void) | undefined;
  /** Keeps the client's connection open from when a body is read that the operation itself reads, until it answers. */
  readonly keepOpen?: ((open: boolean) => void) | undefined;
  /**
   * Makes the call's change, in the one transaction that checks `If-Match` and keeps the answer to an
   * `Idempotency-Key`. The work may run again after a deadlock: its only effects must be its statements. Not for
   * lookups.
   */
  change(work: (tx: Queries) => Promise<Answer>): Promise<Answer>;
}

/** A call whose body is what a schema reads. */
export type BodyCall<B extends Schema, Params = unknown> = Call<Params, unknown, unknown, z.output<B>>;
/** A call whose query is what a schema reads. */
export type QueryCall<Q extends Schema, Params = unknown> = Call<Params, z.output<Q>>;

/** A success: 200, except for an unhealthy `/health` (503) and a resource that the caller already has (304). */
export interface Answer {
  readonly body: string | Uint8Array;
  readonly type: string;
  /** Sent instead of `body` if it is the same in many responses: one copy serves all. */
  readonly shared?: Blob;
  readonly status?: 200 | 304 | 503;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A success whose body is produced while it is sent. */
export interface StreamedAnswer extends Omit<Answer, "body" | "shared" | "status"> {
  readonly body: ReadableStream<Uint8Array>;
  /** Its handler checks before each part what the key still allows, and ends the answer; nothing else ends it. */
  readonly endsItself?: true;
}

export type Schema = z.ZodType;
export type ObjectSchema = z.ZodObject;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** The members that describe an operation in the OpenAPI document. */
interface Documented {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The body of a 200; absent if it is not JSON. */
  readonly response?: Schema;
  /** The status of a success that is not 200; a redirect has no body. */
  readonly success?: 201 | 302;
  /** One line of a 200 that is lines of JSON. */
  readonly line?: Schema;
  /** Errors in the form of a protocol, JSON of this schema, by their status. */
  readonly protocolErrors?: { readonly statuses: readonly number[]; readonly schema: Schema };
  /** The media types of a 200, the default first. JSON if absent. */
  readonly types?: readonly [string, ...string[]];
  /** Errors of its own; those that follow from audience, inputs and charges are added to the document. */
  readonly errors?: readonly ErrorCode[];
  /** Not in the specification. */
  readonly extension?: true;
  /** Another operation does the same; the description names it. */
  readonly deprecated?: true;
}

/** What an operation takes, in addition to its schemas. */
interface Inputs<Context> {
  /** Its body is a form (`application/x-www-form-urlencoded`); its names match in any case and are lower here. */
  readonly form?: true;
  /** Its body is a file of one of these media types, read as it arrives; 413 above the setting's `bytesMax`. */
  readonly upload?: {
    readonly types: readonly string[];
    /** It is written to the database while it is read, which takes as long as a slow database needs. */
    readonly writes?: true;
    /** The setting that limits its bytes, if one does. */
    readonly setting?: string;
    bytesMax(context: Context): number;
  };
  readonly limits?: {
    /** Bytes of the body, 256 KiB if absent; 413 above. */
    readonly bodyBytes?: number;
    /** Members of one object or array of the body, 1,000 if absent; 413 above. */
    readonly bodyMembers?: number;
    /** Milliseconds that a lookup's answer may take, 900 if absent; 503 after. */
    answerMs?(context: Context): number;
    /** Counts a call by its caller's address before the body is read. Throws 429. */
    address?(context: Context, client: Client): void | Promise<void>;
  };
}

/** What a member of a body needs in addition to the operation. */
export interface MemberNeed {
  readonly permission?: Permission;
  /** If it is not that of the permission. */
  readonly effect?: DeclaredEffect | EffectPair;
  /** Only with one of these values. */
  readonly values?: readonly unknown[];
  /** The check is for operators only: the handler checks whether a customer owns the object. */
  readonly ofOperators?: true;
}

/** Signed-in callers need a permission. */
type Access =
  | {
      readonly audience: Extract<Audience, "customer" | "operator">;
      readonly permission: Permission;
      /** What it does, if its permission implies something else. */
      readonly effect?: DeclaredEffect | EffectPair;
      readonly members?: Readonly<Record<string, MemberNeed>>;
    }
  | {
      readonly audience: Exclude<Audience, "customer" | "operator">;
      readonly permission?: undefined;
      readonly effect?: undefined;
      readonly members?: undefined;
    };

/** How requests find an operation, and what happens around its handler. */
interface Treatment<Params> {
  /** OpenAPI's operationId, unique. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** The path as the specification writes it, parameters in braces. */
  readonly path: string;
  /**
   * Has the form of another service, whose clients call it unchanged: its path matches in any case, with or without a
   * final slash and also below `/api`; its query parameters match in any case.
   */
  readonly compatible?: true;
  /** Its path is found with a slash at its end too. */
  readonly finalSlash?: true;
  /** HEAD answers as GET does, without the body; elsewhere HEAD is 405. */
  readonly head?: true;
  /** Shows credits or usage: this node's calls are applied to the database first. */
  readonly readsUsage?: true;
  /** Creates or grants something with `Call.change`: with an `Idempotency-Key`, repeated calls have one effect. */
  readonly idempotent?: true;
  /**
   * Locks the path's row until the transaction ends, so that `If-Match` is checked on what the change then meets.
   * Required for every change of what GET reads on the same path.
   */
  lock?(tx: Queries, params: Params): Promise<unknown>;
  /** A change that is made while the service is held after a restore: it charges, sends and gives nothing. */
  readonly whileHeld?: true;
  /**
   * Its answer is in the export of an account as this file, such as `subscriptions`; with a member in braces, as in
   * `subscriptions/{id}/ledger`, one of each item of the list before it.
   */
  readonly exported?: string;
  /** Calls lookups, each charged: it is waited for while they end, which they do in time. */
  readonly callsLookups?: true;
  /** The path of the page to which browsers are sent in place of the 422: callers that accept `text/html`. */
  readonly browserPage?: string;
  /** In the 422: where a program that called without the required input begins. */
  readonly start?: Start;
}

/** A lookup: its API in reports, and the credits of one record unless the product sets another price. */
export interface Lookup {
  readonly api: string;
  /** The API's name in errors; its ID if absent. */
  readonly name?: string;
  readonly cost: number;
  /** A selector or list, as a cost of 0 is. */
  readonly options?: true;
}

/** Answers with a whole body, JSON unless `types` names another type. */
interface JsonAnswer<Context, C> {
  readonly answers?: "json";
  /**
   * The version of all data that a lookup's answers are made of at this moment, of characters of an ETag; undefined
   * while it is unknown. With it answers have an ETag, and a caller that has the version gets 304.
   */
  version?(context: Context): string | undefined | Promise<string>;
  handle(context: Context, call: C): Answer | Promise<Answer>;
}

/** Answers with a body that is produced while it is sent. */
interface StreamAnswer<Context, C> {
  readonly answers: "stream";
  handle(context: Context, call: C): Promise<StreamedAnswer>;
}

/** Answers with server-sent events. The handler throws if there is nothing to follow. */
interface EventsAnswer<Context, C> {
  readonly answers: "events";
  handle(context: Context, call: C): Events | Promise<Events>;
}

/** Answers many lines in one call, each charged and recorded as a call. `input` is absent if the body is lines. */
interface LinesAnswer<Context> {
  readonly answers: "lines";
  handle(context: Context, input?: LinesInput): Lines | Promise<Lines>;
}

/** What an operation with a protocol of its own answers, of any status. */
export interface ProtocolReply extends Omit<Answer, "shared" | "status"> {
  readonly status: number;
}

/** Speaks a protocol of its own: reads the body itself, and answers faults in the protocol's form. */
interface ProtocolAnswer<Context, C> {
  readonly answers: "protocol";
  /** Request headers of the protocol, in lower case, which scripts of other origins may send. */
  readonly requestHeaders: readonly string[];
  handle(context: Context, call: C): Promise<ProtocolReply>;
}

type Answering<Context, C> =
  | ({ readonly lookup: Lookup } & (JsonAnswer<Context, C> | LinesAnswer<Context>))
  | ({ readonly lookup?: undefined } & (
      | JsonAnswer<Context, C>
      | StreamAnswer<Context, C>
      | EventsAnswer<Context, C>
      | ProtocolAnswer<Context, C>
    ));

/**
 * One operation of the service; `operations.ts` lists them all, and everything else reads that list. Handlers work
 * with `Context`.
 */
export type Endpoint<Context = unknown> = Treatment<unknown> &
  Access &
  Documented &
  Inputs<Context> & {
    readonly params?: ObjectSchema;
    readonly query?: ObjectSchema;
    readonly headers?: ObjectSchema;
    readonly body?: Schema;
  } & Answering<Context, Call>;

/** An endpoint as it is declared: the types of the handler's call follow from the schemas. */
export type EndpointDefinition<
  Context,
  P extends ObjectSchema | undefined,
  Q extends ObjectSchema | undefined,
  H extends ObjectSchema | undefined,
  B extends Schema | undefined,
> = Treatment<Parsed<P>> &
  Access &
  Documented &
  Inputs<Context> & {
    readonly params?: P;
    readonly query?: Q;
    readonly headers?: H;
    readonly body?: B;
  } & Answering<Context, Call<Parsed<P>, Parsed<Q>, Parsed<H>, Parsed<B>>>;

/** A 200 with a JSON body. */
export function json(value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  return { body: JSON.stringify(value), type: "application/json", ...(headers && { headers }) };
}

/** For bodies that show a secret: no cache may keep them. */
export const noStore = { "cache-control": "no-store" } as const;
