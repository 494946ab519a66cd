import { makeKey, nameKey } from "../../src/vehicles/families/names.ts";
import type { Decode } from "../../src/vin/answer/describe.ts";
import type { Decoder } from "../../src/vin/decoder.ts";
import { drawStem, type Patterns, patternsOf, type Stem, vinOf } from "./candidates.ts";
import type { Line, Segment } from "./lines.ts";
import { type Random, randomFor } from "./random.ts";
import { remember } from "./remember.ts";

/** A variant of a model: what every VIN with its stem decodes to. Texts are empty if unknown. */
export interface Variant {
  readonly stem: Stem;
  readonly line: Line;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly series: string;
  readonly body: string;
  readonly doors: string;
  readonly litres: string;
  readonly cylinders: string;
  readonly fuel: string;
  readonly drive: string;
  readonly electric: boolean;
  readonly plantCountry: string;
}

const drawsPerModel = 12;
const variantsMax = 3;
const element = {
  body: 5,
  cylinders: 9,
  litres: 13,
  doors: 14,
  drive: 15,
  fuel: 24,
  series: 34,
  trim: 38,
  plantCountry: 75,
  electrification: 126,
};

/** At most three variants of a line in a year, the one with most facts first; none if the VIN data have none. */
export function variantsOf(decoder: Decoder, line: Line, year: number, seed: number): readonly Variant[] {
  const random = randomFor(seed, "variants", line.make, line.model, line.segment, year);
  for (const wmi of line.wmis) {
    const patterns = patternsAt(decoder, wmi, year);
    const keys = patterns && keysOf(patterns, line, random);
    if (!patterns || !keys || keys.length === 0) continue;
    const found = new Map<string, { variant: Variant; known: number }>();
    for (let draw = 0; draw < drawsPerModel; draw++) {
      const light = line.segment !== "motorcycle";
      const stem = drawStem(decoder.pack, patterns, random.pick(keys), light, random);
      const variant = stem && decodeStem(decoder, line, year, stem);
      if (!variant) continue;
      const { trim, body, litres, series, fuel } = variant;
      const known = [trim, body, litres, series, fuel, variant.cylinders].filter((one) => one !== "").length;
      const name = nameKey(`${trimNameOf(variant)}`);
      const before = found.get(name);
      if (!before || known > before.known) found.set(name, { variant, known });
    }
    const best = [...found.values()].sort((a, b) => b.known - a.known).slice(0, variantsMax);
    if (best.length > 0) return best.map(({ variant }) => variant);
  }
  return [];
}

/** The trim in records: the decoded one, else the series, else a plain word. */
export function trimNameOf({ trim, series }: Pick<Variant, "trim" | "series">): string {
  const name = [trim, series].find((one) => nameKey(one) !== "");
  return name?.slice(0, 80) ?? "Base";
}

const patternsByPack = new WeakMap<object, Map<string, Patterns | undefined>>();

function patternsAt(decoder: Decoder, wmi: string, year: number): Patterns | undefined {
  const known = remember(patternsByPack, decoder.pack, () => new Map<string, Patterns | undefined>());
  return remember(known, `${wmi} ${year}`, () => patternsOf(decoder.pack, wmi, year));
}

function keysOf(patterns: Patterns, line: Line, random: Random): readonly number[] {
  if (line.model !== "") return patterns.models.get(line.model) ?? [];
  // Any model of the code, the same one in every draw.
  const models = [...patterns.models.keys()];
  return models.length === 0 ? [] : patterns.models.get(random.pick(models))!;
}

/** Decodes a stem; undefined if the result is not a likely vehicle of that line and year. */
export function decodeStem(decoder: Decoder, line: Line, year: number, stem: Stem): Variant | undefined {
  const decode = decoder.decode(vinOf(stem, 0));
  if (typeof decode === "string" || decode.year !== year || makeKey(decode.make) !== makeKey(line.make))
    return undefined;
  if (nameKey(decode.model) === "" || (line.model !== "" && decode.model !== line.model)) return undefined;
  if (!decode.checkDigit.valid || hasFaults(decode)) return undefined;
  const variant = describeVariant(line, stem, decode);
  return isLikely(variant) ? variant : undefined;
}

const hasFaults = ({ errorCodes }: Decode): boolean =>
  errorCodes !== "unknown" && errorCodes.some((code) => code !== 0);

/** Whether body, engine and names fit the line. Keys of a schema combine to vehicles that were never built. */
function isLikely({ line, body, litres, trim, series }: Variant): boolean {
  const { segment } = line;
  const litresMax = { small: 2.5, sedan: 5.8, crossover: 4.2, motorcycle: 2.5 } as Partial<
    Record<Segment, number>
  >;
  if (Number(litres) > (litresMax[segment] ?? 9) || trim.length > 40 || series.length > 40) return false;
  if (body === "") return true;
  const tall = /Utility|Pickup|Truck|Van|Bus|Chassis/.test(body);
  if (segment === "pickup") return /Pickup|Truck/.test(body);
  if (segment === "van") return /Van|van|Wagon/.test(body);
  if (segment === "suv" || segment === "crossover") return !/Pickup|Bus|Chassis|Convertible/.test(body);
  return segment === "motorcycle" || !tall;
}

function describeVariant(line: Line, stem: Stem, decode: Decode): Variant {
  const text = (id: number) => decode.elements.find((one) => one.id === id)?.value ?? "";
  const fuel = text(element.fuel);
  return {
    stem,
    line,
    year: decode.year,
    make: decode.make,
    model: decode.model,
    trim: text(element.trim),
    series: text(element.series),
    body: text(element.body),
    doors: text(element.doors),
    litres: text(element.litres),
    cylinders: text(element.cylinders),
    fuel,
    drive: text(element.drive),
    electric: fuel === "Electric" || text(element.electrification).startsWith("BEV"),
    plantCountry: text(element.plantCountry),
  };
}
