import { digitsOf } from "../../../base/format/currencies.ts";

/** A decimal text such as `-99.5` in minor units; undefined if it has more decimals, or is too large. */
export function minorOf(decimal: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d{1,15})(?:\.(\d{1,9}))?$/.exec(decimal) ?? [];
  const rest = part.slice(digits);
  if (whole === "" || /[1-9]/.test(rest)) return undefined;
  const minor = Number(`${sign}${whole}${part.slice(0, digits).padEnd(digits, "0")}`);
  return Math.abs(minor) <= minorMax ? minor : undefined;
}

const minorMax = 1_000_000_000_000;
