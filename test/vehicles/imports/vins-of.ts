import { checkDigit } from "../../../src/vin/check-digit.ts";

/** This many VINs of one model, with correct check digits. */
export function vinsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const open = `1HGCM8260 3A${String(index).padStart(6, "0")}`.replace(" ", "");
    return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
  });
}
