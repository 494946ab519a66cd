import { type Barcode, barcodesIn, type Pixels } from "./barcodes.ts";

/** How a picture is changed before it is read again. */
interface Change {
  /** Degrees by which it is turned. */
  readonly turn: number;
  /** Whether its contrast is raised and its edges are sharpened. */
  readonly sharpen: boolean;
}

/**
 * The reader follows bars along straight lines, and reads long barcodes only if they are tilted by less than about six
 * degrees; it reads matrices at any angle. Sharpened pictures are read last: their noise grows, too.
 */
const changes: readonly Change[] = [
  { turn: 0, sharpen: true },
  ...[8, -8, 16, -16].map((turn) => ({ turn, sharpen: false })),
  ...[8, -8, 16, -16].map((turn) => ({ turn, sharpen: true })),
];

/** The number of ways in which a picture is read. */
export const attemptsMax = changes.length + 1;

/** A changed picture of more pixels would take seconds. */
const pixelsMax = 2_500_000;
/** Smaller pictures are enlarged, so that a blurred module has pixels enough to be sharpened. */
const enlargedMax = 600_000;

interface Plane {
  readonly light: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Reads a picture in one of `attemptsMax` ways; 0 is as it is. */
export const attempt = (pixels: Pixels, number: number): Promise<Barcode[]> => {
  const change = changes[number - 1];
  return barcodesIn(change ? changed(pixels, change) : pixels);
};

/** The barcodes of a picture, by the first way that finds any which `suffices`; all that were found if none does. */
export async function readPicture(
  pixels: Pixels,
  suffices: (barcodes: readonly Barcode[]) => boolean,
): Promise<readonly Barcode[]> {
  const found = new Map<string, Barcode>();
  for (let number = 0; number < attemptsMax; number++) {
    const barcodes = await attempt(pixels, number);
    if (suffices(barcodes)) return barcodes;
    for (const barcode of barcodes) found.set(barcode.text, barcode);
  }
  return [...found.values()];
}

function changed(pixels: Pixels, { turn, sharpen }: Change): Pixels {
  const turned = turnedPlane(pixels, turn);
  const { width, height } = turned;
  const light = sharpen ? sharpened(turned) : turned.light;
  const data = new Uint8ClampedArray(4 * light.length);
  for (let place = 0; place < light.length; place++) {
    const gray = light[place]!;
    data[4 * place] = data[4 * place + 1] = data[4 * place + 2] = gray;
    data[4 * place + 3] = 255;
  }
  return { data, width, height };
}

/** The light of a picture, turned around its middle and scaled. */
function turnedPlane({ data, width, height }: Pixels, turn: number): Plane {
  const area = width * height;
  const scale = area <= enlargedMax ? 2 : Math.min(1, Math.sqrt(pixelsMax / area));
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const wide = Math.ceil((width * cos + height * Math.abs(sin)) * scale);
  const high = Math.ceil((width * Math.abs(sin) + height * cos) * scale);
  const light = new Float32Array(wide * high);
  const at = (x: number, y: number) => {
    // What is outside continues the edge: another color would add bars.
    const [column, row] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
    const place = 4 * (row * width + column);
    return 0.299 * data[place]! + 0.587 * data[place + 1]! + 0.114 * data[place + 2]!;
  };
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const [dx, dy] = [(x + 0.5 - wide / 2) / scale, (y + 0.5 - high / 2) / scale];
      const [fromX, fromY] = [dx * cos - dy * sin + width / 2 - 0.5, dx * sin + dy * cos + height / 2 - 0.5];
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, down] = [fromX - left, fromY - top];
      light[y * wide + x] =
        (1 - down) * ((1 - right) * at(left, top) + right * at(left + 1, top)) +
        down * ((1 - right) * at(left, top + 1) + right * at(left + 1, top + 1));
    }
  return { light, width: wide, height: high };
}

/** An unsharp mask of twice the picture's own strength, whose darkest and lightest hundredth become black and white. */
function sharpened({ light, width, height }: Plane): Float32Array {
  const radius = 4;
  const soft = averaged(averaged(light, width, height, radius), width, height, radius);
  const sharp = light.map((one, place) => one + 3 * (one - soft[place]!));
  const counts = new Uint32Array(1024);
  const index = (one: number) => Math.min(1023, Math.max(0, Math.round(one + 384)));
  for (const one of sharp) counts[index(one)]!++;
  const [dark, bright] = [quantile(counts, sharp.length / 100), quantile(counts, (sharp.length * 99) / 100)];
  const factor = 255 / Math.max(1, bright - dark);
  return sharp.map((one) => (one + 384 - dark) * factor);
}

function quantile(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  return counts.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
}

/** The mean of the square around each pixel. */
function averaged(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  return alongLines(alongLines(plane, width, height, 1, width, radius), height, width, width, 1, radius);
}

/** The mean of the neighbors of each pixel along its line. */
function alongLines(
  plane: Float32Array,
  length: number,
  lines: number,
  step: number,
  between: number,
  radius: number,
): Float32Array {
  const means = new Float32Array(plane.length);
  for (let line = 0; line < lines; line++) {
    const start = line * between;
    const at = (place: number) => plane[start + Math.min(Math.max(place, 0), length - 1) * step]!;
    let sum = 0;
    for (let place = -radius; place <= radius; place++) sum += at(place);
    for (let place = 0; place < length; place++) {
      means[start + place * step] = sum / (2 * radius + 1);
      sum += at(place + radius + 1) - at(place - radius);
    }
  }
  return means;
}
