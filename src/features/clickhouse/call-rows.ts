import { keySlots } from "../../http/caller.ts";
import { type CallRecord, haveSameLabels, type NumberedCall } from "../../metering/usage/usage.ts";
import { type CacheUse, cacheUses } from "./call-table.ts";

/** The columns of a row, in its order. */
export const rowColumns = [
  ...[
    "seq",
    "amended",
    "at",
    "request_bytes",
    "response_bytes",
    "api_micros",
    "service_micros",
    "request_id",
  ],
  ...["user_id", "subscription_id", "product_id", "api", "operation", "method", "address", "error_code"],
  ...["source", "status", "credits", "cache", "key", "journal", "moved", "url", "request_text"],
] as const;

const ownBytes = 72;
const utf8BytesMax = 3;
const asciiMax = 127;
/** Texts of so few characters have a length of one byte. */
const shortChars = 42;
const lengthBytesMax = 3;
const high = 2 ** 32;

/** What calls of one caller share, as last written: usually the next call has the same. */
interface Shared {
  readonly like: CallRecord;
  readonly bytes: Buffer;
}

/** Rows of single calls in ClickHouse's format RowBinary. */
export class CallRows {
  readonly #end: Buffer;
  #shared = new WeakMap<CallRecord["caller"], Shared>();
  #bytes: Buffer = Buffer.allocUnsafeSlow(2 ** 20);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  /** `moved` marks rows that are a copy of what the database has. */
  constructor(journalId: string, moved = false) {
    const end = Buffer.alloc(journalId.length * utf8BytesMax + lengthBytesMax + 1);
    const at = writeText(end, 0, journalId);
    end[at] = moved ? 1 : 0;
    this.#end = end.subarray(0, at + 1);
  }

  /** All rows so far. They are overwritten by the rows after `clear`. */
  get bytes(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at) as Buffer<ArrayBuffer>;
  }

  clear(): void {
    this.#at = 0;
  }

  /** Adds a call, or the final figures of an earlier one. */
  add(record: NumberedCall): void {
    const { before, amends } = record.call;
    if (before) this.#add({ ...record, call: { ...record.call, credits: before.credits } });
    // An older amendment does not have all of its call.
    else if (amends === undefined) this.#add(record);
  }

  #add({ seq, call }: NumberedCall): void {
    const shared = this.#sharedOf(call);
    const { requestId, url } = call;
    this.#reserve(
      ownBytes + shared.length + (url.length + requestId.length) * utf8BytesMax + 2 * lengthBytesMax,
    );
    const view = this.#view;
    let at = this.#at;
    setInteger(view, at, call.amends ?? seq);
    setInteger(view, at + 8, call.amends === undefined ? 0 : seq);
    setInteger(view, at + 16, call.at);
    setInteger(view, at + 24, call.requestBytes);
    setInteger(view, at + 32, call.responseBytes);
    setInteger(view, at + 40, call.apiMicros);
    setInteger(view, at + 48, call.serviceMicros);
    const isUuid = setUuid(view, at + 56, requestId);
    at += ownBytes;
    this.#bytes.set(shared, at);
    at += shared.length;
    at = writeText(this.#bytes, at, url);
    this.#at = writeText(this.#bytes, at, isUuid ? "" : requestId);
  }

  #sharedOf(call: CallRecord): Buffer {
    const last = this.#shared.get(call.caller);
    if (last && haveSameLabels(last.like, call)) return last.bytes;
    const bytes = encodeShared(call, this.#end);
    this.#shared.set(call.caller, { like: call, bytes });
    return bytes;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#bytes.length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function encodeShared(call: CallRecord, end: Buffer): Buffer {
  const { caller } = call;
  const texts = [
    ...[caller.userId, caller.subscriptionId, caller.productId ?? "", call.api, call.operation, call.method],
    ...[call.address, call.errorCode ?? "", call.source ?? ""],
  ];
  const length = texts.reduce((sum, text) => sum + text.length * utf8BytesMax + lengthBytesMax, 0);
  const bytes = Buffer.alloc(length + 12 + end.length);
  let at = 0;
  for (const text of texts) at = writeText(bytes, at, text);
  at = bytes.writeUInt16LE(call.status, at);
  setInteger(new DataView(bytes.buffer, bytes.byteOffset), at, call.credits);
  at = bytes.writeUInt8(cacheUses.indexOf((call.cache ?? "none") satisfies CacheUse), at + 8);
  at = bytes.writeUInt8(call.key === undefined ? 0 : keySlots.indexOf(call.key) + 1, at);
  at += end.copy(bytes, at);
  return bytes.subarray(0, at);
}

/** A whole number that is not negative, as 64 bits. The remainder of a large number is slow to compute with `%`. */
function setInteger(view: DataView, at: number, value: number): void {
  const upper = value < high ? 0 : Math.floor(value / high);
  view.setUint32(at, value - upper * high, true);
  view.setUint32(at + 4, upper, true);
}

/** Writes a short text, which for so few characters is faster than a native call; undefined if it is not ASCII. */
function writeAscii(into: Buffer, at: number, text: string): number | undefined {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > asciiMax) return undefined;
    into[at + index] = code;
  }
  return at + text.length;
}

/** Writes a text after its length; returns the end. */
function writeText(into: Buffer, at: number, text: string): number {
  if (text.length < shortChars) {
    const end = writeAscii(into, at + 1, text);
    if (end !== undefined) {
      into[at] = text.length;
      return end;
    }
    const length = into.write(text, at + 1, "utf8");
    into[at] = length;
    return at + 1 + length;
  }
  const length = into.write(text, at + lengthBytesMax, "utf8");
  into[at] = (length & 127) | 128;
  into[at + 1] = ((length >> 7) & 127) | 128;
  into[at + 2] = length >> 14;
  return at + lengthBytesMax + length;
}

const notHex = 255;
const digits = new Uint8Array(128).fill(notHex);
for (let digit = 0; digit < 16; digit++) digits[digit.toString(16).charCodeAt(0)] = digit;
/** Where the 32 bits of a UUID's text begin, and where its hyphens are. */
const uuidChars = 36;
const hyphen = 45;

/** Writes a UUID in lower case; any other text becomes zeros and returns false. */
function setUuid(view: DataView, at: number, text: string): boolean {
  const groups = uuidChars === text.length && hasHyphens(text);
  const first = groups ? hex4(text, 0) * 65_536 + hex4(text, 4) : Number.NaN;
  const second = groups ? hex4(text, 9) * 65_536 + hex4(text, 14) : Number.NaN;
  const third = groups ? hex4(text, 19) * 65_536 + hex4(text, 24) : Number.NaN;
  const fourth = groups ? hex4(text, 28) * 65_536 + hex4(text, 32) : Number.NaN;
  // The null UUID marks an ID that is a text.
  const isUuid = first + second + third + fourth > 0;
  // Two numbers of 64 bits, of which the first has the first characters.
  view.setUint32(at, isUuid ? second : 0, true);
  view.setUint32(at + 4, isUuid ? first : 0, true);
  view.setUint32(at + 8, isUuid ? fourth : 0, true);
  view.setUint32(at + 12, isUuid ? third : 0, true);
  return isUuid;
}

function hasHyphens(text: string): boolean {
  return (
    text.charCodeAt(8) === hyphen &&
    text.charCodeAt(13) === hyphen &&
    text.charCodeAt(18) === hyphen &&
    text.charCodeAt(23) === hyphen
  );
}

/** The number of four hexadecimal digits; NaN if one is none. */
function hex4(text: string, at: number): number {
  const a = digits[text.charCodeAt(at)] ?? notHex;
  const b = digits[text.charCodeAt(at + 1)] ?? notHex;
  const c = digits[text.charCodeAt(at + 2)] ?? notHex;
  const d = digits[text.charCodeAt(at + 3)] ?? notHex;
  return (a | b | c | d) > 15 ? Number.NaN : (a << 12) | (b << 8) | (c << 4) | d;
}
