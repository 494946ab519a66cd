import { MANUFACTURER } from "../elements.ts";
import { BAR, parseKey } from "../key-pattern.ts";
import { wmiOf } from "../pack/find-wmi.ts";
import { originOf } from "../region.ts";
import type { Decode, DecodedElement } from "./describe.ts";

/** The parts of a VIN. */
export const PARTS = ["manufacturer", "vehicle", "check_digit", "model_year", "plant", "serial"] as const;

/** One position of a VIN and its meaning. */
export interface Position {
  /** From 1. */
  readonly position: number;
  readonly character: string;
  readonly part: (typeof PARTS)[number];
  readonly meaning: string;
  /** vPIC names of the elements whose deciding key uses this position. */
  readonly elements: readonly string[];
}

const partOf = (position: number, smallMaker: boolean): Position["part"] => {
  if (position <= 3 || (smallMaker && position >= 12 && position <= 14)) return "manufacturer";
  if (position <= 8) return "vehicle";
  if (position === 9) return "check_digit";
  if (position === 10) return "model_year";
  return position === 11 ? "plant" : "serial";
};

/** The elements that readers look for first. */
const MAIN_ELEMENTS: readonly number[] = [28, 34, 38, 5, 18, 9, 14, 24, 31, 25];
const MEANINGS_MAX = 3;

/** The positions of the VIN, from 1, at which a key names characters. */
export function positionsOfKey(key: string): number[] {
  return parseKey(key).flatMap((entry, index) =>
    entry.free || entry.bar || index === BAR ? [] : [index + 4],
  );
}

/** The elements whose deciding key uses each position (from 1). */
function lookedAt(decode: Decode): Map<number, DecodedElement[]> {
  const seen = new Map<number, DecodedElement[]>();
  for (const element of decode.elements) {
    for (const position of positionsOfKey(element.key)) {
      const list = seen.get(position);
      if (list === undefined) seen.set(position, [element]);
      else list.push(element);
    }
  }
  return seen;
}

/** The main meanings of a position, such as `Model Accord, Body Class Coupe and 9 more`. */
function meaningsOf(elements: readonly DecodedElement[]): string {
  const chief = MAIN_ELEMENTS.flatMap((id) => elements.filter((element) => element.id === id));
  const first = [...chief, ...elements.filter(({ id }) => !MAIN_ELEMENTS.includes(id))].slice(
    0,
    MEANINGS_MAX,
  );
  const rest = elements.length - first.length;
  return `Encodes ${first.map(({ name, value }) => `${name} ${value}`).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function makerMeaning(decode: Decode, position: number): string {
  const { region, country } = originOf(decode.vin);
  const maker =
    decode.elements.find(({ id }) => id === MANUFACTURER)?.value ??
    decode.derived.find(({ element }) => element === MANUFACTURER)?.value ??
    "";
  if (position === 1 && region !== "") return `Code assigned in ${region}`;
  return position === 2 && country !== "" ? `Code assigned in ${country}` : maker;
}

function meaningOf(
  decode: Decode,
  part: Position["part"],
  position: number,
  elements: readonly DecodedElement[],
): string {
  const { actual, expected, valid } = decode.checkDigit;
  switch (part) {
    case "manufacturer":
      return makerMeaning(decode, position);
    case "check_digit":
      return valid
        ? `Check digit ${actual} is right`
        : `Check digit ${actual}, expected ${expected || "unknown"}`;
    case "model_year":
      return decode.year === 0 ? "No model-year character" : `Model year ${decode.year}`;
    default:
      if (elements.length > 0) return meaningsOf(elements);
      return part === "serial" ? "Serial number" : "The loaded data give this character no meaning";
  }
}

/** Explains every position of a decoded VIN. */
export function explainPositions(decode: Decode): Position[] {
  const seen = lookedAt(decode);
  const smallMaker = wmiOf(decode.vin).length === 6;
  return [...decode.vin].map((character, index) => {
    const position = index + 1;
    const elements = seen.get(position) ?? [];
    const part = partOf(position, smallMaker);
    const names = [...new Set(elements.map(({ name }) => name))];
    return {
      position,
      character,
      part,
      meaning: meaningOf(decode, part, position, elements),
      elements: names,
    };
  });
}
