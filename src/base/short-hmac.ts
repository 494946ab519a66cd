import { createHash } from "node:crypto";

const block = 64;
const digest = 32;

function padded(key: Uint8Array, byte: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let i = 0; i < block; i++) buffer[i] = byte ^ (key[i] ?? 0);
  return buffer;
}

/**
 * HMAC-SHA256 (RFC 2104) with one key for many short messages: two plain hashes over reused memory. A keyed hasher would
 * leave an object for each message to the collector.
 */
export class ShortHmac {
  #inner: Buffer;
  readonly #outer: Buffer;
  readonly #innerDigest: Uint8Array<ArrayBuffer>;
  readonly #code = new Uint8Array(digest);
  /** Views by length: creating one takes as long as copying a name. */
  #messages: Uint8Array<ArrayBuffer>[] = [];
  #at = block;

  constructor(secret: Uint8Array) {
    const key = secret.length > block ? createHash("sha256").update(secret).digest() : secret;
    this.#inner = padded(key, 0x36, 256);
    this.#outer = padded(key, 0x5c, block + digest);
    this.#innerDigest = new Uint8Array(
      this.#outer.buffer as ArrayBuffer,
      this.#outer.byteOffset + block,
      digest,
    );
  }

  add(source: Buffer, from = 0, to = source.length): void {
    if (this.#at + to - from > this.#inner.length) this.#grow(to - from);
    source.copy(this.#inner, this.#at, from, to);
    this.#at += to - from;
  }

  /** The code of the bytes added since the last call; valid until the next call. */
  done(): Uint8Array {
    const end = this.#at;
    this.#at = block;
    this.#messages[end] ??= new Uint8Array(this.#inner.buffer as ArrayBuffer, this.#inner.byteOffset, end);
    Bun.SHA256.hash(this.#messages[end], this.#innerDigest);
    Bun.SHA256.hash(this.#outer, this.#code);
    return this.#code;
  }

  #grow(bytes: number): void {
    const larger = Buffer.alloc((this.#at + bytes) * 2);
    this.#inner.copy(larger, 0, 0, this.#at);
    this.#inner = larger;
    this.#messages = [];
  }
}
