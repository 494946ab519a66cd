import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import { z } from "zod";
import { Turns } from "../base/pause.ts";
import { type Encoding, encodedEtag, encodings, preferredEncoding } from "./encoding/encodings.ts";
import type { Answer } from "./endpoint.ts";
import { etagOf, namesEtag } from "./etag.ts";
import { pieceBytes } from "./unsent.ts";

/** A form of a body: compressed, or as it is. */
export type Form = Encoding | "identity";

/** A body that is the same in every response, with its compressed forms. */
export interface StoredBody {
  readonly type: string;
  /** The ETag of the uncompressed body; each compressed form has its own. */
  readonly etag: string;
  /** The compressed forms that it has. */
  readonly encodings: readonly Encoding[];
  /** One buffer, which all responses share until their clients have taken it. */
  form(name: Form): Blob | Promise<Blob>;
}

/** The request headers that choose between the forms of a stored body. */
export const StoredBodyHeaders = z.object({
  "accept-encoding": z.string().optional(),
  "if-none-match": z.string().optional(),
});

/** Brotli's strongest compression takes a second for half a megabyte; this one saves a tenth less in a twentieth. */
const quickBrotli = 9;
const quickZstd = 12;

/** Compression in the thread pool. */
export const compress = {
  br: (bytes: Uint8Array, quality = constants.BROTLI_MAX_QUALITY) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: (bytes: Uint8Array) =>
    promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: quickZstd } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

/** Compression of what is made while the service runs. */
export const compressNow: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  ...compress,
  br: (bytes) => compress.br(bytes, quickBrotli),
};

/** A body with the forms that were compressed earlier. */
export function storedBody(
  type: string,
  identity: Uint8Array,
  compressed: Readonly<Partial<Record<Encoding, Uint8Array>>> = {},
): StoredBody {
  const forms: Readonly<Record<string, Blob>> = Object.fromEntries(
    Object.entries({ identity, ...compressed }).map(([name, bytes]) => [name, blobOf(bytes)]),
  );
  const kept = encodings.filter((name) => forms[name]);
  return { type, etag: etagOf(identity), encodings: kept, form: (name) => forms[name]! };
}

export const blobOf = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);

/** All compressed forms of a body that is made while the service runs. */
export async function compressed(identity: Uint8Array): Promise<Record<Encoding, Uint8Array>> {
  return {
    br: await compressNow.br(identity),
    zstd: await compressNow.zstd(identity),
    gzip: await compressNow.gzip(identity),
  };
}

/** The kernel copies a long form for each client: of a thousand, other requests would wait for a second. */
const longAnswers = new Turns(8);

/** The smallest form that the caller accepts, or 304 if the caller has it. */
export async function storedAnswer(
  stored: StoredBody,
  requested: z.output<typeof StoredBodyHeaders>,
  extra: Readonly<Record<string, string>>,
): Promise<Answer> {
  const encoding = preferredEncoding(requested["accept-encoding"] ?? "", stored.encodings);
  const etag = encoding ? encodedEtag(stored.etag, encoding) : stored.etag;
  const headers = {
    ...extra,
    etag,
    ...(stored.encodings.length > 0 && { vary: [extra.vary, "accept-encoding"].filter(Boolean).join(", ") }),
    ...(encoding && { "content-encoding": encoding }),
  };
  const known = requested["if-none-match"];
  if (known !== undefined && namesEtag(known, etag, true))
    return { status: 304, body: "", type: stored.type, headers };
  const shared = await stored.form(encoding ?? "identity");
  if (shared.size > pieceBytes) await longAnswers.next();
  return { body: "", shared, type: stored.type, headers };
}
