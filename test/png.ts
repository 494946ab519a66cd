import { crc32, deflateSync } from "node:zlib";

export function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

interface PngOptions {
  readonly color?: keyof typeof samples;
  readonly interlace?: number;
  /** Compressed; half transparent petrol without them. */
  readonly pixels?: Uint8Array;
}

/** A PNG of 8 bits; color 6 is RGB with alpha. */
export function pngOf(
  width: number,
  height: number,
  { color = 6, interlace = 0, pixels }: PngOptions = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, color, 0, 0, interlace], 8);
  const pixel = [6, 101, 135, 128].slice(0, samples[color]);
  const row = [0, ...Array.from({ length: width }, () => pixel).flat()];
  const plain = Uint8Array.from(Array.from({ length: height }, () => row).flat());
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", pixels ?? deflateSync(plain)),
    chunk("IEND", new Uint8Array()),
  ]);
}
