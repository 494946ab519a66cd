import type { RoutedRequest } from "../../calls/routed.ts";
import { ApiError } from "../../http/errors.ts";
import { type BodyStore, HeldBody } from "./body-store.ts";
import type { Target } from "./targets.ts";

/** A longer body is kept on disk, unless it is checked. */
const memoryBytesMax = 64 * 1024;

/** The body of a request, received whole. */
export interface RequestBody {
  /** `Blob`: a file. */
  readonly body: Uint8Array<ArrayBuffer> | Blob | null;
  readonly length: number;
  /** Gives back what holds it, once the upstream has it or will not get it. */
  release(): void;
}

const none: RequestBody = { body: null, length: 0, release: () => undefined };

export interface BodyOptions {
  /** Who is charged for the call: each may have a share of what is held. */
  readonly payer: string;
  /** Its schema is checked: it is needed in memory. */
  readonly checked: boolean;
}

/**
 * Receives the body of a request whole, so that the upstream is not used before and a client that stalls holds nothing
 * of it. Throws 400, 408, 413, 429 and 503.
 */
export function requestBody(
  target: Target,
  { request }: RoutedRequest,
  store: BodyStore,
  options: BodyOptions,
): RequestBody | Promise<RequestBody> {
  const { headers, method, body } = request;
  const announced = headers.get("content-length");
  const length = announced === null ? undefined : Number(announced);
  const hasBody = length === undefined ? headers.has("transfer-encoding") || body !== null : length > 0;
  if (!hasBody) return none;
  if (method === "GET" || method === "HEAD")
    throw new ApiError("bad_request", `${method} with a body is not forwarded.`);
  if (length !== undefined && length > target.requestBytesMax) throw tooLarge(target);
  if (!body) return none;
  return received(target, body, length, store, options);
}

/** Throws 400 for a request whose trailers would be lost. */
export function requireNoTrailers({ headers }: Request): void {
  if (headers.has("trailer"))
    throw new ApiError("bad_request", "Trailers are not forwarded. Send these fields as headers.");
}

async function received(
  target: Target,
  stream: ReadableStream<Uint8Array>,
  announced: number | undefined,
  store: BodyStore,
  { payer, checked }: BodyOptions,
): Promise<RequestBody> {
  const held = new HeldBody(store, payer);
  let length = 0;
  const isLong = () => !checked && Math.max(announced ?? 0, length) > memoryBytesMax;
  try {
    if (isLong()) await held.toDisk();
    if (announced !== undefined) held.take(announced);
    for await (const chunk of timely(stream, store.silentMs)) {
      length += chunk.length;
      if (length > target.requestBytesMax) throw tooLarge(target);
      if (isLong() && !held.onDisk) await held.toDisk();
      if (announced === undefined) held.take(chunk.length);
      await held.add(chunk);
    }
    if (announced !== undefined && length !== announced) throw incomplete();
    return { body: held.whole, length, release: () => held.release() };
  } catch (error) {
    held.release();
    throw error instanceof ApiError ? error : incomplete();
  }
}

/** The chunks of a body. Throws 408 if none comes for a time. */
async function* timely(stream: ReadableStream<Uint8Array>, silentMs: number): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let stalled = false;
  const stall = () => {
    stalled = true;
    void reader.cancel().catch(() => undefined);
  };
  let timer = setTimeout(stall, silentMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (stalled)
        throw new ApiError(
          "request_timeout",
          `Nothing of the body came for ${silentMs / 1000} seconds. Nothing was charged.`,
          { headers: { connection: "close" } },
        );
      if (done) return;
      clearTimeout(timer);
      yield value;
      timer = setTimeout(stall, silentMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

const incomplete = () => new ApiError("bad_request", "The body did not arrive whole.");

const tooLarge = ({ requestBytesMax }: Pick<Target, "requestBytesMax">) =>
  new ApiError(
    "content_too_large",
    `The body has more than the ${requestBytesMax} bytes that this API takes.`,
  );
