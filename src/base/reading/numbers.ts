/** The signs with which a language writes numbers. */
export interface NumberSigns {
  readonly decimal: "." | ",";
  /** Between groups of three digits. A number has one of them. */
  readonly groups: readonly string[];
}

/** Each language's own sign, no-break, thin and narrow spaces. */
const spaces = [" ", "\u00a0", "\u2009", "\u202f"];
const withPoint: NumberSigns = { decimal: ".", groups: [",", ...spaces] };
const withComma: NumberSigns = { decimal: ",", groups: [".", ...spaces] };

/** The signs by language. The command line is English. */
export const numberSigns = { en: withPoint, de: withComma, es: withComma } as const;

/** The digits that a number can have after its decimal sign. */
export interface Decimals {
  readonly most: number;
  /** Either all of them or no decimal sign, as amounts are written: 5.999 and 1.0 are no euros. */
  readonly all: boolean;
}

/**
 * What is wrong with a text: `number` (it has other characters than a number), `groups` (a group has not three digits,
 * is right of the decimal sign or begins with 0), `decimals` (their count), `size` (beyond 2^53 - 1 units).
 */
export type NumberFault = "number" | "groups" | "decimals" | "size";

/** A number in units of its last decimal, or why it is none. `meant` is what its author probably means. */
export type NumberReading =
  | { readonly units: number }
  | { readonly fault: NumberFault; readonly meant?: number };

/**
 * Reads a number as a person writes it, without a sign before it. A text that the language does not write is refused and
 * never repaired: `59,90` is no English number.
 */
export function readNumber(text: string, signs: NumberSigns, decimals: Decimals): NumberReading {
  const read = readExactly(text.trim(), signs, decimals);
  if ("units" in read || read.fault === "size") return read;
  const meant = meantBy(text, signs, decimals);
  return meant === undefined ? read : { fault: read.fault, meant };
}

/** A whole number as a person writes it on the command line; undefined if it is none. */
export function readWhole(text: string): number | undefined {
  const read = readNumber(text, numberSigns.en, { most: 0, all: true });
  return "units" in read ? read.units : undefined;
}

/** A percentage of the command line in hundredths of a percent, such as `1.5%`; undefined if it is none up to 100. */
export function readPercentage(text: string): number | undefined {
  if (!text.endsWith("%")) return undefined;
  const read = readNumber(text.slice(0, -1), numberSigns.en, { most: 2, all: false });
  return "units" in read && read.units <= 10_000 ? read.units : undefined;
}

function readExactly(text: string, { decimal, groups }: NumberSigns, { most, all }: Decimals): NumberReading {
  const isWritten = [...text].every((sign) => /^\d$/.test(sign) || sign === decimal || groups.includes(sign));
  if (text === "" || !isWritten) return { fault: "number" };
  const [whole = "", ...parts] = text.split(decimal);
  const digits = digitsIn(whole, groups);
  const [part] = parts;
  if (digits === undefined || parts.length > 1 || (part !== undefined && !/^\d*$/.test(part)))
    return { fault: "groups" };
  const isComplete = part === undefined || (part.length > 0 && part.length <= most);
  if (!isComplete || (all && part !== undefined && part.length !== most)) return { fault: "decimals" };
  const units = Number(digits + (part ?? "").padEnd(most, "0"));
  return Number.isSafeInteger(units) ? { units } : { fault: "size" };
}

/** The digits of a whole number without the signs of its groups; undefined if they are not where they belong. */
function digitsIn(whole: string, groups: readonly string[]): string | undefined {
  const sign = groups.find((one) => whole.includes(one));
  const [first = "", ...rest] = sign === undefined ? [whole] : whole.split(sign);
  const areGroups = rest.length === 0 || first.length <= 3;
  const digits = first + rest.join("");
  return areGroups &&
    first !== "" &&
    rest.every((one) => /^\d{3}$/.test(one)) &&
    /^(?:0|[1-9]\d*)$/.test(digits)
    ? digits
    : undefined;
}

/**
 * The value of a text that can only mean one number: with a currency beside it, with one decimal in place of two, or with
 * the signs of other languages where these show which is which. A single group, `1.000`, does not show it.
 */
function meantBy(text: string, signs: NumberSigns, decimals: Decimals): number | undefined {
  const bare = withoutUnit(text);
  const lenient = { most: decimals.most, all: false };
  const own = readExactly(bare, signs, lenient);
  if ("units" in own) return own.units;
  const others = signs.decimal === "." ? withComma : withPoint;
  const isClear = bare.includes(others.decimal) || bare.split(signs.decimal).length > 2;
  const other = isClear ? readExactly(bare, others, lenient) : own;
  return "units" in other ? other.units : undefined;
}

const isUnit = (sign: string | undefined) => sign !== undefined && /[\s\p{Sc}%]/u.test(sign);

/** Without spaces, the sign or code of a currency, and a percent sign, at both ends. */
function withoutUnit(text: string): string {
  let bare = text.trim();
  if (/^[A-Z]{3}/.test(bare)) bare = bare.slice(3);
  if (/[A-Z]{3}$/.test(bare)) bare = bare.slice(0, -3);
  let [start, end] = [0, bare.length];
  while (isUnit(bare[start])) start += 1;
  while (end > start && isUnit(bare[end - 1])) end -= 1;
  return bare.slice(start, end);
}
