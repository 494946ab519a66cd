import { createHash } from "node:crypto";
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from "zxing-wasm/writer";
import type { BarcodeKind, Pixels } from "../../../console/src/parts/vin-photo/barcodes.ts";

/** What a made picture has to be read through. */
export interface Damage {
  /** Degrees by which the label is turned. */
  readonly tilt?: number;
  /** The deviation of the blur, in widths of a module. */
  readonly blur?: number;
  /** The difference between black and white, of 255. */
  readonly contrast?: number;
  /** The deviation of noise, of 255. */
  readonly noise?: number;
}

/** Pixels per module. */
const moduleSize = 3;
const margin = 60;
const linearHeight = 70;
const linear = new Set<BarcodeKind>(["Code39", "Code128"]);

/** Dark modules of a symbol. */
interface Modules {
  readonly width: number;
  readonly height: number;
  isDark(column: number, row: number): boolean;
}

const file = Bun.resolveSync("zxing-wasm/writer/zxing_writer.wasm", import.meta.dir);
prepareZXingModule({ overrides: { wasmBinary: await Bun.file(file).arrayBuffer() } });

async function modulesOf(kind: BarcodeKind, text: string): Promise<Modules> {
  const format: WriteInputBarcodeFormat = kind === "Code39" ? "Code39Std" : kind;
  const { error, symbol } = await writeBarcode(text, { format });
  if (error) throw new Error(error);
  const { width, height, data } = symbol;
  const isLinear = linear.has(kind);
  const light = Math.max(...data);
  return {
    width,
    height: isLinear ? linearHeight / moduleSize : height,
    isDark: (column, row) => data[(isLinear ? 0 : row * width) + column] !== light,
  };
}

/** Numbers between 0 and 1 that follow from a text. */
function randomOf(seed: string): () => number {
  let state = createHash("sha256").update(seed).digest().readUInt32LE();
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const samples = [1 / 6, 1 / 2, 5 / 6];

/** How much of each pixel is dark, 0 to 1. */
function drawn(modules: Modules, tilt: number): { plane: Float32Array; width: number; height: number } {
  const [wide, high] = [modules.width * moduleSize, modules.height * moduleSize];
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)];
  const width = Math.ceil(wide * Math.abs(cos) + high * Math.abs(sin)) + 2 * margin;
  const height = Math.ceil(wide * Math.abs(sin) + high * Math.abs(cos)) + 2 * margin;
  const plane = new Float32Array(width * height);
  const darkAt = (x: number, y: number) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const column = Math.floor((dx * cos + dy * sin + wide / 2) / moduleSize);
    const row = Math.floor((dy * cos - dx * sin + high / 2) / moduleSize);
    const isInside = column >= 0 && row >= 0 && column < modules.width && row < modules.height;
    return isInside && modules.isDark(column, row);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let dark = 0;
      for (const down of samples) for (const right of samples) if (darkAt(x + right, y + down)) dark++;
      plane[y * width + x] = dark / samples.length ** 2;
    }
  return { plane, width, height };
}

/** A Gaussian blur along one direction; `step` is the distance of neighbors. */
function blurred(plane: Float32Array, step: number, deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const total = weights.reduce((sum, one) => sum + one);
  // The margin is wider than the blur reaches, so what is read beyond an edge is paper.
  return plane.map(
    (_, place) =>
      weights.reduce((sum, weight, at) => sum + weight * (plane[place + (at - reach) * step] ?? 0), 0) /
      total,
  );
}

/** A made picture of a barcode; the same for the same arguments. */
export async function pictureOf(kind: BarcodeKind, text: string, damage: Damage = {}): Promise<Pixels> {
  const { tilt = 0, blur = 0, contrast = 255, noise = 0 } = damage;
  const sharp = drawn(await modulesOf(kind, text), tilt);
  const { width, height } = sharp;
  const deviation = blur * moduleSize;
  const plane = blur === 0 ? sharp.plane : blurred(blurred(sharp.plane, 1, deviation), width, deviation);
  const random = randomOf(`${kind} ${text} ${JSON.stringify(damage)}`);
  const paper = 128 + contrast / 2;
  const data = new Uint8ClampedArray(4 * plane.length);
  for (const [place, dark] of plane.entries()) {
    const grain = noise === 0 ? 0 : noise * Math.sqrt(3) * (2 * random() - 1);
    data.set([0, 0, 0].fill(paper - contrast * dark + grain), 4 * place);
    data[4 * place + 3] = 255;
  }
  return { data, width, height };
}
