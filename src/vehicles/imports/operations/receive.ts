import { type FileHandle, open } from "node:fs/promises";
import { ApiError, unavailable } from "../../../http/errors.ts";
import type { Upload } from "../../../http/upload.ts";
import { type Compression, compressionOf, signatureBytes } from "../input/decompress.ts";
import { atLeast } from "../input/utf8.ts";

/** Formats by `Content-Type`; for other types the file's first bytes decide. */
const formats: Readonly<Record<string, "csv" | "ndjson">> = {
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
  "application/jsonl": "ndjson",
};

/** Media types of uploads, for the document. */
export const uploadTypes = ["text/csv", "application/x-ndjson", "application/octet-stream"] as const;

/** The declared format; undefined if none is. Throws 415 for a form. */
export function formatOf({ type }: Upload): "csv" | "ndjson" | undefined {
  if (type.startsWith("multipart/"))
    throw new ApiError(
      "unsupported_media_type",
      "Send the file itself as the body, not in a form (curl -T FILE, or --data-binary @FILE).",
    );
  return formats[type];
}

const encodings: Readonly<Record<string, Compression>> = { gzip: "gzip", "x-gzip": "gzip", zstd: "zstd" };

/** The declared compression; undefined if none is. Throws 415 for an unknown one. */
export function compressionDeclared({ encoding }: Upload): Compression | undefined {
  if (encoding === "" || encoding === "identity") return undefined;
  const compression = encodings[encoding];
  if (compression) return compression;
  throw new ApiError("unsupported_media_type", "Content-Encoding can be gzip or zstd.", {
    headers: { "accept-encoding": "gzip, zstd" },
  });
}

export interface Receiving {
  /** The compression that the bytes must have. */
  readonly compression: Compression | undefined;
  /** Whether the disk has room for that many more bytes. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Called with the bytes received so far. */
  readonly arrived: (bytes: number) => void;
  /** Rejects to end the upload early. */
  readonly ended: Promise<never>;
}

const noRoom = () => unavailable("The disk has no room for the file. Nothing has changed.");

/** Writes an upload into a file. Throws 400, 413 or 503 if it does not arrive completely. */
export async function receive(upload: Upload, file: string, receiving: Receiving): Promise<void> {
  const { compression, hasRoom, arrived, ended } = receiving;
  if (!hasRoom(upload.bytes ?? 0)) throw noRoom();
  const handle = await open(file, "wx", 0o600).catch(asNoRoom);
  let bytes = 0;
  try {
    for await (const chunk of until(ended, atLeast(upload.read(), signatureBytes))) {
      if (bytes === 0 && compression && compressionOf(chunk) !== compression)
        throw new ApiError("bad_request", `The body is not ${compression}, but Content-Encoding says so.`);
      if (!hasRoom(chunk.length)) throw noRoom();
      await writeAll(handle, chunk);
      bytes += chunk.length;
      arrived(bytes);
    }
  } finally {
    await handle.close();
  }
  if (bytes === 0) throw new ApiError("bad_request", "The body is empty. Send the file as the body.");
}

/** The same chunks, until `ended` rejects. */
async function* until(ended: Promise<never>, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let piece = nextPiece();
  // Registered once: each race with a long-lived promise would keep its chunk in memory.
  ended.catch((error) => piece.reject(error));
  try {
    for (;;) {
      chunks.next().then(piece.resolve, piece.reject);
      const next = await piece.promise;
      if (next.done) return;
      piece = nextPiece();
      yield next.value;
    }
  } finally {
    // Not awaited, because the sender can be silent.
    chunks.return(undefined).catch(() => undefined);
  }
}

function nextPiece() {
  const piece = Promise.withResolvers<IteratorResult<Uint8Array>>();
  // It can reject while the chunk before is written.
  piece.promise.catch(() => undefined);
  return piece;
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    for (let written = 0; written < chunk.length; )
      written += (await handle.write(chunk, written)).bytesWritten;
  } catch (error) {
    asNoRoom(error);
  }
}

function asNoRoom(error: unknown): never {
  throw /^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException).code)) ? noRoom() : error;
}
