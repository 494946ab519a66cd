import { errorFields, type Log } from "../../base/log.ts";
import { collector } from "./collector.ts";
import { SpanQueue } from "./span-queue.ts";
import type { Span } from "./spans.ts";
import { Tracer } from "./tracer.ts";

export interface TracerSettings {
  /** The URL of the collector; undefined if nothing is traced. */
  readonly otlpUrl: string | undefined;
  readonly otlpRatio: number;
  readonly host: string;
  readonly port: number;
}

const loggedEveryMs = 60_000;

/** The tracer that the settings describe. */
export function openTracer(
  { otlpUrl: url, otlpRatio, host, port }: TracerSettings,
  resource: Span["attributes"],
  log: Log,
): Tracer | undefined {
  if (url === undefined) return undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown) => {
    const now = performance.now();
    if (now - loggedAt < loggedEveryMs) return;
    loggedAt = now;
    log.warn("cannot send traces", errorFields(error));
  };
  return new Tracer(otlpRatio, new SpanQueue(collector({ url, own: { host, port }, resource }), failed));
}
