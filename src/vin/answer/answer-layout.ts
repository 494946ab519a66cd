import { MANUFACTURER, VEHICLE_TYPE } from "../elements.ts";
import { DISPLACEMENT, MULTIPLE, WMI_MANUFACTURER, WMI_TYPE } from "../pack/layout.ts";
import { DERIVABLE, DERIVED_SETS, derivedOf } from "./derived.ts";
import { FIELDS, type FieldSource } from "./fields.ts";

/** How a field of the answer is written. */
export const Kind = {
  none: 0,
  element: 1,
  several: 2,
  displacement: 3,
  manufacturer: 4,
  make: 5,
  vin: 6,
  year: 7,
  origin: 8,
  engine: 9,
  derivable: 10,
} as const;

export interface AnswerLayout {
  readonly kinds: Uint8Array;
  /** An element's number, or a word of the manufacturer code. */
  readonly details: Uint8Array;
  /**
   * The text before each field; then those of `check`: valid, not valid, expected, warnings; those of
   * `derived`: begin, end of the body; then every set of derived facts, at the number of its bits.
   */
  readonly texts: readonly string[];
}

function kindOf(source: FieldSource): [kind: number, detail: number] {
  if (typeof source === "string") return [Kind[source], 0];
  if (source === VEHICLE_TYPE) return [Kind.manufacturer, WMI_TYPE];
  if (source === MANUFACTURER) return [Kind.manufacturer, WMI_MANUFACTURER];
  if (DISPLACEMENT.includes(source)) return [Kind.displacement, source];
  if (DERIVABLE.includes(source)) return [Kind.derivable, source];
  return [MULTIPLE.includes(source) ? Kind.several : Kind.element, source];
}

/** The texts between the values (names, quotes, braces), and how each value is found. */
export function answerLayout(): AnswerLayout {
  const sources: [number, number][] = [];
  const texts: string[] = [];
  let before = '{"status":"success","data":{';
  for (const [group, fields] of FIELDS) {
    before += `"${group}":{`;
    fields.forEach(([name, source], i) => {
      texts.push(`${before}${i === 0 ? "" : ","}"${name}":"`);
      sources.push(kindOf(source));
      before = '"';
    });
    before += "},";
  }
  texts.push(`${before}"check":{"valid":true,"check_digit":"`);
  texts.push(`${before}"check":{"valid":false,"check_digit":"`);
  texts.push('","expected":"', '","warnings":[', ']},"derived":[', "]}}");
  for (let bits = 0; bits <= Math.max(...DERIVED_SETS); bits++) {
    const facts = DERIVED_SETS.includes(bits) ? derivedOf(bits) : [];
    texts.push(facts.map(({ field, value, rule }) => JSON.stringify({ field, value, rule })).join());
  }
  return {
    kinds: Uint8Array.from(sources, ([kind]) => kind),
    details: Uint8Array.from(sources, ([, detail]) => detail),
    texts,
  };
}
