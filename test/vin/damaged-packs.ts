import { loadPack } from "../../src/vin/pack/pack.ts";
import { PackError } from "../../src/vin/pack/pack-format.ts";
import { randomNumbers } from "./vins.ts";

/** A pack is cut at each of them. */
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

/** Why a pack was refused; `undefined` where it was taken. Throws what is no refusal of a pack. */
function refusalOf(bytes: Uint8Array): string | undefined {
  try {
    loadPack(bytes);
    return undefined;
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.message;
  }
}

const told = (refusal: string | undefined): boolean =>
  refusal !== undefined && refusals.some((known) => known.test(refusal));

/** Cuts a pack at every so many bytes: the lengths at which it was not refused in words of its own. */
export function truncated(pack: Uint8Array, step: number): number[] {
  const taken: number[] = [];
  for (let length = 0; length < pack.length; length += step)
    if (!told(refusalOf(pack.subarray(0, length)))) taken.push(length);
  return taken;
}

/**
 * Flips one bit of a pack before a place, so many times: the places at which that was not told. Bytes between sections hold nothing
 * and are under no checksum; such a pack is as good as it was.
 */
export function flipped(pack: Uint8Array, times: number, seed: number, before = pack.length): number[] {
  const random = randomNumbers(seed);
  const copy = new Uint8Array(pack);
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const place = random(before);
    const bit = 1 << random(8);
    copy[place]! ^= bit;
    if (!told(refusalOf(copy))) taken.push(place);
    copy[place]! ^= bit;
  }
  return taken;
}

/** Whether a place lies in the bytes between sections, which are zero in every pack. */
export const isPadding = (pack: Uint8Array, place: number): boolean =>
  pack[place] === 0 && isUnread(pack, place);

/** Whether no section and not the directory has this place. */
function isUnread(pack: Uint8Array, place: number): boolean {
  const length = new Uint32Array(pack.buffer, pack.byteOffset, 4)[2]!;
  if (place < 16 + length) return false;
  const directory = JSON.parse(new TextDecoder().decode(pack.subarray(16, 16 + length))) as {
    readonly sections: readonly { readonly offset: number; readonly bytes: number }[];
  };
  return directory.sections.every(({ offset, bytes }) => place < offset || place >= offset + bytes);
}

// bun test/vin/damaged-packs.ts PACK
if (import.meta.main) {
  const pack = new Uint8Array(await Bun.file(process.argv[2]!).arrayBuffer());
  const cut = truncated(pack, kilobyte);
  const flips = flipped(pack, 2000, 1).filter((place) => !isPadding(pack, place));
  console.log(`${cut.length} truncated packs taken, ${flips.length} with a flipped bit`);
  process.exit(cut.length + flips.length === 0 ? 0 : 1);
}
