import { t } from "../base/language/language.ts";
import { Problem } from "./problem.ts";

/** The service takes addresses of 16 KiB with all headers; proxies often take 8 KiB. */
const usualMost = 6000;
const most = 14_000;

const lengthOf = (text: string): number => new URLSearchParams({ mapping: text }).toString().length;

/**
 * A mapping as it is sent, in the address of a request: a long one has its short form, without what is implied. Throws a
 * `Problem` for one that is too long nevertheless.
 */
export function sentMapping(text: string): string {
  if (lengthOf(text) <= usualMost) return text;
  const short = shortMapping(text);
  if (lengthOf(short) <= most) return short;
  throw new Problem(
    0,
    t("Too many columns are read from this file for the console: vingate import with --mapping takes them."),
    "mapping_too_long",
  );
}

interface MappingText {
  readonly columns: Readonly<Record<string, { readonly from?: string }>>;
  /** Columns that are not named are left out without it too. */
  readonly ignore?: unknown;
}

/** `{"vin": {"from": "FIN"}}` is `{"vin": "FIN"}` in short. */
function shortMapping(text: string): string {
  const { ignore: _, columns, ...rest } = JSON.parse(text) as MappingText;
  const short = Object.entries(columns).map(([as, column]) => [
    as,
    Object.keys(column).join() === "from" ? column.from : column,
  ]);
  return JSON.stringify({ ...rest, columns: Object.fromEntries(short) });
}
