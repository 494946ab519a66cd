import { crc32 } from "node:zlib";

/**
 * A sync record: the last call that the disk had when it was written. Length and CRC as of a call's record, then the
 * seq. It is shorter than any call, so that former releases pass over it: they look for the next call behind it.
 */
export const syncRecordBytes = 16;

const headBytes = 8;
const payloadBytes = syncRecordBytes - headBytes;

/** Writes a sync record at `at`; returns its end. */
export function encodeSyncRecord(into: Buffer, at: number, syncedSeq: number): number {
  const end = into.writeDoubleLE(syncedSeq, at + headBytes);
  into.writeUInt32LE(payloadBytes, at);
  into.writeUInt32LE(crc32(into.subarray(at + headBytes, end)), at + 4);
  return end;
}

/** The seq of the sync record at `at`; undefined if there is no whole one. */
export function decodeSyncRecord(from: Buffer, at: number, end: number = from.length): number | undefined {
  if (end - at < syncRecordBytes || from.readUInt32LE(at) !== payloadBytes) return undefined;
  if (crc32(from.subarray(at + headBytes, at + syncRecordBytes)) !== from.readUInt32LE(at + 4))
    return undefined;
  const seq = from.readDoubleLE(at + headBytes);
  return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined;
}
