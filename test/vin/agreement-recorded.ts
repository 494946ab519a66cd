import type { Decode, DecodedElement } from "../../src/vin/answer/describe.ts";
import type { Decoder } from "../../src/vin/decoder.ts";
import { ROW } from "../../src/vin/pack/layout.ts";
import { recorded } from "../shared-data.ts";

/**
 * Why a recorded value is missing from the decode: the data have no row of the element, none for this
 * vehicle, or we withhold it.
 */
export type Missing = "element" | "rows" | "ours";

/** How the recorded values of one element compare with the decoded ones. */
export interface ElementAgreement {
  readonly element: string;
  /** Recorded values. */
  truth: number;
  /** The number of those that a pattern or code states. */
  stated: number;
  equal: number;
  /** The number of those that were converted from another unit and marked so. */
  converted: number;
  convertedEqual: number;
  readonly missing: Record<Missing, number>;
}

/** A recorded value that is decoded differently. */
export interface Difference {
  readonly vin: string;
  readonly element: string;
  readonly recorded: string;
  readonly ours: string;
  readonly decidedBy: string;
}

/** By VIN, the recorded values under vPIC's names. */
export type Recording = Readonly<Record<string, Readonly<Record<string, string>>>>;

// vPIC's names change between releases, in spaces around slashes and in abbreviations.
const RENAMED: Readonly<Record<string, string>> = {
  "Antilock Braking System (ABS)": "Anti-lock Braking System (ABS)",
  "Wheelbase Type": "Wheel Base Type",
  "Wheelbase (inches) From": "Wheel Base (inches) From",
};
const nameOf = (name: string): string => (RENAMED[name] ?? name).replaceAll(/\s*\/\s*/g, "/");

/** Labels are compared without bracketed text, case, spaces and punctuation. */
export const fold = (value: string): string =>
  value
    .toUpperCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, "")
    .replaceAll("&", "AND")
    .replaceAll(/[^A-Z0-9.]/g, "");

const sameNumber = (a: string, b: string): boolean => a !== "" && b !== "" && Number(a) === Number(b);

/** Not facts of the vehicle, or of no table: tests of errors and suggestions cover them. */
const NOT_COMPARED =
  "Error Text;Error Code;Additional Error Text;Suggested VIN;Possible Values;kind;VIN;ErrorCode;ErrorText;SuggestedVIN;PossibleValues;MakeID;ModelID;ManufacturerId;VehicleDescriptor";
/** These were recorded under names that the data no longer use; another test lists them. */
const DATED = ["decode-vin-unflattened|VIN:1FTMW1T88MFA00001", "decode-vin|1FTMW1T88MFA00001"];

/** Every recorded answer available; undefined if the recordings are missing. */
export function recordings(): Recording | undefined {
  const golden = recorded<Record<string, string>>("vpic_golden.json");
  const errors = recorded<Record<string, string>>("vpic_error_cases.json");
  const clients = recorded<{ result: Record<string, string> }>("vpic_client_fixtures.json");
  if (!golden || !errors || !clients) return undefined;
  const found: Record<string, Readonly<Record<string, string>>> = { ...errors, ...golden };
  for (const [name, { result }] of Object.entries(clients))
    if (!DATED.includes(name)) found[name.slice(name.indexOf("|") + 1).replace("VIN:", "")] = result;
  return found;
}

/** Elements for which the pack has rows, and by engine model those that its own patterns state. */
export function packagedElements({ pack }: Decoder): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = 0; at < pack.rows.length; at += ROW) found.add(pack.rows[at]! >>> 24);
  return found;
}

/** Elements whose values from an engine model are withheld on reduced data. */
const WITHHELD: readonly number[] = [21, 67, 71, 125];

/** Compares a decoder with vPIC's recorded answers, element by element. */
export function compareRecorded(decoder: Decoder, recording: Recording) {
  const table = new Map<string, ElementAgreement>();
  const differences: Difference[] = [];
  const packaged = packagedElements(decoder);
  const elements = new Map<string, { id: number; name: string }>();
  for (const { id, name, code } of decoder.pack.meta.elements)
    for (const key of [nameOf(name), code]) elements.set(key, { id, name: nameOf(name) });
  for (const [vin, values] of Object.entries(recording)) {
    const decode = decoder.decode(vin);
    if (typeof decode === "string") continue;
    for (const [rawName, value] of Object.entries(values)) {
      if (NOT_COMPARED.split(";").includes(rawName) || ["", "0", "Not Applicable"].includes(value)) continue;
      const element = elements.get(nameOf(rawName)) ?? { id: 0, name: nameOf(rawName) };
      const row = table.get(element.name) ?? emptyRow(element.name);
      table.set(element.name, row);
      row.truth++;
      const found = foundIn(decode, element);
      if (found.length === 0) row.missing[whyMissing(decode, element.id, packaged)]++;
      else count(row, vin, value, found, differences);
    }
  }
  const rows = [...table.values()].sort((a, b) => b.truth - a.truth || (a.element < b.element ? -1 : 1));
  return { rows, differences };
}

const emptyRow = (element: string): ElementAgreement => ({
  element,
  truth: 0,
  stated: 0,
  equal: 0,
  converted: 0,
  convertedEqual: 0,
  missing: { element: 0, rows: 0, ours: 0 },
});

type Found = Pick<DecodedElement, "value" | "decidedBy">;

function foundIn(decode: Decode, { id, name }: { id: number; name: string }): Found[] {
  if (name === "Vehicle Descriptor") return [{ value: decode.descriptor, decidedBy: "pattern" }];
  return decode.elements.filter((element) => element.id === id && element.decidedBy !== "default");
}

function whyMissing(decode: Decode, id: number, packaged: ReadonlySet<number>): Missing {
  if (decode.derived.some(({ element }) => element === id)) return "ours";
  if (WITHHELD.includes(id) && decode.elements.some((element) => element.id === 18)) return "ours";
  return packaged.has(id) ? "rows" : "element";
}

function count(row: ElementAgreement, vin: string, value: string, found: Found[], differences: Difference[]) {
  const equal = found.some((ours) => fold(ours.value) === fold(value) || sameNumber(ours.value, value));
  const decidedBy = found[0]!.decidedBy;
  if (decidedBy === "conversion") {
    row.converted++;
    if (equal) row.convertedEqual++;
  } else {
    row.stated++;
    if (equal) row.equal++;
  }
  if (equal) return;
  const ours = found.map((each) => each.value).join(" | ");
  differences.push({ vin, element: row.element, recorded: value, ours, decidedBy });
}
