import type { Queries } from "../database/database.ts";
import type { RoutedRequest } from "./routed.ts";

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

/** Answers requests that no operation of the service matches. Its calls work with `Context`. */
export interface Forwarding<Context> {
  /** Undefined if no registered API has the path. */
  answer(context: Context, routed: RoutedRequest): Promise<Response> | undefined;
  /** The ID of the API that answers a path. */
  apiAt(path: string): string | undefined;
  /** All APIs with an upstream. */
  readonly apis: Iterable<RegisteredApi>;
  /** The upstream of a built-in API, if it has one. */
  upstreamOf(api: string): FamilyUpstream | undefined;
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

/** The caller of a lookup, whose headers show whether it came from this service. */
export interface Asking {
  readonly requestId: string;
  readonly sentHeaders: Headers;
  /** Whose account is charged: a user's ID. */
  readonly payer: string;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** A vehicle's year and names as texts. */
export interface NamedVehicle {
  readonly year: string;
  readonly make: string;
  readonly model: string;
  /** `""` if unknown. */
  readonly trim: string;
}

/** A lookup for an upstream. */
export interface AskedLookup {
  /** Its path as the specification writes it: `/auction/{vin}`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The model year that the caller gave. */
  readonly year?: string;
  /** The vehicle that the VIN decodes to; absent without one. */
  readonly vehicle?: NamedVehicle;
  /** Path and query with these values: the request to an upstream that has the same form. */
  readonly ownPath: string;
}

/** The upstream of a built-in API: one or two services with lookups of the same form, or with a mapping to it. */
export interface FamilyUpstream {
  readonly api: string;
  readonly policy: UpstreamPolicy;
  /** Within so many milliseconds an answer is whole. */
  readonly timeoutMs: number;
  /** Whether the lookup came from this service: a request for it would loop. */
  leadsBack(headers: Headers): boolean;
  /** Whether a source serves a lookup. */
  serves(lookup: AskedLookup): boolean;
  /** Whether a source is still read as when this was made, on any node. The API is locked until the transaction ends. */
  readsStill(tx: Queries, source: string): Promise<boolean>;
  /**
   * Requests a lookup from the sources that serve it, in their order, until one has a record. Resolves to what `read` makes
   * of it, and to undefined if every source has none. If none has a record and one gave no answer, rejects with its
   * `ApiError`, or with what `read` threw.
   */
  ask<T>(
    lookup: AskedLookup,
    asking: Asking,
    read: (body: Uint8Array) => T,
  ): Promise<Found<T & {}> | undefined>;
}

/** The same for lookups alone, with upstreams that have no records: `asked` replaces the request. */
export function withoutRecords<Context>(
  forwarding: Forwarding<Context>,
  asked: () => void = () => undefined,
): Forwarding<Context> {
  const upstreamOf = (api: string): FamilyUpstream | undefined => {
    const upstream = forwarding.upstreamOf(api);
    if (!upstream) return undefined;
    const { policy, timeoutMs } = upstream;
    const ask = () => Promise.resolve(asked()).then(() => undefined);
    const serves = (lookup: AskedLookup) => upstream.serves(lookup);
    const readsStill = () => Promise.resolve(false);
    return { api, policy, timeoutMs, leadsBack: () => false, serves, readsStill, ask };
  };
  return {
    answer: (...call) => forwarding.answer(...call),
    apiAt: (path) => forwarding.apiAt(path),
    get apis() {
      return forwarding.apis;
    },
    upstreamOf,
  };
}

/** Without registered APIs and upstreams. */
export const noForwarding: Forwarding<unknown> = {
  answer: () => undefined,
  apiAt: () => undefined,
  apis: [],
  upstreamOf: () => undefined,
};
