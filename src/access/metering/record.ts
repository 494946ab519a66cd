import { crc32 } from "node:zlib";
import type { CallRecord } from "../usage.ts";

/** A call to be journalled; `gone` where its client had left before it was answered. */
export interface MeteredCall extends CallRecord {
  readonly gone?: true;
}

/** A call as its journal holds it: (journal, seq) names it for good. */
export interface JournalRecord {
  readonly seq: number;
  readonly call: MeteredCall;
}

/** What stands at a place of a journal: a record and where it ends, or no whole one. */
export type Decoded =
  | { readonly kind: "record"; readonly record: JournalRecord; readonly end: number }
  /** The bytes end before the record does. */
  | { readonly kind: "cut" }
  /** No record of ours, or one that was damaged. */
  | { readonly kind: "bad" };

// Length and CRC of what follows; then numbers; then texts, each with its length.
const headBytes = 8;
const numbersBytes = 64;
const textLengthBytes = 2;
const textsCount = 9;
const payloadMin = numbersBytes + textsCount * textLengthBytes;

/** Characters kept of a text: a path and query of 8,192, of anything else 512. */
const urlMax = 8192;
const textMax = 512;
const utf8BytesMax = 3;

/** No record is longer. */
export const recordBytesMax = headBytes + payloadMin + utf8BytesMax * (urlMax + (textsCount - 1) * textMax);

const caches = ["none", "hit", "miss"] as const;
const hasProduct = 1;
const clientGone = 2;

/** Writes the record at `at`, where `recordBytesMax` must be free; returns where it ends. */
export function encodeRecord(into: Buffer, at: number, seq: number, call: MeteredCall): number {
  const { caller } = call;
  let place = at + headBytes;
  place = into.writeDoubleLE(seq, place);
  place = into.writeDoubleLE(call.at, place);
  place = into.writeDoubleLE(call.credits, place);
  place = into.writeDoubleLE(call.requestBytes, place);
  place = into.writeDoubleLE(call.responseBytes, place);
  place = into.writeDoubleLE(call.apiMicros, place);
  place = into.writeDoubleLE(call.serviceMicros, place);
  place = into.writeUInt16LE(call.status, place);
  place = into.writeUInt8(caches.indexOf(call.cache ?? "none"), place);
  place = into.writeUInt8((caller.productId === null ? 0 : hasProduct) | (call.gone ? clientGone : 0), place);
  place = into.writeUInt32LE(0, place);
  place = writeText(into, place, caller.subscriptionId, textMax);
  place = writeText(into, place, caller.userId, textMax);
  place = writeText(into, place, caller.productId ?? "", textMax);
  place = writeText(into, place, call.api, textMax);
  place = writeText(into, place, call.operation, textMax);
  place = writeText(into, place, call.method, textMax);
  place = writeText(into, place, call.requestId, textMax);
  place = writeText(into, place, call.url, urlMax);
  place = writeText(into, place, call.address, textMax);
  into.writeUInt32LE(place - at - headBytes, at);
  into.writeUInt32LE(crc32(into.subarray(at + headBytes, place)), at + 4);
  return place;
}

function writeText(into: Buffer, at: number, text: string, max: number): number {
  const kept = text.length > max ? text.slice(0, max) : text;
  // The database takes no NUL, and a record that it refuses costs a halving.
  const clean = kept.includes("\0") ? kept.replaceAll("\0", "\uFFFD") : kept;
  const length = into.write(clean, at + textLengthBytes, "utf8");
  into.writeUInt16LE(length, at);
  return at + textLengthBytes + length;
}

/** Reads the record at `at`, of bytes that end at `end`. */
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

function readPayload(from: Buffer, start: number, stop: number): JournalRecord | undefined {
  const number = (index: number) => from.readDoubleLE(start + index * 8);
  const texts: string[] = [];
  let place = start + numbersBytes;
  for (let index = 0; index < textsCount; index++) {
    if (place + textLengthBytes > stop) return undefined;
    const textStart = place + textLengthBytes;
    place = textStart + from.readUInt16LE(place);
    if (place > stop) return undefined;
    texts.push(from.toString("utf8", textStart, place));
  }
  if (place !== stop) return undefined;
  const flags = from.readUInt8(start + 59);
  const [subscriptionId, userId, productId, api, operation, method, requestId, url, address] = texts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    seq: number(0),
    call: {
      at: number(1),
      requestId,
      caller: {
        kind: "subscription",
        subscriptionId,
        userId,
        productId: flags & hasProduct ? productId : null,
      },
      api,
      operation,
      method,
      url,
      address,
      status: from.readUInt16LE(start + 56),
      credits: number(2),
      cache: caches[from.readUInt8(start + 58)] ?? "none",
      requestBytes: number(3),
      responseBytes: number(4),
      apiMicros: number(5),
      serviceMicros: number(6),
      ...((flags & clientGone) !== 0 && { gone: true as const }),
    },
  };
}
