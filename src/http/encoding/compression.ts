import { constants, createGzip, createZstdCompress } from "node:zlib";
import { preferredEncoding } from "./encodings.ts";

/** Encodings of bodies that are made for one response. Brotli takes longer than it saves. */
const quickEncodings = ["zstd", "gzip"] as const;
export type QuickEncoding = (typeof quickEncodings)[number];

/** A shorter body is sent in one packet with its headers anyway. */
const shortBytes = 1024;

const textTypes =
  /^(?:text\/(?!event-stream)|application\/(?:json|x-ndjson|xml|yaml|[a-z.-]+\+(?:json|xml))\b)/;

/** Whether bodies of a media type may be compressed. Events are sent one by one; images are compressed already. */
export function isCompressible(type: string): boolean {
  return textTypes.test(type);
}

/** What decides whether a body is compressed. */
interface Compressible {
  readonly type: string;
  readonly body: string | Uint8Array | Blob | ReadableStream;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The coding of a body for a caller. None of a body with a secret, whose length would show parts of it, nor of a Blob,
 * which has compressed forms of its own.
 */
export function encodingFor(
  request: Pick<Request, "headers">,
  { type, body, headers }: Compressible,
): QuickEncoding | undefined {
  if (body instanceof Blob) return;
  if (!(body instanceof ReadableStream) && body.length <= shortBytes) return;
  const accepted = request.headers.get("accept-encoding");
  if (accepted === null || !isCompressible(type)) return;
  if (headers?.["cache-control"] === "no-store" || headers?.["content-encoding"] !== undefined) return;
  return preferredEncoding(accepted, quickEncodings);
}

/** A short body: 64 KiB take 0.1 ms. */
export function compressNow(body: string | Uint8Array, encoding: QuickEncoding): Uint8Array {
  const bytes = (typeof body === "string" ? Buffer.from(body) : body) as Uint8Array<ArrayBuffer>;
  return encoding === "zstd" ? Bun.zstdCompressSync(bytes, { level: 1 }) : Bun.gzipSync(bytes, { level: 1 });
}

// Small windows: a stream keeps a quarter of a MiB.
const create = {
  gzip: () => createGzip({ level: 1, windowBits: 14, memLevel: 7, flush: constants.Z_SYNC_FLUSH }),
  zstd: () =>
    createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 16 },
      flush: constants.ZSTD_e_flush,
    }),
};

/** A body that is sent in pieces. Each is compressed in the thread pool when the client takes it, and sent whole. */
export function compressedStream(
  body: ReadableStream<Uint8Array>,
  encoding: QuickEncoding,
): ReadableStream<Uint8Array> {
  const pieces = body.getReader();
  let coder: ReturnType<(typeof create)[QuickEncoding]> | undefined;
  let made: Uint8Array[] = [];
  const begin = () => create[encoding]().on("data", (bytes: Uint8Array) => made.push(bytes));
  const take = () => Buffer.concat(made.splice(0));
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          coder ??= begin();
          // An empty piece would end a chunked response.
          while (made.length === 0) {
            const { done, value } = await pieces.read();
            await (done ? ended(coder) : written(coder, value));
            if (!done) continue;
            if (made.length > 0) controller.enqueue(take());
            return controller.close();
          }
          controller.enqueue(take());
        } catch (error) {
          coder?.destroy();
          throw error;
        }
      },
      async cancel(reason) {
        coder?.destroy();
        made = [];
        await pieces.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

type Coder = ReturnType<typeof createGzip>;

function written(coder: Coder, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => coder.write(piece, (error) => (error ? reject(error) : resolve())));
}

function ended(coder: Coder): Promise<void> {
  return new Promise((resolve, reject) => coder.once("end", resolve).once("error", reject).end());
}
