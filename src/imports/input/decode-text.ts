import { ImportError } from "../import-error.ts";

/** What a text is written in; `auto` goes by its byte order mark, and by what follows. */
export const encodings = ["auto", "utf-8", "utf-16le", "utf-16be", "latin1"] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The text of bytes, in pieces. In `auto` it is UTF-8 or UTF-16 as its byte order mark says, else UTF-8; a text that
 * turns out not to be UTF-8 before it used any of it is Latin-1 (Windows-1252). Throws `ImportError` with the line
 * for bytes that the encoding does not have.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding = "auto",
): AsyncGenerator<string> {
  const decoding = new Decoding(encoding);
  for await (const chunk of atLeast(bytes, 4)) {
    const text = decoding.next(chunk);
    if (text !== "") yield text;
  }
  const rest = decoding.end();
  if (rest !== "") yield rest;
}

class Decoding {
  #encoding: Encoding;
  #decoder: TextDecoder | undefined;
  /** Nothing but ASCII so far: Latin-1 would read the same. */
  #plain = true;
  /** While plain: bytes that may begin a character, and are not part of the text yet. */
  #held: Uint8Array = new Uint8Array();
  #lines = 1;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  next(chunk: Uint8Array): string {
    this.#decoder ??= this.#begin(chunk);
    return this.#decode(chunk, true);
  }

  end(): string {
    return this.#decoder ? this.#decode(new Uint8Array(), false) : "";
  }

  #begin(first: Uint8Array): TextDecoder {
    const marked = markOf(first);
    if (this.#encoding === "auto" && marked) this.#encoding = marked;
    return decoderFor(this.#encoding === "auto" ? "utf-8" : this.#encoding);
  }

  #decode(chunk: Uint8Array, stream: boolean): string {
    try {
      const text = this.#decoder!.decode(chunk, { stream });
      if (this.#plain) this.#weigh(chunk, text);
      this.#count(chunk);
      return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (this.#encoding === "auto" && this.#plain && isAscii(beforeFault(chunk))) {
        this.#encoding = "latin1";
        this.#decoder = decoderFor("latin1");
        return this.#decode(Buffer.concat([this.#held, chunk]), stream);
      }
      throw this.#failure(chunk);
    }
  }

  #weigh(chunk: Uint8Array, text: string): void {
    // Every other character takes more bytes than it has places in a text.
    this.#plain = text.length === chunk.length || isAscii(text);
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = bytes.subarray(text.length);
  }

  #count(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#lines += 1;
  }

  #failure(chunk: Uint8Array): ImportError {
    const line = this.#lines + lineWithin(chunk, this.#encoding);
    const named = this.#encoding === "auto" ? "UTF-8" : this.#encoding.toUpperCase();
    return new ImportError(
      `line ${line}: the text is not ${named}; save it as UTF-8, or name its encoding (${encodings.slice(1).join(", ")})`,
    );
  }
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII.
  return /^[\x00-\x7f]*$/.test(text);
}

/** The text of bytes up to the first that is not UTF-8. */
function beforeFault(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes).split("\ufffd", 1)[0]!;
}

function markOf([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

function decoderFor(encoding: Exclude<Encoding, "auto">): TextDecoder {
  return new TextDecoder(encoding === "latin1" ? "windows-1252" : encoding, { fatal: true });
}

/** Line breaks before the first place that does not decode. */
function lineWithin(chunk: Uint8Array, encoding: Encoding): number {
  if (encoding === "utf-16le" || encoding === "utf-16be") return 0;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 0;
  for (let from = 0; from < chunk.length; lines += 1) {
    const end = chunk.indexOf(10, from);
    const line = chunk.subarray(from, end < 0 ? undefined : end);
    try {
      decoder.decode(line);
    } catch {
      // The rest of a character that the chunk before began is no fault of this line.
      if (from > 0) return lines;
    }
    if (end < 0) return lines;
    from = end + 1;
  }
  return lines;
}

/** The same bytes, the first piece with at least so many of them. */
export async function* atLeast(bytes: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    if (!first) {
      yield chunk;
      continue;
    }
    first = first.length === 0 ? chunk : Buffer.concat([first, chunk]);
    if (first.length < least) continue;
    yield first;
    first = undefined;
  }
  if (first && first.length > 0) yield first;
}
