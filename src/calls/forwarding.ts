import type { UpstreamIdentity } from "../access/upstream-credentials.ts";
import type { RoutedRequest } from "./routed.ts";

/** One request to an address that may become an API's upstream. */
export interface UpstreamTest {
  readonly url: string;
  readonly method: "GET" | "HEAD";
  readonly identity: UpstreamIdentity;
  readonly timeoutMs: number;
}

/** The answer, or why there was none. It never contains a credential. */
export interface UpstreamTested {
  readonly status: number | null;
  readonly contentType: string | null;
  /** Milliseconds until its headers came, or until it failed. */
  readonly milliseconds: number;
  /** The first characters of its body; null if it is not text. */
  readonly body: string | null;
  readonly truncated: boolean;
  readonly failure: { readonly code: string; readonly reason: string } | null;
}

/** The calls of an API on a node. */
export interface UpstreamState {
  readonly breaker: "closed" | "open" | "probing";
  readonly underWay: number;
  readonly underWayMax: number;
}

/** The same of one API, by its name. */
export interface RegisteredApi extends UpstreamState {
  readonly id: string;
  readonly name: string;
}

/** How a cache is used. */
export interface CacheState {
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

/** Answers requests that no operation of the service matches. Its calls work with `Context`. */
export interface Forwarding<Context> {
  /** Undefined if no registered API has the path. */
  answer(context: Context, routed: RoutedRequest): Promise<Response> | undefined;
  /** The ID of the API that answers a path. */
  apiAt(path: string): string | undefined;
  /** Sends one request that is neither charged nor recorded. */
  test(test: UpstreamTest): Promise<UpstreamTested>;
  /** The calls of an API on this node; undefined if it has no upstream. */
  stateOf(apiId: string): UpstreamState | undefined;
  /** All APIs with an upstream. */
  readonly apis: Iterable<RegisteredApi>;
  /** The kept answers of upstreams. */
  readonly answers: CacheState;
  /** The upstream of a built-in API, if it has one. */
  upstreamOf(api: string): FamilyUpstream | undefined;
  /** To be called with every object that has changed; with undefined if any may have. */
  changed(object: string | undefined): void;
  close(): void;
}

/** What an operator decides about the upstream of a built-in API. */
export interface UpstreamPolicy {
  /** The name of the source, for `x-data-source`. */
  readonly source: string;
  /** Days for which received records are kept; null keeps none. */
  readonly keep_days: number | null;
  /** The answer to a lookup if the upstream fails: the 404 that it would be without one, or 503. */
  readonly on_failure: "not_found" | "unavailable";
}

/** What an upstream had, and the name of the source that answered. */
export interface Found<T> {
  readonly made: T;
  readonly source: string;
}

/** Who asks: the headers of the lookup show whether it came from this service. */
export interface Asking {
  readonly requestId: string;
  readonly sentHeaders: Headers;
  /** Who is charged: a subscription's ID. */
  readonly payer: string;
}

/** The upstream of a built-in API: another service with lookups of the same form. */
export interface FamilyUpstream {
  readonly api: string;
  readonly policy: UpstreamPolicy;
  /** Within so many milliseconds an answer is whole. */
  readonly timeoutMs: number;
  /** Whether the lookup came from this service: to ask for it would have no end. */
  leadsBack(headers: Headers): boolean;
  /**
   * Requests a path below the upstream's base. Resolves to what `read` makes of the body of a 200, to undefined after a
   * 404. Rejects with `ApiError` if there is no answer, with what `read` throws, and counts both as failures.
   */
  ask<T>(path: string, asking: Asking, read: (body: Uint8Array) => T): Promise<Found<T & {}> | undefined>;
}

/** The same for lookups alone, with upstreams that have no records: `asked` is called in place of a request. */
export function withoutRecords<Context>(
  forwarding: Forwarding<Context>,
  asked: () => void = () => undefined,
): Forwarding<Context> {
  const upstreamOf = (api: string): FamilyUpstream | undefined => {
    const upstream = forwarding.upstreamOf(api);
    if (!upstream) return undefined;
    const { policy, timeoutMs } = upstream;
    const ask = () => Promise.resolve(asked()).then(() => undefined);
    return { api, policy, timeoutMs, leadsBack: () => false, ask };
  };
  return { ...forwarding, upstreamOf };
}
