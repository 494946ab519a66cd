import { CODE_OF, OTHER, VIN_LENGTH } from "../characters.ts";
import { checkDigit, INVALID, INVALID_NINTH, PRODUCTS } from "../check-digit.ts";
import { YEAR_OF_CODE } from "../model-year.ts";
import { wmiOf } from "../pack/find-wmi.ts";
import type { Pack } from "../pack/pack.ts";
import type { VinDiagnostics } from "./diagnostics.ts";

const INCOMPLETE = 6;
const UNREGISTERED = 7;
const NO_YEAR = 11;
const CHARACTERS = 400;

const codeAt = (vin: string, index: number): number => CODE_OF[vin.charCodeAt(index)] ?? OTHER;

/** Positions, from 1, of invalid characters, as `3:O`. */
function invalidIn(vin: string): string[] {
  const rule = vin[2] === "9" ? 2 : 1;
  return Array.from({ length: Math.min(vin.length, VIN_LENGTH) }, (_, index) => index)
    .filter((index) => {
      const product = PRODUCTS[index * 64 + codeAt(vin, index)]!;
      return (product & INVALID_NINTH) !== 0 || ((product >>> (INVALID + rule)) & 1) === 1;
    })
    .map((index) => `${index + 1}:${vin[index]}`);
}

const TEXTS: Readonly<Record<number, (vin: string) => string>> = {
  1: (vin) => {
    const expected = checkDigit(vin);
    return expected === ""
      ? "The check digit cannot be computed from these characters."
      : `Check digit ${vin[8]} in position 9 should be ${expected}.`;
  },
  [INCOMPLETE]: (vin) => `The VIN is incomplete: ${vin.length} of 17 characters.`,
  [UNREGISTERED]: (vin) => `No manufacturer has registered the code ${wmiOf(vin)} with NHTSA.`,
  [NO_YEAR]: () => "The VIN contains no model year.",
  [CHARACTERS]: (vin) => `Characters that are not allowed at their positions: ${invalidIn(vin).join(", ")}.`,
};

/** The diagnostics of a VIN of an unregistered manufacturer, or of one too short to identify any. */
export function unregisteredDiagnostics(pack: Pack, vin: string): VinDiagnostics {
  const invalid = invalidIn(vin);
  const codes = [
    ...(vin.length === VIN_LENGTH && checkDigit(vin) !== vin[8] ? [1] : []),
    ...(vin.length < VIN_LENGTH ? [INCOMPLETE] : []),
    UNREGISTERED,
    ...(YEAR_OF_CODE[codeAt(vin, 9)] ? [] : [NO_YEAR]),
    ...(invalid.length > 0 ? [CHARACTERS] : []),
  ];
  const { errors } = pack.meta;
  const inVpicWords = (code: number) => errors.find((error) => error.code === code)?.text.trim();
  return {
    code: codes.join(),
    text: codes
      .map((code) => inVpicWords(code) ?? `${code} - ${TEXTS[code]!(vin)}`)
      .join(errors.length > 0 ? "; " : " "),
    additional: errors.length > 0 && invalid.length > 0 ? `Invalid character(s): ${invalid.join(", ")}.` : "",
    suggested: "",
    possible: "",
  };
}

/** The diagnostics of a text longer than a VIN, which is not decoded. */
export const tooLongDiagnostics = (vin: string): VinDiagnostics => ({
  code: String(CHARACTERS),
  text: `${CHARACTERS} - The VIN has ${vin.length} characters; a VIN has ${VIN_LENGTH}.`,
  additional: "",
  suggested: "",
  possible: "",
});
