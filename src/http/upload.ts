import { boundedChunks, tooLarge } from "./body.ts";

/** A file in the body of a request, read while it arrives. */
export interface Upload {
  /** `Content-Type` in lower case without parameters, or "". */
  readonly type: string;
  /** `Content-Encoding` in lower case, or "". */
  readonly encoding: string;
  /** `Content-Length`; undefined for chunked bodies. */
  readonly bytes: number | undefined;
  /** Its bytes as sent; can be read once. Throws 413 for too many, 400 if the client disconnects. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * The file of a request; `setting` is the name of its limit, `received` is called when all of it is read. Throws 413 if
 * `Content-Length` is above the limit.
 */
export function uploadOf(
  { headers, body }: Request,
  bytesMax: number,
  setting: string | undefined,
  received: () => void = () => undefined,
): Upload {
  const length = headers.get("content-length");
  const bytes = length === null ? undefined : Number(length);
  if (bytes !== undefined && bytes > bytesMax) throw tooLarge(bytesMax, setting);
  const first = (name: string) => (headers.get(name) ?? "").split(";")[0]!.trim().toLowerCase();
  return {
    type: first("content-type"),
    encoding: first("content-encoding"),
    bytes,
    async *read() {
      if (body) yield* boundedChunks(body, bytesMax, setting);
      received();
    },
  };
}
