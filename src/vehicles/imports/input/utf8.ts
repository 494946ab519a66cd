import { isAscii, isUtf8 } from "node:buffer";
import { markedEncoding, sampleBytes, wideEncoding } from "../../../base/reading/encodings.ts";
import { ImportError } from "./import-error.ts";
import { decoderOf } from "./text-decoder.ts";
import { WesternText } from "./western-text.ts";

/** `auto` detects the encoding by the byte order mark and the bytes; else a name that `TextDecoder` supports. */
export type Encoding = string;
/** For messages: `latin1` is Windows-1252. */
export const encodingExamples = "utf-8, utf-16le, utf-16be, latin1, shift_jis, windows-1251";
/** Encodings of text that is not UTF-8. */
export type OlderEncoding = "latin1" | "windows-1255";

/** The encoding with a name; undefined if there is none. */
export function findEncoding(name: string): Encoding | undefined {
  try {
    return name === "auto" ? name : decoderOf(name, false).encoding;
  } catch {
    return undefined;
  }
}

interface Utf8Options {
  readonly least?: number;
  readonly found?: ((encoding: Encoding) => void) | undefined;
}

/**
 * Converts text to UTF-8 without a byte order mark, in chunks of whole characters; a chunk can be overwritten
 * when the next one is requested. `auto` reads UTF-8 or UTF-16, with or without a byte order mark; text that is not
 * UTF-8 and was ASCII so far is in `older`, if it looks like a text in that encoding. The first chunk has at least
 * `least` bytes, unless the text is shorter. Throws `ImportError` with the line for bytes that are
 * invalid in the encoding. `found` is called with the encoding that the text has so far.
 */
export async function* utf8Of(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding = "auto",
  older: OlderEncoding = "latin1",
  { least = sampleBytes, found }: Utf8Options = {},
): AsyncGenerator<Buffer> {
  const reading = new Utf8Reading(encoding, older);
  for await (const chunk of atLeast(bytes, least)) {
    const piece = reading.next(chunk);
    found?.(reading.encoding);
    if (piece.length > 0) yield piece;
  }
  const rest = reading.end();
  if (rest.length > 0) yield rest;
}

/** Decodes UTF-8 that comes in chunks of whole characters. */
export async function* textOf(utf8: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const piece of utf8) yield piece.toString();
}

const nothing = Buffer.alloc(0);
const lineBreak = 10;

class Utf8Reading {
  #encoding: Encoding;
  readonly #older: OlderEncoding;
  #begun = false;
  /** Decodes other encodings than UTF-8. */
  #decoder: TextDecoder | undefined;
  /** Checks text that is read as Windows-1252 without being declared. */
  #western: WesternText | undefined;
  /** All bytes were ASCII so far, which are the same in Latin-1. */
  #plain = true;
  /** The first bytes of an incomplete character. */
  #rest = nothing;
  #lines = 1;

  constructor(encoding: Encoding, older: OlderEncoding) {
    this.#encoding = encoding;
    this.#older = older;
  }

  /** By its name of the standard; UTF-8 until bytes show another one. */
  get encoding(): Encoding {
    return this.#decoder?.encoding ?? "utf-8";
  }

  next(chunk: Uint8Array): Buffer {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    return this.#read(this.#begun ? bytes : this.#begin(bytes), false);
  }

  end(): Buffer {
    return this.#read(nothing, true);
  }

  #begin(first: Buffer): Buffer {
    this.#begun = true;
    const mark = markedEncoding(first);
    if (this.#encoding === "auto")
      this.#encoding = mark ?? wideEncoding(first.subarray(0, sampleBytes)) ?? "auto";
    if (this.#encoding === "auto" || this.#encoding === "utf-8")
      return mark === "utf-8" ? first.subarray(3) : first;
    this.#decoder = decoderFor(this.#encoding);
    return first;
  }

  #read(chunk: Buffer, last: boolean): Buffer {
    if (this.#decoder) return this.#decode(this.#decoder, chunk, last);
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = last ? bytes : bytes.subarray(0, wholeCharacters(bytes));
    if (!isUtf8(whole)) {
      if (this.#encoding !== "auto" || !this.#plain || !isAscii(beforeFault(bytes)))
        throw this.#failure(linesBeforeFault(bytes));
      this.#encoding = this.#older;
      this.#decoder = decoderFor(this.#older);
      if (this.#older === "latin1") this.#western = new WesternText(this.#lines);
      return this.#decode(this.#decoder, bytes, last);
    }
    this.#plain &&= isAscii(whole);
    this.#rest = Buffer.from(bytes.subarray(whole.length));
    this.#count(whole);
    return whole;
  }

  #decode(decoder: TextDecoder, chunk: Buffer, last: boolean): Buffer {
    try {
      const text = decoder.decode(chunk, { stream: !last });
      this.#western?.add(chunk);
      if (last) this.#western?.end();
      this.#count(chunk);
      return Buffer.from(text);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw this.#failure(lineBreaksIn(beforeFault(chunk, this.#encoding)));
    }
  }

  #count(chunk: Buffer): void {
    this.#lines += lineBreaksIn(chunk);
  }

  #failure(linesBefore: number): ImportError {
    const encodingName = this.#encoding === "auto" ? "UTF-8" : this.#encoding.toUpperCase();
    return new ImportError(
      `line ${this.#lines + linesBefore}: the text is not ${encodingName}; save it as UTF-8, or name its encoding (${encodingExamples})`,
    );
  }
}

function lineBreaksIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) lines += 1;
  return lines;
}

/** The number of bytes without an incomplete character at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const lead = bytes[bytes.length - back]!;
    if ((lead & 0xc0) === 0x80) continue;
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The text before the first invalid byte, as UTF-8. */
function beforeFault(bytes: Buffer, encoding = "utf-8"): Buffer {
  return Buffer.from(decoderOf(encoding, false).decode(bytes).split("\ufffd", 1)[0]!);
}

function linesBeforeFault(bytes: Buffer): number {
  let lines = 0;
  for (let from = 0; from < bytes.length; lines += 1) {
    const end = bytes.indexOf(lineBreak, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) break;
    from = end + 1;
  }
  return lines;
}

function decoderFor(encoding: Encoding): TextDecoder {
  return decoderOf(encoding === "latin1" ? "windows-1252" : encoding, true);
}

/** The same bytes; the first chunk has at least `least` of them, unless there are fewer. */
export async function* atLeast(bytes: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    if (!first) {
      yield chunk;
      continue;
    }
    if (first.length === 0 && chunk.length >= least) {
      yield chunk;
      first = undefined;
      continue;
    }
    // A copy, because the chunk can be overwritten.
    first = Buffer.concat([first, chunk]);
    if (first.length < least) continue;
    yield first;
    first = undefined;
  }
  if (first && first.length > 0) yield first;
}
