// How check digits are computed: what several kinds of IDs have in common, and those of tax IDs, for countries that have
// published it. Each of their functions gets the ID without the country's two letters, in a form that was checked. Where a
// country has several kinds of numbers and the way of one of them is not certain, that kind is not compared.

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

/** ISO 7064, mod 11,10: the last digit checks those before it. */
function isMod11And10(text: string): boolean {
  let product = 10;
  for (const digit of digitsOf(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(text.at(-1));
}

/** The last digit is what the weighted sum lacks to a multiple of 11; 11 is 0, and `ten` is what 10 becomes. */
const lacksTo11 =
  (weights: readonly number[], ten: number | undefined) =>
  (text: string): boolean => {
    const digits = digitsOf(text);
    const check = (11 - (weighted(digits, weights) % 11)) % 11;
    return (check === 10 ? ten : check) === digits[weights.length];
  };

/** The last digit is the remainder of the weighted sum by 11; `ten` is what 10 becomes. */
const remainderBy11 =
  (weights: readonly number[], ten: number | undefined) =>
  (text: string): boolean => {
    const digits = digitsOf(text);
    const check = weighted(digits, weights) % 11;
    return (check === 10 ? ten : check) === digits[weights.length];
  };

const down = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

function isAustrian(text: string): boolean {
  const digits = digitsOf(text.slice(1));
  const sum = digits
    .slice(0, 7)
    .reduce(
      (all, digit, index) => all + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)),
      0,
    );
  return (10 - ((sum + 4) % 10)) % 10 === digits[7];
}

/** Whether 8 digits are a Czech ID; the numbers of persons have 9 or 10. */
const isCzech = (text: string): boolean => {
  if (text.length !== 8) return true;
  const digits = digitsOf(text);
  const check = 11 - (weighted(digits, down(8, 2)) % 11);
  return check % 10 === digits[7];
};

/** Keys of two digits; those with letters are not compared. */
const isFrench = (text: string): boolean =>
  !/^\d{11}$/.test(text) || Number(text.slice(0, 2)) === (12 + 3 * (Number(text.slice(2)) % 97)) % 97;

/** The former way, and the one of 2020, in which letters count from A = 10. */
function isDutch(text: string): boolean {
  const digits = digitsOf(text.slice(0, 9));
  if (/^\d{9}B\d{2}$/.test(text) && weighted(digits, down(9, 2)) % 11 === digits[8]) return true;
  return remainderBy97(`NL${text}`) === 1;
}

/** Whether 9 or 12 digits are a British ID; the last three of 12 name a branch. */
function isBritish(text: string): boolean {
  if (!/^\d+$/.test(text)) return true;
  const sum = weighted(digitsOf(text), down(8, 2)) + Number(text.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

const isNorwegian = (text: string): boolean =>
  lacksTo11([3, 2, 7, 6, 5, 4, 3, 2], undefined)(text.replace(/\D/g, ""));

const isSwiss = (text: string): boolean =>
  lacksTo11([5, 4, 3, 2, 7, 6, 5, 4], undefined)(text.replace(/\D/g, ""));

const isHungarian = (text: string): boolean =>
  (10 - (weighted(digitsOf(text), [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === Number(text[7]);

const isGreek = (text: string): boolean =>
  (weighted(digitsOf(text), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text[8]);

const isSlovenian = lacksTo11(down(8, 2), 0);

const isEstonian = (text: string): boolean =>
  (10 - (weighted(digitsOf(text), [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === Number(text[8]);

/** Whether the check digits of a tax ID are right, by country. */
export const checkDigits: Readonly<Record<string, (text: string) => boolean>> = {
  AT: isAustrian,
  BE: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  CH: isSwiss,
  CZ: isCzech,
  DE: isMod11And10,
  DK: (text) => weighted(digitsOf(text), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: isEstonian,
  FI: lacksTo11([7, 9, 10, 5, 8, 4, 2], undefined),
  FR: isFrench,
  GB: isBritish,
  GR: isGreek,
  HR: isMod11And10,
  HU: isHungarian,
  IT: isLuhn,
  LU: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  NL: isDutch,
  NO: isNorwegian,
  PL: remainderBy11([6, 5, 7, 2, 3, 4, 5, 6, 7], undefined),
  PT: (text) => {
    const digits = digitsOf(text);
    return ((11 - (weighted(digits, down(9, 2)) % 11)) % 11) % 10 === digits[8];
  },
  SE: (text) => isLuhn(text.slice(0, 10)),
  SI: isSlovenian,
  SK: (text) => Number(text) % 11 === 0,
};
