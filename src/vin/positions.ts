import type { Decode } from "./describe.ts";
import { wmiOf } from "./find-wmi.ts";
import { BAR, parseKey } from "./key-pattern.ts";

/** One position of a VIN and what it told. */
export interface Position {
  /** From 1. */
  readonly position: number;
  readonly character: string;
  readonly part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial";
  readonly meaning: string;
  /** vPIC names of the elements whose deciding key looked at this position. */
  readonly elements: readonly string[];
}

const partOf = (position: number, smallMaker: boolean): Position["part"] => {
  if (position <= 3 || (smallMaker && position >= 12 && position <= 14)) return "manufacturer";
  if (position <= 8) return "vehicle";
  if (position === 9) return "check_digit";
  if (position === 10) return "model_year";
  return position === 11 ? "plant" : "serial";
};

/** Elements by the position (from 1) their deciding key looked at. */
function lookedAt(decode: Decode): Map<number, Set<string>> {
  const seen = new Map<number, Set<string>>();
  for (const { name, key } of decode.elements) {
    parseKey(key).forEach((entry, index) => {
      if (entry.free || entry.bar || index === BAR) return;
      const names = seen.get(index + 4) ?? new Set();
      seen.set(index + 4, names.add(name));
    });
  }
  return seen;
}

function meaningOf(decode: Decode, part: Position["part"], named: boolean): string {
  const { actual, expected, valid } = decode.checkDigit;
  switch (part) {
    case "manufacturer":
      return decode.elements.find(({ code }) => code === "Manufacturer")?.value ?? "";
    case "check_digit":
      return valid
        ? `Check digit ${actual} is right`
        : `Check digit ${actual}, expected ${expected || "unknown"}`;
    case "model_year":
      return decode.year === 0 ? "No model-year character" : `Model year ${decode.year}`;
    case "serial":
      return named ? "Part of the serial number the manufacturer gave a meaning" : "Serial number";
    default:
      return named ? "Read by the patterns below" : "The loaded data give this character no meaning";
  }
}

/** Explains every position of a decoded VIN. */
export function explainPositions(decode: Decode): Position[] {
  const seen = lookedAt(decode);
  const smallMaker = wmiOf(decode.vin).length === 6;
  return [...decode.vin].map((character, index) => {
    const position = index + 1;
    const elements = [...(seen.get(position) ?? [])];
    const part = partOf(position, smallMaker);
    return { position, character, part, meaning: meaningOf(decode, part, elements.length > 0), elements };
  });
}
