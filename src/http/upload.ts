import { boundedChunks, tooLarge } from "./body.ts";

/** A file that is sent as the body of a request, read while it arrives. */
export interface Upload {
  /** As `Content-Type` says, in lower case and without parameters; "" where nothing does. */
  readonly type: string;
  /** As `Content-Encoding` says, in lower case; "" where nothing does. */
  readonly encoding: string;
  /** The bytes that were announced; undefined where they come in pieces of unknown number. */
  readonly bytes: number | undefined;
  /** Its bytes as they are sent, once. Throws 413 for too many, 400 where the client hangs up. */
  read(): AsyncIterable<Uint8Array>;
}

/** The file that a request sends; `setting` names what bounds it. Throws 413 where it announces more bytes than are taken. */
export function uploadOf({ headers, body }: Request, bytesMax: number, setting: string): Upload {
  const length = headers.get("content-length");
  const bytes = length === null ? undefined : Number(length);
  if (bytes !== undefined && bytes > bytesMax) throw tooLarge(bytesMax, setting);
  const first = (name: string) => (headers.get(name) ?? "").split(";")[0]!.trim().toLowerCase();
  return {
    type: first("content-type"),
    encoding: first("content-encoding"),
    bytes,
    read: () => (body ? boundedChunks(body, bytesMax, setting) : noBytes()),
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
