import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Rectangle } from "./read-pdf.ts";

const code = Bun.resolveSync("zxing-wasm/reader/zxing_reader.wasm", import.meta.dir);
prepareZXingModule({ overrides: { wasmBinary: await Bun.file(code).arrayBuffer() } });

/** What a scanner reads. */
export interface ScannedCode {
  readonly text: string;
  readonly version: number;
  readonly correction: string;
  /** What is drawn, with points of the page. */
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const dots = 4;
const quiet = 4;

/** Scans the QR code that a page draws as rectangles; undefined without any. Throws if it cannot be read. */
export async function scanCode(rectangles: readonly Rectangle[]): Promise<ScannedCode | undefined> {
  if (rectangles.length === 0) return undefined;
  const left = Math.min(...rectangles.map(({ x }) => x));
  const top = Math.min(...rectangles.map(({ y }) => y));
  const side = Math.max(...rectangles.map(({ x, width }) => x + width)) - left;
  const unit = rectangles[0]!.height;
  const edge = (Math.round(side / unit) + 2 * quiet) * dots;
  const data = new Uint8ClampedArray(edge * edge * 4).fill(255);
  const dotOf = (points: number) => Math.round((points / unit) * dots);
  for (const { x, y, width, height } of rectangles)
    for (let down = 0; down < dotOf(height); down++) {
      const row = (dotOf(y - top) + quiet * dots + down) * edge;
      const from = row + dotOf(x - left) + quiet * dots;
      for (let at = from; at < from + dotOf(width); at++) data.fill(0, at * 4, at * 4 + 3);
    }
  const picture = { data, width: edge, height: edge, colorSpace: "srgb" } as Parameters<
    typeof readBarcodes
  >[0];
  const [read] = await readBarcodes(picture, { formats: ["QRCode"], textMode: "Plain" });
  if (!read?.isValid) throw new Error(`no code can be read from ${rectangles.length} rectangles`);
  return { text: read.text, version: Number(read.version), correction: read.ecLevel, left, top, side };
}
