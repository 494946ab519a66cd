// How check digits are computed that several kinds of IDs have.

export const digitsOf = (text: string): number[] => [...text].map(Number);

/** The sum of digits, each multiplied by its weight. */
export const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * digits[index]!, 0);

/** Luhn's: each second digit from the right counts double, by its own digits. */
export function isLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce(
      (all, digit, index) => all + (index % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9),
      0,
    );
  return sum % 10 === 0;
}

const others: Readonly<Record<string, number>> = { "+": 36, "*": 37 };

/** ISO 7064, mod 97,10: the remainder of digits and letters (A is 10; Dutch IDs have + and * after Z) as one number. */
export function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = others[character] ?? Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
