import { PackError, readPack } from "./pack-format.ts";
import type { PackMeta } from "./pack-meta.ts";

/** A loaded pack: typed views over its bytes, nothing copied. */
export interface Pack {
  /** All of it, as in its file. */
  readonly bytes: Uint8Array;
  readonly meta: PackMeta;
  readonly hashKeys: Uint32Array;
  readonly hashValues: Uint16Array;
  readonly wmis: Int32Array;
  readonly years: Uint32Array;
  /** Lists of covering links: count, then block and base of each. */
  readonly covers: Int32Array;
  readonly schemas: Int32Array;
  /** Lists of the models that blocks name: their count, then their values. */
  readonly blockModels: Int32Array;
  readonly classMaps: Uint8Array;
  readonly keyRows: Uint32Array;
  readonly keyMasks: Uint16Array;
  readonly keyLengths: Uint8Array;
  readonly keyTexts: Uint32Array;
  readonly rows: Int32Array;
  readonly engineRows: Uint32Array;
  readonly timeStarts: Uint32Array;
  /** First of each manufacturer code's makes in `makes`; one more at the end. */
  readonly makeStarts: Uint32Array;
  /** Numbers of makes' values. */
  readonly makes: Int32Array;
  /** Pairs of a model's value and the offset of its vehicle specifications, ascending by value. */
  readonly sheetModels: Uint32Array;
  /**
   * Lists of specifications: their count; for each its length, make, vehicle type, count of years and years,
   * count of key facts and the element, count of values and values of each; and the rows of `rows` that it
   * adds.
   */
  readonly specifications: Int32Array;
  /** VINs whose check digit vPIC excuses: 17 character codes each, ascending. */
  readonly exceptions: Uint8Array;
  readonly values: Int32Array;
  readonly conversions: Int32Array;
  /** Each text as two bytes of length and its JSON; a text's number is its offset here. */
  readonly strings: Uint8Array;
  /**
   * vPIC's lists of makes, models, manufacturers, codes, variables and labels, as the gzipped JSON of a
   * `Registry`.
   */
  readonly registry: Uint8Array;
  /** Weight of each element in the choice between two years. */
  readonly weights: Int32Array;
}

/** Opens a compiled pack, verifying the length and checksum of every section; throws `PackError`. */
export function loadPack(bytes: Uint8Array): Pack {
  const { meta: anything, section } = readPack(bytes);
  const meta = anything as PackMeta;
  const kind = <T>(name: string, type: new (...args: never[]) => T): T => {
    const found: unknown = section(name);
    if (!(found instanceof type)) throw new PackError(`section ${name} of the pack has the wrong type`);
    return found;
  };
  const weights = new Int32Array(256);
  for (const element of meta.elements) weights[element.id] = element.weight;
  return {
    bytes,
    meta,
    hashKeys: kind("hashKeys", Uint32Array),
    hashValues: kind("hashValues", Uint16Array),
    wmis: kind("wmis", Int32Array),
    years: kind("years", Uint32Array),
    covers: kind("covers", Int32Array),
    schemas: kind("schemas", Int32Array),
    blockModels: kind("blockModels", Int32Array),
    classMaps: kind("classMaps", Uint8Array),
    keyRows: kind("keyRows", Uint32Array),
    keyMasks: kind("keyMasks", Uint16Array),
    keyLengths: kind("keyLengths", Uint8Array),
    keyTexts: kind("keyTexts", Uint32Array),
    rows: kind("rows", Int32Array),
    engineRows: kind("engineRows", Uint32Array),
    timeStarts: kind("timeStarts", Uint32Array),
    makeStarts: kind("makeStarts", Uint32Array),
    makes: kind("makes", Int32Array),
    sheetModels: kind("sheetModels", Uint32Array),
    specifications: kind("sheets", Int32Array),
    exceptions: kind("exceptions", Uint8Array),
    values: kind("values", Int32Array),
    conversions: kind("conversions", Int32Array),
    strings: kind("strings", Uint8Array),
    registry: kind("registry", Uint8Array),
    weights,
  };
}

const decoder = new TextDecoder();

/** The text at an offset. */
export function stringOf(pack: Pick<Pack, "strings">, place: number): string {
  const { strings } = pack;
  const length = strings[place]! | (strings[place + 1]! << 8);
  return JSON.parse(`"${decoder.decode(strings.subarray(place + 2, place + 2 + length))}"`) as string;
}
