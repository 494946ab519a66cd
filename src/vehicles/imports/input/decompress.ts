import { pipeline, Readable, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { ImportError } from "./import-error.ts";
import { ZstdFrames } from "./zstd-frames.ts";

export type Compression = "none" | "gzip" | "zstd" | "zip";

/** Bytes that tell a compression; the first of a file. */
export const signatureBytes = 4;

/** What the first bytes of an input say of its compression. */
export function compressionOf(first: Uint8Array): Compression {
  const [a, b, c, d] = first;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return "zip";
  return "none";
}

/** The decompressed bytes. Throws `ImportError` for an input that breaks off or is damaged. */
export async function* decompress(
  bytes: AsyncIterable<Uint8Array>,
  compression: "gzip" | "zstd",
): AsyncGenerator<Uint8Array> {
  const decoder: Transform = compression === "gzip" ? createGunzip() : createZstdDecompress();
  const frames = compression === "zstd" ? new ZstdFrames() : undefined;
  let failure: Error | undefined;
  const input = Readable.from(watched(bytes, frames), { objectMode: false });
  const output = pipeline(input, decoder, (error) => {
    failure = error ?? undefined;
  });
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw damaged(compression, failure ?? (error as Error));
  }
  if (failure) throw damaged(compression, failure);
  if (frames && frames.state !== "whole") throw damaged(compression, zstdFailures[frames.state]);
}

const zstdFailures = {
  "broken off": new Error("unexpected end of file"),
  garbage: new Error("zstd: no frame where one should begin"),
} as const;

async function* watched(bytes: AsyncIterable<Uint8Array>, frames: ZstdFrames | undefined) {
  for await (const chunk of bytes) {
    frames?.push(chunk);
    yield chunk;
  }
}

function damaged(compression: string, error: Error): Error {
  if (error instanceof ImportError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (!/^(Z_|ZSTD_|ERR_ZSTD|ERR_ZLIB)/.test(code) && !/zlib|zstd|unexpected end/i.test(error.message))
    return error;
  const why = /unexpected end|BUF_ERROR/i.test(`${error.message} ${code}`) ? "breaks off" : "is damaged";
  return new ImportError(`the ${compression} data ${why} (${error.message}); fetch or pack the file again`);
}
