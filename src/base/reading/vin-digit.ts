/** Weights of the 17 positions, 49 CFR 565.15. */
export const DIGIT_WEIGHTS: readonly number[] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The values of digits and letters in the sum; I, O and Q have none. */
export const DIGIT_VALUES: ReadonlyMap<string, number> = new Map([
  ...Array.from("0123456789", (digit, value) => [digit, value] as const),
  ...["ABCDEFGH", "JKLMN", "P", "R"].flatMap((run) =>
    Array.from(run, (letter, at) => [letter, run === "P" ? 7 : run === "R" ? 9 : at + 1] as const),
  ),
  ...Array.from("STUVWXYZ", (letter, at) => [letter, at + 2] as const),
]);

/** The check digit of a sum of products: a digit, or X for 10. */
export const digitOfSum = (sum: number): string => "0123456789X".charAt(sum % 11);

/** Whether position 9 of 17 characters in capitals is the check digit of the others. */
export function hasRightDigit(vin: string): boolean {
  let sum = 0;
  for (let at = 0; at < DIGIT_WEIGHTS.length; at++) {
    const value = DIGIT_VALUES.get(vin.charAt(at));
    if (at !== 8 && value === undefined) return false;
    sum += (value ?? 0) * DIGIT_WEIGHTS[at]!;
  }
  return digitOfSum(sum) === vin.charAt(8);
}
