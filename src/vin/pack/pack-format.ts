import { crc32 } from "node:zlib";

/** Raise it with every change of the sections' meaning: older packs are then compiled again. */
export const FORMAT_VERSION = 11;

const MAGIC = 0x4b41504e; // "NPAK", little-endian
const HEADER_BYTES = 16;
/** A copy reads eight bytes at a time, so the last section may be read slightly past its end. */
const PADDING = 16;

export type SectionType = "u8" | "u16" | "u32" | "i32";
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array;
type Section = { name: string; type: SectionType; offset: number; bytes: number; crc: number };
type Directory = { meta: unknown; sections: Section[] };

/** Why a pack cannot be used; the remedy is always to compile it again. */
export class PackError extends Error {}

const typeOf = (array: SectionArray): SectionType => {
  if (array instanceof Uint8Array) return "u8";
  if (array instanceof Uint16Array) return "u16";
  return array instanceof Uint32Array ? "u32" : "i32";
};

const bytesOf = (array: SectionArray) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const aligned = (offset: number) => (offset + PADDING - 1) & ~(PADDING - 1);

/** Lays a pack out: header, directory as JSON, then the sections, aligned to 16 bytes. */
export function writePack(meta: unknown, arrays: Readonly<Record<string, SectionArray>>): Uint8Array {
  const sections: Section[] = Object.entries(arrays).map(([name, array]) => {
    return { name, type: typeOf(array), offset: 0, bytes: array.byteLength, crc: crc32(bytesOf(array)) };
  });
  const place = (start: number): number => {
    let end = start;
    for (const section of sections) {
      section.offset = aligned(end);
      end = section.offset + section.bytes;
    }
    return aligned(end) + PADDING;
  };
  // The directory contains the offsets, and its length depends on their digits: start from far enough away.
  const roomy = aligned(HEADER_BYTES + JSON.stringify({ meta, sections }).length * 4 + 1024);
  const pack = new Uint8Array(place(roomy));
  const directory = new TextEncoder().encode(JSON.stringify({ meta, sections } satisfies Directory));
  new Uint32Array(pack.buffer, 0, 4).set([MAGIC, FORMAT_VERSION, directory.length, crc32(directory)]);
  pack.set(directory, HEADER_BYTES);
  for (const section of sections) pack.set(bytesOf(arrays[section.name]!), section.offset);
  return pack;
}

function readDirectory(pack: Uint8Array): Directory {
  if (pack.byteOffset % PADDING !== 0) throw new PackError("the pack is not aligned in memory");
  if (pack.length < HEADER_BYTES) throw new PackError(`the pack is cut short: ${pack.length} bytes`);
  const [magic, version, length, crc] = new Uint32Array(pack.buffer, pack.byteOffset, 4);
  if (magic !== MAGIC) throw new PackError("the file is not a VIN pack");
  if (version !== FORMAT_VERSION) {
    throw new PackError(`the pack has format ${version}, this program reads ${FORMAT_VERSION}`);
  }
  const bytes = pack.subarray(HEADER_BYTES, HEADER_BYTES + length!);
  if (bytes.length !== length) throw new PackError("the pack is cut short in its directory");
  if (crc32(bytes) !== crc) throw new PackError("the pack's directory is damaged");
  return JSON.parse(new TextDecoder().decode(bytes)) as Directory;
}

/** The description in a pack's directory, without verifying the sections. */
export const readMeta = (pack: Uint8Array): unknown => readDirectory(pack).meta;

/** Opens a pack: typed views over its bytes, with every section's length and checksum verified. */
export function readPack(pack: Uint8Array): { meta: unknown; section(name: string): SectionArray } {
  const { meta, sections } = readDirectory(pack);
  const views = new Map<string, SectionArray>();
  for (const { name, type, offset, bytes, crc } of sections) {
    if (offset + bytes + PADDING > pack.length)
      throw new PackError(`the pack is cut short in section ${name}`);
    if (crc32(pack.subarray(offset, offset + bytes)) !== crc) {
      throw new PackError(`section ${name} of the pack is damaged`);
    }
    const start = pack.byteOffset + offset;
    if (type === "u8") views.set(name, new Uint8Array(pack.buffer, start, bytes));
    else if (type === "u16") views.set(name, new Uint16Array(pack.buffer, start, bytes / 2));
    else if (type === "u32") views.set(name, new Uint32Array(pack.buffer, start, bytes / 4));
    else views.set(name, new Int32Array(pack.buffer, start, bytes / 4));
  }
  return {
    meta,
    section(name) {
      const view = views.get(name);
      if (view === undefined) throw new PackError(`the pack lacks section ${name}`);
      return view;
    },
  };
}
