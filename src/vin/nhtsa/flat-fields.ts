import { ADDED } from "../decode/specifications.ts";
import { MAKE, MANUFACTURER, MODEL, MODEL_YEAR } from "../elements.ts";
import type { PackMeta } from "../pack/pack-meta.ts";

const SUGGESTED = 142;
const CODE = 143;
const POSSIBLE = 144;
const ADDITIONAL = 156;
const TEXT = 191;
const DESCRIPTOR = 196;

/** Which part of a `VinDiagnostics` each variable about the VIN itself shows. */
export const DIAGNOSTICS_PARTS = {
  [SUGGESTED]: "suggested",
  [CODE]: "code",
  [POSSIBLE]: "possible",
  [ADDITIONAL]: "additional",
  [TEXT]: "text",
} as const;

export const isDiagnosticsPart = (id: number): id is keyof typeof DIAGNOSTICS_PARTS =>
  id in DIAGNOSTICS_PARTS;

/** Members that vPIC's answers have and its data never fills: internal ones and those never decoded. */
const ALWAYS_EMPTY: readonly string[] = [
  "AdaptiveHeadlights",
  "CashForClunkers",
  "DriverAssist",
  "NCSABodyType",
  "NCSAMake",
  "NCSAMapExcApprovedBy",
  "NCSAMapExcApprovedOn",
  "NCSAMappingException",
  "NCSAModel",
  "NCSANote",
];

/** How a member of the flat form is found. */
export type FlatSource =
  | { readonly kind: "empty" | "vin" | "year" | "descriptor" }
  | {
      readonly kind: "diagnostics";
      readonly part: (typeof DIAGNOSTICS_PARTS)[keyof typeof DIAGNOSTICS_PARTS];
    }
  /** An element's text, or its number. */
  | { readonly kind: "element" | "number" | "several"; readonly id: number };

export interface FlatField {
  readonly name: string;
  readonly source: FlatSource;
}

function sourceOf(id: number, multiple: boolean): FlatSource {
  if (isDiagnosticsPart(id)) return { kind: "diagnostics", part: DIAGNOSTICS_PARTS[id] };
  if (id === DESCRIPTOR) return { kind: "descriptor" };
  if (id === MODEL_YEAR) return { kind: "year" };
  return { kind: multiple || ADDED.includes(id) ? "several" : "element", id };
}

/** The members of the flat form in vPIC's order: that of their characters. */
export function flatFields({ elements }: PackMeta): FlatField[] {
  const fields: FlatField[] = [
    ...elements.map(({ id, code, multiple }) => ({ name: code, source: sourceOf(id, multiple) })),
    ...ALWAYS_EMPTY.map((name) => ({ name, source: { kind: "empty" } as const })),
    { name: "MakeID", source: { kind: "number", id: MAKE } },
    { name: "ManufacturerId", source: { kind: "number", id: MANUFACTURER } },
    { name: "ModelID", source: { kind: "number", id: MODEL } },
    { name: "VIN", source: { kind: "vin" } },
  ];
  return fields.sort((a, b) => (a.name < b.name ? -1 : 1));
}
