import type { Decode, DecodedElement } from "../../src/vin/answer/describe.ts";
import type { Decoder } from "../../src/vin/decoder.ts";

/** How one recorded value compares with ours. */
export interface Difference {
  readonly vin: string;
  readonly element: string;
  readonly recorded: string;
  readonly ours: string;
  readonly cause: string;
}

export interface ElementAgreement {
  readonly element: string;
  /** VINs for which the answer was recorded. */
  recorded: number;
  agree: number;
  differ: number;
  /** The data hold no pattern that tells. */
  silent: number;
}

// vPIC's names drift in spaces around slashes and in abbreviations between releases.
const RENAMED: Readonly<Record<string, string>> = {
  "Antilock Braking System (ABS)": "Anti-lock Braking System (ABS)",
  "Wheelbase Type": "Wheel Base Type",
  "Wheelbase (inches) From": "Wheel Base (inches) From",
};
const nameOf = (name: string): string => (RENAMED[name] ?? name).replaceAll(/\s*\/\s*/g, "/");

/** Labels are compared without what stands in brackets, their case, and their spaces and punctuation. */
export const fold = (value: string): string =>
  value
    .toUpperCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, "")
    .replaceAll("&", "AND")
    .replaceAll(/[^A-Z0-9.]/g, "");

function sameNumber(a: string, b: string): boolean {
  return a !== "" && b !== "" && Number.isFinite(Number(a)) && Number(a) === Number(b);
}

const NOT_DECODED = ["Error Text", "Error Code", "Additional Error Text", "Suggested VIN", "Possible Values"];

function causeOf(held: ReadonlySet<string>, name: string, found: readonly DecodedElement[]): string {
  if (!held.has(name)) return "the packaged data have no patterns of this element";
  const [first] = found;
  if (first === undefined) return "the packaged data have no pattern for this vehicle";
  if (first.decidedBy === "conversion") return "converted: the packaged data lack the pattern of this unit";
  if (first.decidedBy === "engine") return `the engine model's value, for want of the vehicle's own pattern`;
  if (first.patternId === null) return `follows from the manufacturer code (${first.attribute})`;
  return `pattern ${first.patternId} "${first.key}" (${first.decidedBy}) says so; the recording is of other data`;
}

/** Compares a decoder with recorded answers of vPIC, element by element. */
export function compareGolden(decoder: Decoder, golden: Readonly<Record<string, Record<string, string>>>) {
  const table = new Map<string, ElementAgreement>();
  const differences: Difference[] = [];
  const decodes = new Map<string, Decode>();
  const held = new Set<string>();
  for (const vin of Object.keys(golden)) {
    const decode = decoder.decode(vin);
    if (typeof decode === "string") continue;
    decodes.set(vin, decode);
    for (const element of decode.elements) held.add(nameOf(element.name));
  }
  for (const [vin, recorded] of Object.entries(golden)) {
    const decode = decodes.get(vin);
    for (const [rawName, value] of Object.entries(recorded)) {
      if (NOT_DECODED.includes(rawName)) continue;
      const name = nameOf(rawName);
      const row = table.get(name) ?? { element: name, recorded: 0, agree: 0, differ: 0, silent: 0 };
      table.set(name, row);
      row.recorded++;
      const found = decode?.elements.filter((element) => nameOf(element.name) === name) ?? [];
      const values =
        name === "Vehicle Descriptor" ? [decode?.descriptor ?? ""] : found.map((each) => each.value);
      if (values.some((ours) => fold(ours) === fold(value) || sameNumber(ours, value))) row.agree++;
      else {
        if (values.length === 0) row.silent++;
        else row.differ++;
        differences.push({
          vin,
          element: name,
          recorded: value,
          ours: values.join(" | "),
          cause: causeOf(held, name, found),
        });
      }
    }
  }
  const rows = [...table.values()].sort((a, b) => b.recorded - a.recorded);
  return { rows, differences };
}
