import { loadPack } from "../../src/vin/pack/pack.ts";
import { PackError } from "../../src/vin/pack/pack-format.ts";
import { randomNumbers } from "./vins.ts";

/** Packs are truncated at multiples of this length. */
const kilobyte = 1024;
const refusals = [
  /^the pack is cut short: \d+ bytes$/,
  /^the pack is cut short in its directory$/,
  /^the pack is cut short in section \w+$/,
  /^the pack's directory is damaged$/,
  /^section \w+ of the pack is damaged$/,
  /^the file is not a VIN pack$/,
  /^the pack has format \d+, this program reads \d+$/,
];

/** Why a pack was refused; undefined if it was accepted. Rethrows other errors. */
function refusalOf(bytes: Uint8Array): string | undefined {
  try {
    loadPack(bytes);
    return undefined;
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.message;
  }
}

const isReported = (refusal: string | undefined): boolean =>
  refusal !== undefined && refusals.some((known) => known.test(refusal));

/** Truncates a pack at every `step` bytes; returns the lengths without a proper refusal. */
export function truncated(pack: Uint8Array, step: number): number[] {
  const accepted: number[] = [];
  for (let length = 0; length < pack.length; length += step)
    if (!isReported(refusalOf(pack.subarray(0, length)))) accepted.push(length);
  return accepted;
}

/**
 * Flips one random bit below an offset, repeatedly; returns the offsets without a proper refusal. Bytes
 * between sections are unused and have no checksum: their damage has no effect.
 */
export function flipped(pack: Uint8Array, times: number, seed: number, below = pack.length): number[] {
  const random = randomNumbers(seed);
  const copy = new Uint8Array(pack);
  const accepted: number[] = [];
  for (let i = 0; i < times; i++) {
    const offset = random(below);
    const bit = 1 << random(8);
    copy[offset]! ^= bit;
    if (!isReported(refusalOf(copy))) accepted.push(offset);
    copy[offset]! ^= bit;
  }
  return accepted;
}

/** Whether an offset is in the bytes between sections, which are zero in every pack. */
export const isPadding = (pack: Uint8Array, offset: number): boolean =>
  pack[offset] === 0 && isUnread(pack, offset);

/** Whether neither a section nor the directory contains this offset. */
function isUnread(pack: Uint8Array, offset: number): boolean {
  const length = new Uint32Array(pack.buffer, pack.byteOffset, 4)[2]!;
  if (offset < 16 + length) return false;
  const directory = JSON.parse(new TextDecoder().decode(pack.subarray(16, 16 + length))) as {
    readonly sections: readonly { readonly offset: number; readonly bytes: number }[];
  };
  return directory.sections.every(
    (section) => offset < section.offset || offset >= section.offset + section.bytes,
  );
}

// bun test/vin/damaged-packs.ts PACK
if (import.meta.main) {
  const pack = new Uint8Array(await Bun.file(process.argv[2]!).arrayBuffer());
  const cut = truncated(pack, kilobyte);
  const flips = flipped(pack, 2000, 1).filter((offset) => !isPadding(pack, offset));
  console.log(`${cut.length} truncated packs accepted, ${flips.length} with a flipped bit`);
  process.exit(cut.length + flips.length === 0 ? 0 : 1);
}
