import { pipeline, Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { ImportError } from "./import-error.ts";

export type Compression = "none" | "gzip" | "zstd" | "zip";

/** Bytes at the start of a file that identify its compression. */
export const signatureBytes = 4;

/** The compression that the first bytes identify. */
export function compressionOf(first: Uint8Array): Compression {
  const [a, b, c, d] = first;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return "zip";
  return "none";
}

/** Whether a file begins as workbooks before XLSX, and encrypted ones. */
export const isOlderWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0;

/** The decompressed bytes. Throws `ImportError` if the input ends early or is damaged. */
export async function* decompress(
  bytes: AsyncIterable<Uint8Array>,
  compression: "gzip" | "zstd",
): AsyncGenerator<Uint8Array> {
  try {
    yield* decoded(bytes, compression);
  } catch (error) {
    throw damaged(compression, error as Error);
  }
}

function decoded(bytes: AsyncIterable<Uint8Array>, compression: "gzip" | "zstd"): AsyncIterable<Uint8Array> {
  // The zstd class of `node:zlib` accepts data that end early; this gzip decoder refuses padding after the data.
  if (compression === "zstd")
    return ReadableStream.from(copies(bytes)).pipeThrough(new DecompressionStream("zstd"));
  return pipeline(Readable.from(copies(bytes), { objectMode: false }), createGunzip(), () => undefined);
}

/** A decoder keeps chunks that their source overwrites. */
async function* copies(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of bytes) yield Uint8Array.from(chunk);
}

/** An `ImportError` for damaged data; any other error as it is. */
function damaged(compression: string, error: Error): Error {
  const code = "code" in error ? String(error.code) : "";
  if (!(error instanceof TypeError) && !/^(Z_|ERR_ZLIB)/.test(code) && !/unexpected end/i.test(error.message))
    return error;
  const why = /unexpected end|BUF_ERROR/i.test(`${error.message} ${code}`) ? "ends early" : "is damaged";
  return new ImportError(
    `the ${compression} data ${why} (${error.message}); download or compress the file again`,
  );
}
