import { ALPHABET, CODE_OF, VIN_LENGTH } from "../characters.ts";
import { lastYearOfType } from "./ended-types.ts";
import type { State } from "./state.ts";

/** The three characters of a manufacturer code as one number. */
const packed = (a: number, b: number, c: number): number => (a << 12) | (b << 6) | c;

const codes = (list: string): ReadonlySet<number> =>
  new Set(
    list
      .split(" ")
      .map((code) => Array.from(code, (letter) => CODE_OF[letter.charCodeAt(0)]!) as [number, number, number])
      .map(([a, b, c]) => packed(a, b, c)),
  );

const mercedes = codes("VSA W1K W1N W1T W1V WDB WDC WDD WDF WME");
const ford = codes("NM0 SFA VS6 WF0");
const french = codes("UU1 VF1 VF2 VF3 VF6 VF7 VF8 VR1 VR3 VR7 VS5 X7L");

const X = ALPHABET.indexOf("X");
const YEAR = 9;

const volkswagen = codes("TMB TRU VSS WAU WV1 WV2 WVG WVW");
const fordOfAustralia = codes("6FP");
/** Ford built its last car in Australia in October 2016. */
const LAST_AUSTRALIAN_FORD = 2016;

/** The last year in which the maker built what a VIN of another market names; infinite if it is not known. */
export function lastYearElsewhere({ codes: vin }: State): number {
  const maker = packed(vin[0]!, vin[1]!, vin[2]!);
  if (fordOfAustralia.has(maker)) return LAST_AUSTRALIAN_FORD;
  return volkswagen.has(maker) ? lastYearOfType(vin[6]!, vin[7]!) : Number.POSITIVE_INFINITY;
}

/**
 * The VIN index of the model year outside North America; −1 if the maker's form has none. Makers' own forms, where
 * they differ from ISO's advice:
 * - Mercedes-Benz and smart write the type as six digits, then 1 or 2 for the side of the steering wheel.
 * - Renault, Dacia, Peugeot and Citroën end many VINs with a serial number of eight digits.
 * - Ford of Europe writes XX in positions 5 and 6, repeats the body of position 4 in position 10, and has the year of
 *   assembly in position 11.
 * - Ford of Australia writes the body in positions 9 and 10, and the year and month of assembly in 11 and 12.
 */
export function yearIndexElsewhere({ codes: vin }: State): number {
  const maker = packed(vin[0]!, vin[1]!, vin[2]!);
  if (mercedes.has(maker)) {
    const isType = vin.subarray(3, YEAR).every((code) => code < 10);
    return isType && (vin[YEAR] === 1 || vin[YEAR] === 2) ? -1 : YEAR;
  }
  if (french.has(maker)) return vin.subarray(YEAR, VIN_LENGTH).every((code) => code < 10) ? -1 : YEAR;
  if (fordOfAustralia.has(maker)) return YEAR + 1;
  const isEuropean = vin[4] === X && vin[5] === X && vin[YEAR] === vin[3];
  return isEuropean && ford.has(maker) ? YEAR + 1 : YEAR;
}
