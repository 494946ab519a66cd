import { withTimeout } from "../../base/with-timeout.ts";
import type { Sample } from "../metrics/families.ts";
import type { RequestMeter } from "../metrics/meters.ts";
import type { SpanQueue } from "./span-queue.ts";
import type { Span } from "./spans.ts";
import { isInRatio, randomId, readTraceparent, traceparentOf } from "./trace-context.ts";

const closeMs = 1000;
const late = () => new Error("the collector does not answer");

/** The attributes of a request's span. */
export interface Traced {
  readonly method: string;
  readonly route: string;
  readonly operation: string;
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly started: number;
}

/** Decides which requests are traced. */
export class Tracer {
  readonly #ratio: number;
  readonly #queue: SpanQueue;

  /** `ratio` is the share of requests that are traced, 0 to 1. */
  constructor(ratio: number, queue: SpanQueue) {
    this.#ratio = ratio;
    this.#queue = queue;
  }

  readonly samples = (): Sample[] => [
    ["vingate_trace_spans_total", 'result="sent"', this.#queue.sent],
    ["vingate_trace_spans_total", 'result="dropped"', this.#queue.dropped],
  ];

  /** Sends what is queued, if the collector takes it soon. */
  close(): Promise<void> {
    return withTimeout(this.#queue.flush(), closeMs, late).catch(() => undefined);
  }

  /** The trace of a request; undefined for most. A caller that does not sample its trace decides for this part too. */
  begin(headers: Headers): Trace | undefined {
    const header = headers.get("traceparent");
    const given = header === null ? undefined : readTraceparent(header);
    if (!given) return Math.random() < this.#ratio ? new Trace(this.#queue, randomId(16)) : undefined;
    if (!given.isSampled || !isInRatio(given.traceId, this.#ratio)) return undefined;
    return new Trace(this.#queue, given.traceId, given.parentId);
  }
}

/** The part of a trace that is a request here, and perhaps one to an upstream. */
export class Trace {
  readonly #queue: SpanQueue;
  readonly #traceId: string;
  readonly #spanId = randomId(8);
  readonly #parentId: string | undefined;
  readonly #upstreamId = randomId(8);

  constructor(queue: SpanQueue, traceId: string, parentId?: string) {
    this.#queue = queue;
    this.#traceId = traceId;
    this.#parentId = parentId;
  }

  /** The `traceparent` that an upstream receives. */
  get outgoing(): string {
    return traceparentOf(this.#traceId, this.#upstreamId);
  }

  /** A meter that ends the request's span when its response is counted. */
  over(meter: RequestMeter, traced: Traced): RequestMeter {
    return {
      add: (status, started, bytes) => {
        meter.add(status, started, bytes);
        this.#end(traced, status);
      },
      addBytes: (status, bytes) => meter.addBytes(status, bytes),
      refused: (code) => meter.refused(code),
    };
  }

  /** Ends the span of a request to an upstream that took so long; `status` is undefined if it did not answer. */
  upstreamEnded(method: string, host: string, micros: number, status: number | undefined): void {
    const now = Date.now();
    this.#queue.add({
      ...this.#span(now - micros / 1000, now, status === undefined || status >= 400),
      spanId: this.#upstreamId,
      parentId: this.#spanId,
      name: method,
      kind: "client",
      attributes: {
        "http.request.method": method,
        "server.address": host,
        ...(status !== undefined && { "http.response.status_code": status }),
      },
    });
  }

  #end({ method, route, operation, requestId, started }: Traced, status: number): void {
    const now = Date.now();
    this.#queue.add({
      ...this.#span(now + started - performance.now(), now, status >= 500),
      spanId: this.#spanId,
      parentId: this.#parentId,
      name: `${method} ${route}`,
      kind: "server",
      attributes: {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "vingate.operation": operation,
        "vingate.request_id": requestId,
      },
    });
  }

  #span(
    startMs: number,
    endMs: number,
    isError: boolean,
  ): Pick<Span, "traceId" | "startMs" | "endMs" | "isError"> {
    return { traceId: this.#traceId, startMs, endMs, isError };
  }
}
