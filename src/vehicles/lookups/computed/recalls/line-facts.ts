import { coresOf, modelsIn, optional } from "./line-cores.ts";
import type { LineTexts } from "./line-texts.ts";
import { runsOf, wordsOf } from "./line-words.ts";

/** The drive of a vehicle, as far as a line's name can express it. */
export type Drive = "gasoline" | "diesel" | "gas" | "hybrid" | "plug-in" | "electric" | "fuel cell";

/** Facts from a VIN about the line of its vehicle. */
export interface LineFacts {
  readonly year: number;
  readonly makeKey: string;
  /** The words of the make. */
  readonly make: readonly string[];
  /** What a name of the line must contain: one of these, as joined words. */
  readonly cores: readonly string[];
  /** Whether vPIC names several models, of which the vehicle is one: `Caravan/Grand Caravan`. */
  readonly oneOf: boolean;
  /** Joined words that name the vehicle without its model: `3SERIES`, and `COOPERS` of a model named Hardtop. */
  readonly wholes: ReadonlySet<string>;
  /** Runs of words of the VIN's series and trim, joined. */
  readonly stated: ReadonlySet<string>;
  /** The same of its model. */
  readonly modelWords: ReadonlySet<string>;
  /** The same from texts that list several series or trims: the VIN leaves open which. */
  readonly listed: ReadonlySet<string>;
  /** Sizes and engine designations that the series and trim state, with what follows: `300` → `H`. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Whether the VIN states a series or a trim: other words of the model's series and trims are not the vehicle's. */
  readonly described: boolean;
  readonly body: string;
  readonly doors: number;
  readonly litres: number;
  readonly cylinders: number;
  /** vPIC's class of gross weight, such as `2E`; `""` when unknown. */
  readonly weight: string;
  readonly powertrain: Drive | undefined;
  /** `4WD` or `2WD`. */
  readonly wheels: string;
}

function powertrainOf({ fuel, second, level }: LineTexts, stated: string): Drive | undefined {
  if (/^PHEV/.test(level) || (/Electric/.test(fuel) && /Gasoline/.test(second))) return "plug-in";
  if (/^(Strong )?HEV/.test(level) || second === "Electric") return "hybrid";
  if (/Fuel Cell|Hydrogen/.test(fuel) || /^FCEV/.test(level)) return "fuel cell";
  if (/Electric/.test(fuel) || /^BEV/.test(level)) return "electric";
  if (/Diesel/.test(fuel)) return "diesel";
  if (/Natural Gas|CNG|Propane|LPG/.test(`${fuel} ${second}`)) return "gas";
  if (/\bPHEV\b/.test(stated)) return "plug-in";
  if (/\bHYBRID\b/.test(stated)) return "hybrid";
  return fuel === "" ? undefined : "gasoline";
}

/** Honda's engines are named by their size: J32A1 has 3.2 liters. 0 for others. */
const litresOfEngine = (make: string, engine: string): number =>
  /^(acura|honda)$/.test(make) ? Number(/^[A-Z](\d\d)[A-Z]/.exec(engine)?.[1] ?? 0) / 10 : 0;

/** Texts that list alternatives, such as `LE/SE/XLE`; the U.S. and Canadian name of one trim are listed too. */
const lists = /[/,;]|\bor\b/i;

/** The line's facts from the texts of a VIN's decode; `isModel` tests another model's joined words. */
export function lineFactsOf(texts: LineTexts, isModel: (joined: string) => boolean): LineFacts {
  const { makeKey: key, make, model, year, vin, drive } = texts;
  const given = [texts.series, texts.secondSeries, texts.trim, texts.secondTrim];
  const stated = given
    .filter((one) => one !== "" && one !== "N/A")
    .map((one) => ({
      words: wordsOf(one),
      list: lists.test(one.replace(/\b[13]\/[24] ton/gi, "")),
    }));
  const runs = (list: boolean) =>
    new Set(stated.filter((one) => one.list === list).flatMap(({ words }) => runsOf(words)));
  const numbers = new Map<string, string>();
  for (const { words, list } of stated)
    words.forEach((word, at) => {
      if (!list && /^\d{2,4}$|\./.test(word))
        numbers.set(word, /^[HEDL]$/.test(words[at + 1] ?? "") ? words[at + 1]! : "");
    });
  const isBody = wordsOf(model).every((word) => optional.has(word));
  const isWhole = (joined: string) => isBody || /SERIES$/.test(joined);
  // General Motors' trucks: C or K, S or T.
  const chassis = /^(chevrolet|gmc)$/.test(key) && year < 2010 ? [vin[4] ?? ""] : [];
  const words = new Set(stated.flatMap((one) => one.words));
  return {
    year,
    makeKey: key,
    make: wordsOf(make),
    cores: coresOf(key, texts, isModel),
    oneOf: modelsIn(model).length > 1,
    wholes: new Set([...stated.map((one) => one.words.join(""))].filter(isWhole)),
    stated: new Set([...runs(false), ...chassis]),
    modelWords: new Set(runsOf(wordsOf(model))),
    listed: runs(true),
    numbers,
    described: stated.length > 0,
    body: texts.body,
    doors: Number(texts.doors) || 0,
    litres: Number(texts.litres) || litresOfEngine(key, texts.engine),
    cylinders: Number(texts.cylinders) || 0,
    weight: /^Class (\d[A-H]?)/.exec(texts.weight)?.[1] ?? "",
    powertrain: powertrainOf(texts, [...words].join(" ")),
    wheels:
      words.has("4WD") || /AWD|4WD|4x4/.test(drive)
        ? "4WD"
        : words.has("2WD") || /FWD|RWD|4x2/.test(drive)
          ? "2WD"
          : "",
  };
}
