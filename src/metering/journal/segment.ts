import { crc32 } from "node:zlib";

/**
 * The beginning of a segment file. `firstSeq` is its first call, and so the valid end of all earlier
 * segments: their calls from there on are void and written again here.
 */
export interface SegmentHeader {
  readonly journalId: string;
  readonly number: number;
  readonly firstSeq: number;
}

const magic = Buffer.from("VGJRNL1\n", "latin1");

export const headerBytes = 40;

/** The header's bytes: magic, journal id, number, first seq, CRC. */
export function encodeHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  magic.copy(bytes);
  Buffer.from(header.journalId, "hex").copy(bytes, 8);
  bytes.writeUInt32LE(header.number, 24);
  bytes.writeDoubleLE(header.firstSeq, 28);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 36)), 36);
  return bytes;
}

/** The header, or undefined if the bytes are not a whole header. */
export function decodeHeader(bytes: Buffer): SegmentHeader | undefined {
  if (bytes.length < headerBytes || !bytes.subarray(0, 8).equals(magic)) return undefined;
  if (crc32(bytes.subarray(0, 36)) !== bytes.readUInt32LE(36)) return undefined;
  return {
    journalId: bytes.toString("hex", 8, 24),
    number: bytes.readUInt32LE(24),
    firstSeq: bytes.readDoubleLE(28),
  };
}

/** The file name of a segment: its number, so that names sort in segment order. */
export const segmentName = (number: number): string => `${String(number).padStart(8, "0")}.seg`;

/** The number in a segment's file name; undefined for other files. */
export function segmentNumber(name: string): number | undefined {
  return /^\d{8}\.seg$/.test(name) ? Number(name.slice(0, 8)) : undefined;
}
