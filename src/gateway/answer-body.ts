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

const bodiless = new Set([204, 205, 304]);

/** Receives a short body, and returns any other for streaming. Throws `NoAnswer`. */
export async function answerBody(
  target: Target,
  upstream: Response,
  method: string,
  exchange: Exchange,
): Promise<AnswerBody> {
  const { status, headers, body } = upstream;
  const announced = headers.get("content-length");
  const length = announced === null ? undefined : Number(announced);
  if (method === "HEAD" || bodiless.has(status) || !body) {
    await body?.cancel();
    return { bytes: null, length: 0 };
  }
  if (length === undefined || length > wholeBytesMax)
    return { bytes: null, stream: body, length: length ?? 0 };
  try {
    const bytes = (await upstream.bytes()) as Uint8Array<ArrayBuffer>;
    return { bytes, length: bytes.length };
  } catch (thrown) {
    throw noAnswer(target, exchange, thrown);
  }
}
