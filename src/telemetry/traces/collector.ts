import { allowOnlyUrl } from "../../outbound/allow-only.ts";
import { OutboundGuard } from "../../outbound/guard.ts";
import type { SendSpans } from "./span-queue.ts";
import { otlpJson, type Span } from "./spans.ts";

const sendMs = 10_000;

export interface CollectorOptions {
  /** The base of the collector's URLs. */
  readonly url: string;
  /** Where the service itself listens. */
  readonly own: { readonly host: string; readonly port: number };
  /** What describes this process. */
  readonly resource: Span["attributes"];
}

/** Sends spans to a collector by OTLP over HTTP, as JSON. The operator's own setting allows its address. */
export function collector({ url, own, resource }: CollectorOptions): SendSpans {
  const guard = new OutboundGuard({ allow: allowOnlyUrl(url), own });
  return async (spans) => {
    const response = await guard.fetch(`${url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from(otlpJson(spans, resource)),
      signal: AbortSignal.timeout(sendMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered with ${response.status}`);
  };
}
