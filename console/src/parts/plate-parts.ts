import type { components } from "../api/schema.gen.ts";
import { t } from "../base/language/language.ts";

/** A decode with every element and every position. */
export type DecodedVin = components["schemas"]["OemVinDecode"]["data"];

interface Part {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** The six parts of a VIN by position: 3, 5, 1, 1, 1, 6. */
export const plateParts: readonly Part[] = [
  { label: t("Maker"), from: 0, to: 3, title: t("WMI, positions 1 to 3") },
  { label: t("Vehicle"), from: 3, to: 8, title: t("VDS, positions 4 to 8") },
  { label: t("Check"), from: 8, to: 9, title: t("Check digit, position 9") },
  { label: t("Year"), from: 9, to: 10, title: t("Model year, position 10") },
  { label: t("Plant"), from: 10, to: 11, title: t("Plant, position 11") },
  { label: t("Serial"), from: 11, to: 17, title: t("Serial number, positions 12 to 17") },
];

const values = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ";
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The check digit's arithmetic (49 CFR 565.15): each character's value, weight and product. */
export function checkArithmetic(vin: string) {
  const columns = [...vin].map((character, index) => {
    const value = values.indexOf(character) % 10;
    const weight = weights[index] ?? 0;
    return { position: index + 1, value, weight, product: value * weight };
  });
  const total = columns.reduce((sum, { product }) => sum + product, 0);
  return { columns, total, remainder: total % 11 };
}

const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** The two model years of a code at position 10, from 1980 to 2039; none for a character that is no code. */
export function modelYears(code: string): readonly number[] {
  const index = yearCodes.indexOf(code);
  return index < 0 || code === "" ? [] : [1980 + index, 2010 + index];
}

/** The patterns that decided positions 4 to 8, the most frequent first. */
export function patternsOf({ elements }: DecodedVin): string[] {
  const keys = elements.filter((one) => one.decided_by === "pattern" && !one.key.includes("|"));
  const times = new Map<string, number>();
  for (const { key } of keys) times.set(key, (times.get(key) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1]).map(([key]) => key);
}
