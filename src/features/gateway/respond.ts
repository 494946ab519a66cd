import type { LookupCall } from "../../calls/lookup-call.ts";
import { keepAdmitted } from "../../calls/metered-request.ts";
import { pieceBytes } from "../../http/unsent.ts";
import type { RequestMeter } from "../../telemetry/metrics/meters.ts";
import type { AnswerBody } from "./answer-body.ts";
import type { Exchange } from "./exchanges.ts";
import type { RequestBody } from "./request-body.ts";
import { responseHeaders } from "./response-headers.ts";
import type { Place } from "./take-place.ts";
import type { Target } from "./targets.ts";

/** A call whose answer is charged and recorded. */
export interface Answered {
  readonly call: LookupCall;
  readonly exchange: Exchange;
  readonly body: RequestBody;
  readonly answer: AnswerBody;
  readonly place: Place;
  readonly meter: RequestMeter;
  /** Takes the body of an answer that may be kept. */
  readonly keep: ((body: Uint8Array<ArrayBuffer>) => void) | undefined;
}

/** The response to the client. A stream keeps its place until it ends. */
export function respond(target: Target, upstream: Response, answered: Answered): Response {
  const { call, exchange, answer, place, meter } = answered;
  const { context, routed } = call.request;
  const { status } = upstream;
  meter.add(status, routed.started, answer.stream ? 0 : answer.length);
  const headers = responseHeaders(target, upstream, call.request, context.config.publicUrl);
  const body = answer.stream ? streamBody(status, answer.stream, answered) : wholeBody(answered);
  const response = new Response(body, { status, headers });
  if (target.sendsCookies)
    for (const cookie of upstream.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  if (answer.stream) return response;
  exchange.end();
  place.leave();
  const { bytes } = answer;
  const isStreamed = bytes !== null && bytes.length > pieceBytes;
  if (isStreamed || routed.request.method === "HEAD") {
    const announced = upstream.headers.get("content-length");
    if (announced !== null) response.headers.set("content-length", announced);
  }
  return response;
}

/** A body that was received. A long one is counted until its client takes it. */
function wholeBody({ call, answer: { bytes } }: Answered): Uint8Array<ArrayBuffer> | ReadableStream | null {
  if (!bytes || bytes.length <= pieceBytes) return bytes;
  const { context, routed } = call.request;
  return context.responses.unsent.whole({ client: routed.address, signal: routed.request.signal }, bytes);
}

/** A longer body is not kept. */
const keptBytesMax = 2 ** 20;

/** A record is completed if its answer took this much longer than recorded. */
const amendedMs = 100;

/**
 * Sends a body while it is received, no faster than the client takes it. When it ends, the record of its call is
 * completed if it does not have the body's size and time. It is cut when its key ends: a body that was received whole,
 * with its charge, is sent.
 */
function streamBody(
  status: number,
  source: ReadableStream<Uint8Array>,
  { call, exchange, body, answer, place, keep, meter }: Answered,
): ReadableStream<Uint8Array> {
  const { context, routed } = call.request;
  const settledAt = performance.now();
  let bytes = 0;
  let pieces: Uint8Array[] | undefined = keep && [];
  const end = () => {
    exchange.end();
    place.leave();
    meter.addBytes(status, bytes);
    const late = performance.now() - settledAt > amendedMs;
    if (bytes === answer.length && !late) return;
    call.amend({ requestBytes: body.length, responseBytes: bytes, serviceMicros: exchange.micros ?? 0 });
  };
  const ended = new AbortController();
  const signal = AbortSignal.any([routed.request.signal, ended.signal]);
  return context.responses.unsent.stream(
    { client: routed.address, signal },
    {
      async produce(writer) {
        // A call without a key has no credential that can end.
        const forget =
          routed.key === null ? undefined : keepAdmitted(call.request, () => ended.abort(), true);
        try {
          for await (const piece of source as unknown as AsyncIterable<Uint8Array>) {
            exchange.bytesCame();
            bytes += piece.length;
            if (bytes > keptBytesMax) pieces = undefined;
            pieces?.push(piece);
            await writer.send(piece);
          }
          if (pieces) keep?.(Buffer.concat(pieces));
        } finally {
          forget?.();
          end();
        }
      },
      cancel: () => exchange.cut("client left"),
    },
  );
}
