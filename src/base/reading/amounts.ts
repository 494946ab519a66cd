import { currencyOf, unitsIn, withoutRemarks } from "./currencies-and-units.ts";
import { plainText } from "./plain-text.ts";

/** The bounds that a schema sets for a number. A reading outside of them is rejected, which decides most columns. */
export interface NumberBounds {
  /** The most digits after the decimal sign. */
  readonly decimals?: number;
  readonly least?: number;
  readonly most?: number;
}

/** By form the decimal sign and the sign between groups. */
const signs = {
  "1,234.56": ".,",
  "1.234,56": ",.",
  "1 234,56": ", ",
  "1 234.56": ". ",
  "1'234.56": ".'",
  "1'234,56": ",'",
} as const;
const indian = "12,34,567.89";

/** How the numbers of a column are written. */
export type NumberForm = keyof typeof signs | typeof indian;

const patterns = new Map<NumberForm, RegExp>(
  Object.entries({ ...signs, [indian]: ".," }).map(([form, [decimal, group]]) => {
    const groups = form === indian ? `(?:[${group}]\\d\\d)*[${group}]\\d{3}` : `\\d?(?:[${group}]\\d{3})+`;
    return [form as NumberForm, new RegExp(`^(\\d*|[1-9]\\d?${groups})(?:[${decimal}](\\d+))?$`)] as const;
  }),
);

export const numberForms: readonly NumberForm[] = [...patterns.keys()];

export const signsOf = (form: NumberForm): { readonly decimal: string; readonly group: string } => {
  const [decimal = "", group = ""] = form === indian ? ".," : signs[form];
  return { decimal, group };
};

/** The forms with a decimal sign; a person names it where a column does not show it. */
export const formsWith = (decimal: "point" | "comma"): readonly NumberForm[] =>
  numberForms.filter((form) => (signsOf(form).decimal === "." ? "point" : "comma") === decimal);

const digitsMax = 40;

/** Decimals without the zeros at their end. */
export function withoutZeros(part: string): string {
  let end = part.length;
  while (part[end - 1] === "0") end -= 1;
  return part.slice(0, end);
}

/**
 * Reads a plain number as a decimal text such as `-17550.5`: no double decides anything but its range. `zeros` moves the
 * decimal sign so many places.
 */
export function readDecimal(
  text: string,
  form: NumberForm,
  { decimals = 9, least = -Infinity, most = Infinity }: NumberBounds,
  zeros = 0,
): string | undefined {
  if (text.length > digitsMax) return undefined;
  const [, sign = "", body = ""] = /^([+-]?) ?(.*)$/.exec(text) ?? [];
  const [, groups = "", part = ""] = patterns.get(form)!.exec(body) ?? [];
  // `2018.0` is a whole number that a program wrote as a double; `97.000` can be 97 thousand.
  if ((groups === "" && part === "") || (part.length > decimals + zeros && !/^00?$/.test(part)))
    return undefined;
  const moved = part.slice(0, zeros).padEnd(zeros, "0");
  const whole = `0${groups}${moved}`.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  const rest = withoutZeros(part.slice(zeros));
  const value = rest === "" ? whole : `${whole}.${rest}`;
  const signed = sign === "-" && value !== "0" ? `-${value}` : value;
  return Number(signed) >= least && Number(signed) <= most ? signed : undefined;
}

/** A text's number and what stands around it. */
export interface Amount {
  /** The number, still in its form. */
  readonly number: string;
  /** ISO 4217; `""` if the text has none, `?` for a sign of several currencies. */
  readonly currency: string;
  readonly unit: "" | "mi" | "km";
  /** The zeros of the word that follows, such as 3 of `k`. */
  readonly zeros: number;
}

/** Such as `(actual)` after a mileage. */
const remark = / ?\([^()\d]*\)$/;
const textMax = 80;
const isWhole = /^\d{1,15}$/;
/** Amounts of some countries end with `.-`, `,--` or `/-` in place of decimals. */
const noDecimals = /^(?:[.,]--?|\/-)/;

/** Takes a text apart; undefined if it is no number with a currency or a unit. */
export function amountIn(text: string): Amount | undefined {
  if (text.length > textMax) return undefined;
  if (isWhole.test(text)) return { number: text, currency: "", unit: "", zeros: 0 };
  const bare = plainText(text).replace(remark, "");
  const first = bare.search(/[.,]?\d/);
  if (first < 0) return undefined;
  const last = bare.search(/\d[^\d]*$/) + 1;
  const [end = ""] = noDecimals.exec(bare.slice(last)) ?? [];
  const [sign, before] = withoutSign(bare.slice(0, first));
  const leading = before === "" ? "" : currencyOf(withoutRemarks(before));
  const trailing = unitsIn(withoutRemarks(bare.slice(last + end.length)));
  if (leading === undefined || trailing === undefined) return undefined;
  // `$17,550 CAD`: the code determines the currency.
  if (leading !== "" && trailing.unit !== "") return undefined;
  const currency = trailing.currency || leading;
  if (leading !== "" && leading !== currency && leading !== "USD" && leading !== "?") return undefined;
  return { ...trailing, number: sign + bare.slice(first, last), currency };
}

/** The sign of a number, before or after its currency. */
function withoutSign(before: string): [sign: string, rest: string] {
  const [, first = "", rest = "", last = ""] = /^([+-]?)(.*?)([+-]?)$/.exec(before.trim())!;
  return first !== "" && last !== "" ? ["", before] : [first || last, rest.trim()];
}

/** Kilometers to whole miles, half to even; both are decimal texts. */
export function milesOfKm(km: string): string {
  const [whole = "", part = ""] = km.split(".");
  const [over, under] = [BigInt(whole + part) * 1_000_000n, 1_609_344n * 10n ** BigInt(part.length)];
  const [miles, left] = [over / under, over % under];
  const isUp = left * 2n > under || (left * 2n === under && miles % 2n === 1n);
  return String(isUp ? miles + 1n : miles);
}
