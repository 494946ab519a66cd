import type { Client } from "../http/client-address.ts";
import type { RequestMeter } from "../telemetry/metrics/meters.ts";
import type { Trace } from "../telemetry/traces/tracer.ts";

/** One of several calls that are settled together. */
export interface Part {
  /** Resolves when the others have their answers, too. */
  arrive(): Promise<void>;
  /** Waits for quota or credits, which the others can return. */
  waiting<T>(work: Promise<T>): Promise<T>;
}

/** A request whose operation is known. No limit by address applies to lookups: theirs are never local. */
export interface RoutedRequest extends Client {
  readonly request: Request;
  readonly requestId: string;
  /** The path as sent; its escapes decode. */
  readonly path: string;
  /** The query as sent, question mark included. */
  readonly search: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** The subscription key: from the header, or from the query of a compatible operation. */
  readonly key: string | null;
  /** Headers of every answer to it: names ignored query parameters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Keeps the client's connection open while nothing is sent; with false, no longer. */
  readonly keepOpen?: ((open: boolean) => void) | undefined;
  /** A tool of MCP called it. */
  readonly via?: "mcp" | undefined;
  /** Called with the credits of each record that is written. */
  readonly charged?: ((credits: number) => void) | undefined;
  /** Its `Idempotency-Key`: a call with the same key that was charged makes this one free. Not for batches. */
  readonly onceKey?: string | undefined;
  /** It is one of several calls of a request, which are settled together. */
  readonly part?: Part | undefined;
  /** The rate has counted the request that it is a part of. */
  readonly isCounted?: boolean | undefined;
  /** Counts the responses of its operation; a registered API has its own. */
  readonly meter?: RequestMeter;
  /** If it is traced. */
  readonly trace?: Trace | undefined;
  /** Monotonic milliseconds of its arrival. */
  readonly started: number;
}
