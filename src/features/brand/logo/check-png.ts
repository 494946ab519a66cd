import { crc32, inflateSync } from "node:zlib";

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The limit of each side. A logo is at most 64 px high on a page and 10 mm on a paper. */
const pixelsMax = 2000;
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Why a PNG cannot be a logo; undefined if it can. Its pixels are inflated up to the declared size, never beyond. */
export function pngFault(bytes: Buffer): string | undefined {
  const chunks = chunksOf(bytes);
  if (typeof chunks === "string") return chunks;
  const [header] = chunks;
  if (header?.type !== "IHDR" || header.data.length !== 13) return "the PNG has no header";
  const { data } = header;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  if (width < 1 || height < 1 || width > pixelsMax || height > pixelsMax)
    return `the PNG has ${width} × ${height} pixels; at most ${pixelsMax} × ${pixelsMax} are allowed`;
  const [bits, color] = [data[8]!, data[9]!];
  const samples = samplesOf[color];
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(bits))
    return "the PNG has an unknown kind of color";
  if (data[12] !== 0) return "the PNG is interlaced; save it without interlacing";
  if (color === 3 && !chunks.some(({ type }) => type === "PLTE")) return "the PNG has no palette";
  const expected = height * (1 + Math.ceil((width * samples * bits) / 8));
  return pixelsFault(
    Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((one) => one.data)),
    expected,
  );
}

function pixelsFault(compressed: Buffer, expected: number): string | undefined {
  try {
    const { length } = inflateSync(compressed, { maxOutputLength: expected });
    return length === expected ? undefined : "the PNG has fewer pixels than it declares";
  } catch {
    return "the PNG is damaged, or has more pixels than it declares";
  }
}

/** The chunks from the header to the end, or why they cannot be read. */
function chunksOf(bytes: Buffer): Chunk[] | string {
  const chunks: Chunk[] = [];
  let at = pngSignature.length;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) break;
    const content = bytes.subarray(at + 4, end - 4);
    if (crc32(content) !== bytes.readUInt32BE(end - 4)) return "the PNG is damaged";
    const type = content.subarray(0, 4).toString("latin1");
    chunks.push({ type, data: content.subarray(4) });
    at = end;
    if (type === "IEND") return at === bytes.length ? chunks : "the PNG has other data after its end";
  }
  return "the PNG is not complete";
}
