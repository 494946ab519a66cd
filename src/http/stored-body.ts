import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { z } from "zod";
import type { Answer } from "./endpoint.ts";
import { etagOf, namesEtag } from "./etag.ts";

/** A body that is the same in every response, with the compressed forms that are kept of it. */
export interface StoredBody {
  readonly type: string;
  readonly identity: Uint8Array;
  readonly br?: Uint8Array;
  readonly gzip?: Uint8Array;
  /** Of the uncompressed body; each compressed form has its own. */
  readonly etag: string;
}

/** The request headers that choose between the forms of a stored body. */
export const StoredBodyHeaders = z.object({
  "accept-encoding": z.string().optional(),
  "if-none-match": z.string().optional(),
});

/** The strongest compression of the two encodings that browsers accept; runs in the thread pool. */
export const compress = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

export function storedBody(type: string, identity: Uint8Array): StoredBody {
  return { type, identity, etag: etagOf(identity) };
}

/** Compresses a text in both encodings. */
export async function compressedBody(type: string, text: string): Promise<StoredBody> {
  const identity = new TextEncoder().encode(text);
  const [br, gz] = await Promise.all([compress.br(identity), compress.gzip(identity)]);
  return { ...storedBody(type, identity), br, gzip: gz };
}

/** The smallest form that the caller accepts, or 304 if the caller has it. */
export function storedAnswer(
  stored: StoredBody,
  requested: z.output<typeof StoredBodyHeaders>,
  extra: Readonly<Record<string, string>>,
): Answer {
  const { encoding, body } = chosenForm(stored, requested["accept-encoding"] ?? "");
  const etag = encoding ? stored.etag.replace(/"$/, `-${encoding}"`) : stored.etag;
  const headers = {
    ...extra,
    etag,
    ...(stored.br && { vary: "accept-encoding" }),
    ...(encoding && { "content-encoding": encoding }),
  };
  const known = requested["if-none-match"];
  if (known !== undefined && namesEtag(known, etag, true))
    return { status: 304, body: "", type: stored.type, headers };
  return { body, type: stored.type, headers };
}

function chosenForm({ identity, br, gzip: gz }: StoredBody, accepted: string) {
  const accepts = (name: string) =>
    new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted);
  if (br && accepts("br")) return { encoding: "br", body: br };
  if (gz && accepts("gzip")) return { encoding: "gzip", body: gz };
  return { encoding: undefined, body: identity };
}
