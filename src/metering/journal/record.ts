import { crc32 } from "node:zlib";
import { keySlots } from "../../http/caller.ts";
import { type CallRecord, haveSameLabels, type NumberedCall } from "../usage/usage.ts";

/** What is at an offset of a journal: a record and its end, or no whole record. */
export type Decoded =
  | { readonly kind: "record"; readonly record: NumberedCall; readonly end: number }
  /** The bytes end before the record does. */
  | { readonly kind: "cut" }
  /** Not a record, or a damaged one. */
  | { readonly kind: "bad" };

// Length and CRC of what follows. Then the numbers of the call; then numbers and texts that calls share, with
// their length; then the call's own texts. Each text follows its length.
const headBytes = 8;
const ownBytes = 48;
const sharedNumbersBytes = 16;
const textLengthBytes = 2;
const sharedTexts = 9;
/** Older records have neither error code nor source. */
const sharedTextsOnce = 7;
const ownTexts = 2;
const sharedMin = sharedNumbersBytes + sharedTextsOnce * textLengthBytes;
const payloadMin = ownBytes + sharedMin + ownTexts * textLengthBytes;

/** Characters kept of a text: 8,192 of path and query, 512 of anything else. */
const urlMax = 8192;
const textMax = 512;
const utf8BytesMax = 3;

/** The longest record. */
export const recordBytesMax =
  headBytes + payloadMin + utf8BytesMax * (urlMax + (sharedTexts + ownTexts - 1) * textMax);

const caches = ["none", "hit", "miss"] as const;
const hasProduct = 1;
const clientGone = 2;
/** The two bits of the flags that name the key: 0 unknown, otherwise its index in `keySlots` + 1. */
const keyShift = 2;
/** The record completes another. In place of a URL it has that one's seq, former figures and URL, if they are known. */
const amendment = 16;

function amendedText({ amends, before, url }: CallRecord): string {
  if (!before) return String(amends);
  return `${amends} ${before.credits} ${before.responseBytes} ${before.apiMicros} ${before.serviceMicros} ${url}`;
}

function amended(call: CallRecord): CallRecord {
  const [, amends, figures, url] = /^(\d+)(?: (\d+ \d+ \d+ \d+) (.*))?$/s.exec(call.url) ?? [];
  if (figures === undefined) return { ...call, url: "", amends: Number(amends) };
  const [credits = 0, responseBytes = 0, apiMicros = 0, serviceMicros = 0] = figures.split(" ").map(Number);
  const before = { credits, responseBytes, apiMicros, serviceMicros };
  return { ...call, url: url!, amends: Number(amends), before };
}

/** Writes the record at `at`, where `recordBytesMax` must be free; returns its end. */
export function encodeRecord(into: Buffer, at: number, seq: number, call: CallRecord): number {
  let place = at + headBytes;
  place = into.writeDoubleLE(seq, place);
  place = into.writeDoubleLE(call.at, place);
  place = into.writeDoubleLE(call.requestBytes, place);
  place = into.writeDoubleLE(call.responseBytes, place);
  place = into.writeDoubleLE(call.apiMicros, place);
  place = into.writeDoubleLE(call.serviceMicros, place);
  place = writeShared(into, place, call);
  place = writeText(into, place, call.requestId, textMax);
  place = writeText(into, place, call.amends === undefined ? call.url : amendedText(call), urlMax);
  into.writeUInt32LE(place - at - headBytes, at);
  into.writeUInt32LE(crc32(into.subarray(at + headBytes, place)), at + 4);
  return place;
}

/** The shared part last written for a caller: usually the next call has the same. */
interface Written {
  readonly like: CallRecord;
  readonly bytes: Buffer;
}

const written = new WeakMap<CallRecord["caller"], Written>();

function writeShared(into: Buffer, at: number, call: CallRecord): number {
  const last = written.get(call.caller);
  if (last && sharesAll(last.like, call)) {
    last.bytes.copy(into, at);
    return at + last.bytes.length;
  }
  const end = encodeShared(into, at, call);
  written.set(call.caller, { like: call, bytes: Buffer.from(into.subarray(at, end)) });
  return end;
}

function sharesAll(a: CallRecord, b: CallRecord): boolean {
  return haveSameLabels(a, b) && a.gone === b.gone && (a.amends === undefined) === (b.amends === undefined);
}

function encodeShared(into: Buffer, at: number, call: CallRecord): number {
  const { caller } = call;
  let place = into.writeDoubleLE(call.credits, at + 4);
  place = into.writeUInt16LE(call.status, place);
  place = into.writeUInt8(caches.indexOf(call.cache ?? "none"), place);
  place = into.writeUInt8(flagsOf(call), place);
  place = writeText(into, place, caller.subscriptionId, textMax);
  place = writeText(into, place, caller.userId, textMax);
  place = writeText(into, place, caller.productId ?? "", textMax);
  place = writeText(into, place, call.api, textMax);
  place = writeText(into, place, call.operation, textMax);
  place = writeText(into, place, call.method, textMax);
  place = writeText(into, place, call.address, textMax);
  place = writeText(into, place, call.errorCode ?? "", textMax);
  place = writeText(into, place, call.source ?? "", textMax);
  into.writeUInt32LE(place - at, at);
  return place;
}

function flagsOf({ caller, gone, key, amends }: CallRecord): number {
  const product = caller.productId === null ? 0 : hasProduct;
  const kind = amends === undefined ? 0 : amendment;
  return kind | product | (gone ? clientGone : 0) | (key ? (keySlots.indexOf(key) + 1) << keyShift : 0);
}

function kept(text: string, max: number): string {
  const cut = text.length > max ? text.slice(0, max) : text;
  // The database accepts no NUL, and a refused record costs a halving.
  return cut.includes("\0") ? cut.replaceAll("\0", "\uFFFD") : cut;
}

/** A text of a call, and its path and query, as a record keeps them. */
export const keptText = (text: string): string => kept(text, textMax);
export const keptUrl = (url: string): string => kept(url, urlMax);

function writeText(into: Buffer, at: number, text: string, max: number): number {
  const clean = kept(text, max);
  const length = into.write(clean, at + textLengthBytes, "utf8");
  into.writeUInt16LE(length, at);
  return at + textLengthBytes + length;
}

/** Reads the record at `at`, in bytes that end at `end`. */
export function decodeRecord(from: Buffer, at: number, end: number = from.length): Decoded {
  if (end - at < headBytes) return { kind: "cut" };
  const length = from.readUInt32LE(at);
  if (length < payloadMin || length > recordBytesMax - headBytes) return { kind: "bad" };
  const start = at + headBytes;
  const stop = start + length;
  if (stop > end) return { kind: "cut" };
  if (crc32(from.subarray(start, stop)) !== from.readUInt32LE(at + 4)) return { kind: "bad" };
  const record = readPayload(from, start, stop);
  return record ? { kind: "record", record, end: stop } : { kind: "bad" };
}

function readPayload(from: Buffer, start: number, stop: number): NumberedCall | undefined {
  const sharedAt = start + ownBytes;
  const idAt = sharedAt + from.readUInt32LE(sharedAt);
  if (idAt < sharedAt + sharedMin || idAt + ownTexts * textLengthBytes > stop) return undefined;
  const urlAt = idAt + textLengthBytes + from.readUInt16LE(idAt);
  if (urlAt + textLengthBytes > stop) return undefined;
  if (urlAt + textLengthBytes + from.readUInt16LE(urlAt) !== stop) return undefined;
  const shared = sharedPart(from, sharedAt, idAt);
  if (!shared) return undefined;
  // Written out: with a spread, reading a record takes an eighth longer.
  const call: CallRecord = {
    at: from.readDoubleLE(start + 8),
    requestId: from.toString("utf8", idAt + textLengthBytes, urlAt),
    caller: shared.caller,
    api: shared.api,
    operation: shared.operation,
    method: shared.method,
    url: from.toString("utf8", urlAt + textLengthBytes, stop),
    address: shared.address,
    status: shared.status,
    credits: shared.credits,
    errorCode: shared.errorCode,
    key: shared.key,
    source: shared.source,
    cache: shared.cache,
    requestBytes: from.readDoubleLE(start + 16),
    responseBytes: from.readDoubleLE(start + 24),
    apiMicros: from.readDoubleLE(start + 32),
    serviceMicros: from.readDoubleLE(start + 40),
  };
  return { seq: from.readDoubleLE(start), call: special(call, shared) };
}

/** With what few records have. */
function special(call: CallRecord, { gone, isAmendment }: SharedPart): CallRecord {
  if (isAmendment) return amended(call);
  return gone ? { ...call, gone: true } : call;
}

type SharedPart = Omit<
  CallRecord,
  | "at"
  | "requestId"
  | "url"
  | "amends"
  | "before"
  | "requestBytes"
  | "responseBytes"
  | "apiMicros"
  | "serviceMicros"
  | "cache"
> &
  Required<Pick<CallRecord, "cache">> & { readonly isAmendment?: true };

/**
 * Shared parts by their bytes: most records have one that was read before. Unused ones drop out of both maps.
 */
let sharedParts = new Map<string, SharedPart>();
let sharedPartsBefore = new Map<string, SharedPart>();
const sharedPartsMax = 10_000;

function sharedPart(from: Buffer, at: number, end: number): SharedPart | undefined {
  const key = from.toString("latin1", at, end);
  const known = sharedParts.get(key);
  if (known) return known;
  const part = sharedPartsBefore.get(key) ?? readShared(from, at, end);
  if (!part) return undefined;
  if (sharedParts.size === sharedPartsMax) {
    sharedPartsBefore = sharedParts;
    sharedParts = new Map();
  }
  sharedParts.set(key, part);
  return part;
}

function readShared(from: Buffer, at: number, end: number): SharedPart | undefined {
  const texts: string[] = [];
  let place = at + sharedNumbersBytes;
  for (let index = 0; index < sharedTexts && !(index === sharedTextsOnce && place === end); index++) {
    if (place + textLengthBytes > end) return undefined;
    const textAt = place + textLengthBytes;
    place = textAt + from.readUInt16LE(place);
    if (place > end) return undefined;
    texts.push(from.toString("utf8", textAt, place));
  }
  if (place !== end) return undefined;
  const [subscriptionId, userId, product, api, operation, method, address, errorCode, source] = texts as [
    ...[string, string, string, string, string, string, string, string | undefined, string | undefined],
  ];
  const flags = from.readUInt8(at + 15);
  const productId = flags & hasProduct ? product : null;
  const key = keySlots[((flags >> keyShift) & 3) - 1];
  return {
    caller: { kind: "subscription", subscriptionId, userId, productId },
    api,
    operation,
    method,
    address,
    status: from.readUInt16LE(at + 12),
    credits: from.readDoubleLE(at + 4),
    cache: caches[from.readUInt8(at + 14)] ?? "none",
    ...(flags & clientGone && { gone: true as const }),
    ...(flags & amendment && { isAmendment: true as const }),
    ...(errorCode && { errorCode }),
    ...(source && { source }),
    ...(key && { key }),
  };
}
