import { expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { keySlots } from "../../src/http/caller.ts";
import { decodeRecord, encodeRecord, recordBytesMax } from "../../src/metering/journal/record.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";

const size = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const text = fc.string({ unit: "grapheme", maxLength: 60 }).filter((each) => !each.includes("\0"));

const anyCall: fc.Arbitrary<CallRecord> = fc
  .record({
    at: size,
    requestId: text,
    caller: fc.record({
      kind: fc.constant("subscription" as const),
      subscriptionId: text,
      userId: text,
      productId: fc.option(text),
    }),
    api: text,
    operation: text,
    method: fc.constantFrom("GET", "POST"),
    url: fc.string({ unit: "grapheme", maxLength: 300 }).filter((each) => !each.includes("\0")),
    address: text,
    status: fc.integer({ min: 100, max: 599 }),
    credits: fc.integer({ min: 0, max: 10_000 }),
    errorCode: fc.constantFrom(undefined, "validation_error", "record_not_found"),
    key: fc.constantFrom(undefined, ...keySlots),
    source: fc.option(
      text.filter((each) => each !== ""),
      { nil: undefined },
    ),
    cache: fc.constantFrom("hit" as const, "miss" as const, "none" as const),
    requestBytes: size,
    responseBytes: size,
    apiMicros: size,
    serviceMicros: size,
  })
  .chain((call) => fc.boolean().map((gone) => (gone ? { ...call, gone: true as const } : call)));

function encoded(seq: number, call: CallRecord): Buffer {
  const buffer = Buffer.alloc(recordBytesMax);
  return Buffer.from(buffer.subarray(0, encodeRecord(buffer, 0, seq, call)));
}

test("a written record is read back", () => {
  fc.assert(
    fc.property(anyCall, fc.integer({ min: 1, max: 2 ** 40 }), (call, seq) => {
      const bytes = encoded(seq, call);
      expect(decodeRecord(bytes, 0)).toEqual({ kind: "record", record: { seq, call }, end: bytes.length });
    }),
  );
});

test("an older record is read without error code and source", () => {
  const call = { ...fc.sample(anyCall, 1)[0]!, errorCode: undefined, source: undefined, key: undefined };
  const now = encoded(7, call);
  const head = 8;
  const own = 48;
  const shared = now.readUInt32LE(head + own);
  const empty = 4;
  // Without the two empty texts at the end of the shared part.
  const payload = Buffer.concat([
    now.subarray(head, head + own + shared - empty),
    now.subarray(head + own + shared),
  ]);
  payload.writeUInt32LE(shared - empty, own);
  const before = Buffer.alloc(head + payload.length);
  before.writeUInt32LE(payload.length, 0);
  before.writeUInt32LE(crc32(payload), 4);
  payload.copy(before, head);
  expect(decodeRecord(before, 0)).toEqual({ kind: "record", record: { seq: 7, call }, end: before.length });
});

test("calls of one caller differ if any member differs", () => {
  const members = [
    "status",
    "credits",
    "address",
    "api",
    "operation",
    "method",
    "cache",
    "gone",
    "errorCode",
    "key",
    "source",
  ] as const;
  fc.assert(
    fc.property(
      anyCall,
      fc.array(fc.tuple(anyCall, fc.constantFrom(...members)), { maxLength: 12 }),
      (first, others) => {
        const { caller } = first;
        // Each differs from the previous one in one member.
        let call = first;
        for (const [other, member] of others) {
          call = { ...call, [member]: other[member] };
          if (call.gone === undefined) delete (call as { gone?: true }).gone;
          expect(decodeRecord(encoded(1, { ...call, caller }), 0)).toEqual({
            kind: "record",
            record: { seq: 1, call },
            end: encoded(1, call).length,
          });
          expect(decodeRecord(encoded(2, { ...call, caller }), 0)).toEqual({
            kind: "record",
            record: { seq: 2, call },
            end: encoded(2, call).length,
          });
        }
      },
    ),
  );
});

test("a record cut at any byte is no record", () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      const bytes = encoded(7, call);
      for (let length = 0; length < bytes.length; length++)
        expect(decodeRecord(bytes.subarray(0, length), 0)).toEqual({ kind: "cut" });
    }),
    { numRuns: 30 },
  );
});

test("a record with any flipped bit is no record", () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      const bytes = encoded(7, call);
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(decodeRecord(bytes, 0).kind).not.toBe("record");
        bytes[bit >> 3]! ^= 1 << (bit & 7);
      }
    }),
    { numRuns: 10 },
  );
});

test("any bytes other than a record are recognized", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(decodeRecord(Buffer.from(bytes), 0).kind).not.toBe("record");
    }),
  );
});

test("long texts are cut and invalid characters replaced", () => {
  const call = fc.sample(anyCall, 1)[0]!;
  const long = {
    ...call,
    url: `/a\0b${"\u{1F697}".repeat(5000)}`,
    api: "x".repeat(600),
    requestId: "\ud800",
  };
  const got = decodeRecord(encoded(1, long), 0);
  if (got.kind !== "record") throw new Error(got.kind);
  expect(got.record.call.url).toStartWith("/a\uFFFDb\u{1F697}");
  expect(got.record.call.url.length).toBe(8192);
  expect([got.record.call.api, got.record.call.requestId]).toEqual(["x".repeat(512), "\uFFFD"]);
});
