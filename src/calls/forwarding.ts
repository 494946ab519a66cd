import type { RoutedRequest } from "./routed.ts";

/** One request to an address that may become an API's upstream. */
export interface UpstreamTest {
  readonly url: string;
  readonly method: "GET" | "HEAD";
  readonly auth: { readonly header: string; readonly value: string } | undefined;
  readonly timeoutMs: number;
}

/** The answer, or why there was none. It never contains the credential. */
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
  /** To be called with every object that has changed; with undefined if any may have. */
  changed(object: string | undefined): void;
  close(): void;
}
