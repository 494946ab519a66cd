import { closeSync, openSync, readSync } from "node:fs";

/** What is in a write-ahead log, in frames of one page each. */
export interface LogFrames {
  /** What SQLite reads after a crash: it stops at the first frame whose checksum is wrong. */
  readonly recovered: number;
  /** Intact frames of committed transactions behind a broken one, which SQLite drops without an error. */
  readonly dropped: number;
  /** Another generation of the log has others. */
  readonly salts: string;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const chunkBytes = 2 ** 20;
/** Checksums of little-endian words, as on every machine that runs this program. */
const littleMagic = 0x377f0682;
const bigMagic = 0x377f0683;
/** What SQLite chooses, if the header cannot be trusted. */
const usualPageBytes = 4096;

type Sums = readonly [number, number];

const none: LogFrames = { recovered: 0, dropped: 0, salts: "" };

/** Reads a log's frames as https://sqlite.org/fileformat2.html#the_write_ahead_log describes. A missing log has none. */
export function readLog(file: string): LogFrames {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return none;
    throw error;
  }
  try {
    return readFrames(handle);
  } finally {
    closeSync(handle);
  }
}

function readFrames(handle: number): LogFrames {
  const header = Buffer.from(new ArrayBuffer(headerBytes));
  if (readSync(handle, header, 0, headerBytes, 0) < headerBytes) return none;
  const isBig = header.readUInt32BE(0) === bigMagic;
  let before = sumsAt(header, 24);
  const isMagic = isBig || header.readUInt32BE(0) === littleMagic;
  // A broken header makes SQLite drop everything.
  const isWhole = isMagic && isEqual(added([0, 0], wordsOf(header, isBig), 0, 24), before);
  const frameBytes = frameHeaderBytes + (isWhole ? header.readUInt32BE(8) : usualPageBytes);
  let salts = isWhole ? header.toString("hex", 16, 24) : undefined;
  let recovered = 0;
  let dropped = 0;
  let behind = 0;
  let isBroken = !isWhole;
  const chunk = Buffer.from(new ArrayBuffer(Math.max(1, Math.floor(chunkBytes / frameBytes)) * frameBytes));
  for (let place = headerBytes; ; place += chunk.length) {
    const whole = Math.floor(readSync(handle, chunk, 0, chunk.length, place) / frameBytes) * frameBytes;
    const words = wordsOf(chunk, isBig);
    for (let at = 0; at < whole; at += frameBytes) {
      const sums = added(added(before, words, at, at + 8), words, at + frameHeaderBytes, at + frameBytes);
      // Right or wrong: behind a broken frame the chain continues from what it states.
      before = sumsAt(chunk, at + 16);
      salts ??= chunk.toString("hex", at + 8, at + 16);
      // Frames of the generation before stay until they are overwritten.
      const isIntact = isEqual(sums, before) && chunk.toString("hex", at + 8, at + 16) === salts;
      isBroken ||= !isIntact;
      if (!isIntact) continue;
      if (!isBroken) recovered += 1;
      else behind += 1;
      // Frames of a transaction that was rolled back have no commit behind them.
      const isCommit = chunk.readUInt32BE(at + 4) !== 0;
      if (isCommit) dropped = behind;
    }
    if (whole < chunk.length) return { recovered, dropped, salts: salts ?? "" };
  }
}

const sumsAt = (bytes: Buffer, at: number): Sums => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];

const isEqual = (one: Sums, other: Sums) => one[0] === other[0] && one[1] === other[1];

function wordsOf(bytes: Buffer<ArrayBuffer>, isBig: boolean): Uint32Array {
  const { buffer } = isBig ? Buffer.from(new Uint8Array(bytes).buffer).swap32() : bytes;
  return new Uint32Array(buffer);
}

/** The sums with the words between two places, in bytes. */
function added(sums: Sums, words: Uint32Array, from: number, to: number): Sums {
  let [one, two] = sums;
  for (let at = from / 4; at < to / 4; at += 2) {
    one = (one + words[at]! + two) >>> 0;
    two = (two + words[at + 1]! + one) >>> 0;
  }
  return [one, two];
}
