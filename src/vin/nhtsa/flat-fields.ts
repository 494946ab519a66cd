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
export const VERDICT_PARTS = {
  [SUGGESTED]: "suggested",
  [CODE]: "code",
  [POSSIBLE]: "possible",
  [ADDITIONAL]: "additional",
  [TEXT]: "text",
} as const;

export const isVerdictPart = (id: number): id is keyof typeof VERDICT_PARTS => id in VERDICT_PARTS;

/** Members that vPIC's answers have and that its data give to nobody: internal ones and those never decoded. */
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
  | { readonly kind: "verdict"; readonly part: (typeof VERDICT_PARTS)[keyof typeof VERDICT_PARTS] }
  /** An element's text, or the number behind it. */
  | { readonly kind: "element" | "number" | "several"; readonly id: number };

export interface FlatField {
  readonly name: string;
  readonly source: FlatSource;
}

function sourceOf(id: number, multiple: boolean): FlatSource {
  if (isVerdictPart(id)) return { kind: "verdict", part: VERDICT_PARTS[id] };
  if (id === DESCRIPTOR) return { kind: "descriptor" };
  if (id === MODEL_YEAR) return { kind: "year" };
  return { kind: multiple || ADDED.includes(id) ? "several" : "element", id };
}

/** The members of the flat form in the order in which vPIC writes them: that of their characters. */
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
