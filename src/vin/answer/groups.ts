import { foldText } from "../fold-text.ts";
import { originOf } from "../region.ts";
import type { Decode } from "./describe.ts";
import { FIELDS, type FieldSource, type Groups } from "./fields.ts";

function fieldOf(decode: Decode, source: FieldSource): string {
  const values = (id: number) => withoutRepeats(statedOf(decode, id));
  switch (source) {
    case "vin":
      return decode.vin;
    case "year":
      return decode.year === 0 ? "" : String(decode.year);
    case "make":
      return decode.make;
    case "engine":
      return [...values(18), ...values(129)].join("; ");
    case "none":
      return "";
    case "origin":
      return originOf(decode.vin).region;
    default: {
      const fact = decode.derived.find(({ element }) => element === source);
      return fact === undefined ? values(source).join("; ") : fact.value;
    }
  }
}

/** The values that are stated of this vehicle; defaults apply to its whole type. */
const statedOf = (decode: Decode, id: number): string[] =>
  decode.elements
    .filter((element) => element.id === id && element.decidedBy !== "default")
    .map(({ value }) => value);

/** The texts without repeats in another spelling. */
function withoutRepeats(texts: readonly string[]): string[] {
  const folded = texts.map(foldText);
  return texts.filter((_, i) => folded.indexOf(folded[i]!) === i);
}

/** The groups of an answer from a decode object; `createAnswer` writes the same ones from the state. */
export function groupsOf(decode: Decode): Groups {
  const groups: Groups = {};
  for (const [group, fields] of FIELDS) {
    const entries = fields.flatMap(([name, source]): [string, string][] =>
      source === "origin"
        ? [
            ["region", fieldOf(decode, source)],
            ["country", originOf(decode.vin).country],
          ]
        : [[name, fieldOf(decode, source)]],
    );
    groups[group] = Object.fromEntries(entries);
  }
  return groups;
}

/** The `check` part of an answer. */
export function checkOf(decode: Decode) {
  const { valid, actual, expected } = decode.checkDigit;
  return { valid, check_digit: actual, expected, warnings: decode.warnings };
}

/** The `derived` part of an answer: its fields, or with `all` elements that only the detailed decode has. */
export function derivedPart(decode: Decode, all = false) {
  const derived = all ? decode.derived : decode.derived.filter(({ field }) => field.includes("."));
  return derived.map(({ field, value, rule, source }) => {
    return { field, value, rule, ...(source !== undefined && { source }) };
  });
}
