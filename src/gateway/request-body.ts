import type { RoutedRequest } from "../calls/routed.ts";
import { ApiError } from "../http/errors.ts";
import type { Target } from "./targets.ts";

/** A shorter body is read whole first: it can then be sent a second time. */
const wholeBytesMax = 64 * 1024;

/** The body of a request, and how many bytes of it were sent. */
export interface RequestBody {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly length: number | undefined;
  readonly sent: { bytes: number };
}

const none: RequestBody = { body: null, length: undefined, sent: { bytes: 0 } };

const tooLarge = ({ requestBytesMax }: Pick<Target, "requestBytesMax">) =>
  new ApiError(
    "content_too_large",
    `The body has more than the ${requestBytesMax} bytes that this API takes.`,
  );

/** Reads a short body, or one that must be `whole`, or streams it. Throws 400 and 413. `exceeded` is called when a stream turns out too large. */
export function requestBody(
  target: Target,
  { request }: RoutedRequest,
  exceeded: () => void,
  whole = false,
): RequestBody | Promise<RequestBody> {
  const { body } = request;
  return body ? bodyOf(target, request, body, exceeded, whole) : none;
}

async function bodyOf(
  target: Target,
  request: Request,
  body: ReadableStream<Uint8Array>,
  exceeded: () => void,
  whole: boolean,
): Promise<RequestBody> {
  const { headers, method } = request;
  const announced = headers.get("content-length");
  const length = announced === null ? undefined : Number(announced);
  if (length === 0) return none;
  if (method === "GET" || method === "HEAD")
    throw new ApiError("bad_request", `${method} with a body is not forwarded.`);
  if (length !== undefined && length > target.requestBytesMax) throw tooLarge(target);
  if (!whole && (length === undefined || length > wholeBytesMax)) {
    const sent = { bytes: 0 };
    return { body: counted(body, sent, target.requestBytesMax, exceeded), length, sent };
  }
  try {
    const bytes = length === undefined ? await boundedBytes(target, body) : await request.bytes();
    return { body: bytes as Uint8Array<ArrayBuffer>, length: bytes.length, sent: { bytes: bytes.length } };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("bad_request", "The body did not arrive whole.");
  }
}

/** A body whose length was not announced. */
async function boundedBytes(target: Target, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > target.requestBytesMax) throw tooLarge(target);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error of a body that turned out too large while it was sent. */
export const exceededError = tooLarge;

function counted(
  body: ReadableStream<Uint8Array>,
  sent: { bytes: number },
  bytesMax: number,
  exceeded: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        sent.bytes += value.length;
        if (sent.bytes <= bytesMax) return controller.enqueue(value);
        exceeded();
        controller.error(new Error("the body is too large"));
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
}
