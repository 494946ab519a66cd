import type { Exchange } from "./exchanges.ts";
import { noAnswer } from "./forward.ts";
import type { Target } from "./targets.ts";

/** A shorter body is received whole before it is charged: reading it costs no more than streaming it. */
const wholeBytesMax = 256 * 1024;

/** The body of an upstream's answer: received, none, or to be streamed. */
export interface AnswerBody {
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly stream?: ReadableStream<Uint8Array>;
  /** As far as it is known. */
  readonly length: number;
}

const noBody: AnswerBody = { bytes: null, length: 0 };
const bodiless = new Set([204, 205, 304]);

/** Receives a short body, and returns any other for streaming. Throws `NoAnswer`. */
export function answerBody(
  target: Target,
  upstream: Response,
  method: string,
  exchange: Exchange,
): AnswerBody | Promise<AnswerBody> {
  const { status, headers } = upstream;
  const announced = headers.get("content-length");
  const length = announced === null ? undefined : Number(announced);
  if (method === "HEAD" || bodiless.has(status) || length === 0) return withoutBody(upstream);
  if (length !== undefined && length <= wholeBytesMax) return wholeBody(target, upstream, exchange);
  // Made only if it is needed: a stream costs more than a short body.
  const { body } = upstream;
  return body ? { bytes: null, stream: body, length: length ?? 0 } : noBody;
}

async function withoutBody({ body }: Response): Promise<AnswerBody> {
  await body?.cancel();
  return noBody;
}

async function wholeBody(target: Target, upstream: Response, exchange: Exchange): Promise<AnswerBody> {
  try {
    const bytes = (await upstream.bytes()) as Uint8Array<ArrayBuffer>;
    return { bytes, length: bytes.length };
  } catch (thrown) {
    throw noAnswer(target, exchange, thrown);
  }
}
