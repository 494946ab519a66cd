import { ApiError } from "./errors.ts";
import { isJson } from "./validation/validation.ts";

/** The largest body of an operation that declares no limit. */
export const bodyBytesMax = 256 * 1024;

/** What an operation allows of its body. */
export interface BodyLimits {
  readonly bytes?: number | undefined;
  /** Members of one object or array of JSON. */
  readonly members?: number | undefined;
  /** The body is a form of any media type. */
  readonly form?: boolean | undefined;
}

/**
 * Reads a request's body and checks the shape of JSON and forms. Stops at the limit, whichever length was
 * announced. Throws 413, 415 if it is compressed or not the form of its operation, or 400 if the client disconnects
 * before the end.
 */
export async function readBody(
  request: Request,
  { bytes: bytesMax = bodyBytesMax, members, form = false }: BodyLimits = {},
): Promise<Uint8Array | null> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > bytesMax) throw tooLarge(bytesMax);
  if (!request.body) return null;
  requireReadable(request.headers, form);
  const body = await readBytes(request, announced, bytesMax);
  const fault = form
    ? formFault(body)
    : isJson(request.headers.get("content-type"))
      ? shapeFault(body, members)
      : undefined;
  if (fault !== undefined) throw new ApiError("content_too_large", fault);
  return body;
}

/** Throws 415 for a body that would be parsed as something that it is not. */
function requireReadable(headers: Headers, form: boolean): void {
  const encoding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new ApiError(
      "unsupported_media_type",
      `Content-Encoding ${encoding} is not supported. Send the body as it is.`,
      {
        headers: { "accept-encoding": "identity" },
      },
    );
  if (form && /^(multipart\/|application\/json)/i.test(headers.get("content-type") ?? ""))
    throw new ApiError(
      "unsupported_media_type",
      "The body is a form. Send it as application/x-www-form-urlencoded.",
      { headers: { "accept-post": "application/x-www-form-urlencoded" } },
    );
}

/** A body of a known length is read in one piece, which takes a tenth of the time. */
async function readBytes(request: Request, announced: number, bytesMax: number): Promise<Uint8Array> {
  if (!(announced > 0) || request.headers.has("transfer-encoding"))
    return readChunks(request.body!, bytesMax);
  const body = await request.bytes().catch(() => {
    throw incomplete();
  });
  if (body.length > bytesMax) throw tooLarge(bytesMax);
  return body;
}

async function readChunks(stream: ReadableStream, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(stream, bytesMax)) chunks.push(chunk);
  if (chunks.length === 1) return chunks[0]!;
  const body = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** The chunks of a body as they arrive. Throws 413 above the limit, and 400 if the body is incomplete. */
export async function* boundedChunks(
  stream: ReadableStream,
  bytesMax: number,
  setting?: string,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > bytesMax) throw tooLarge(bytesMax, setting);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw incomplete();
  }
}

/** The connection is closed: no client reads this, and the service did not fail. */
function incomplete(): ApiError {
  return new ApiError("bad_request", "The body ended before it was complete.");
}

/** The 413 of a body with more bytes than its operation or a setting allows. */
export function tooLarge(bytesMax: number, setting?: string): ApiError {
  const by = setting === undefined ? "" : ` (${setting})`;
  return new ApiError("content_too_large", `Body too large. Maximum: ${bytesMax} bytes${by}.`, {
    headers: { connection: "close" },
  });
}

const membersMax = 1000;
const membersInAllMax = 10_000;
/** Members per entry of a list that is allowed to be longer. */
const membersOfEntry = 3;
const levelsMax = 32;

const parametersMax = 100;
const ampersand = 0x26;

/** Why a form has more parameters than the service parses; undefined where it has not. */
export function formFault(form: Uint8Array): string | undefined {
  let parameters = 1;
  for (let at = form.indexOf(ampersand); at >= 0; at = form.indexOf(ampersand, at + 1))
    if (++parameters > parametersMax) return `A form may have at most ${parametersMax} parameters.`;
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Why a JSON text has more members in one object or array, more in all, or more levels than the service parses;
 * undefined where it has not. One pass over the bytes takes a tenth of the time that parsing them could take.
 */
export function shapeFault(json: Uint8Array, listMax = membersMax): string | undefined {
  const inAllMax = Math.max(membersInAllMax, (listMax + 1) * membersOfEntry);
  const commas = new Uint32Array(levelsMax + 1);
  let level = 0;
  let members = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = stringEnd(json, at);
        break;
      case comma:
        members += 1;
        commas[level]! += 1;
        if (level > 0 && commas[level]! >= listMax)
          return `An object or array in the body may have at most ${listMax} members.`;
        break;
      case 0x5b: // [
      case 0x7b: // {
        members += 1;
        level += 1;
        if (level > levelsMax) return `The body may have at most ${levelsMax} levels.`;
        commas[level] = 0;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (level > 0) level -= 1;
    }
  }
  return members > inAllMax ? `The body may have at most ${inAllMax} members in all.` : undefined;
}

/** The index of the quote that ends the string beginning at `start`, or the end of the text. */
function stringEnd(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
