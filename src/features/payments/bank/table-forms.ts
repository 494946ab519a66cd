import { digitsOf, isCurrency } from "../../../base/format/currencies.ts";
import {
  amountIn,
  formsWith,
  type NumberForm,
  numberForms,
  readDecimal,
} from "../../../base/reading/amounts.ts";
import { type DayForm, dayForms, readDayText } from "../../../base/reading/days.ts";
import { Evidence } from "../../../base/reading/evidence.ts";
import { isEmptyWord } from "../../../base/reading/words.ts";
import type { FileForms, Question } from "./bank-line.ts";
import { minorOf } from "./minor-units.ts";

/** A text of a column and its line. */
export interface Cell {
  readonly text: string;
  readonly line: number;
}

const firstDay = "1990-01-01";

/** What the texts of a column are, or what a person must decide. */
export type ColumnReading<Value> =
  | { readonly question: Question }
  | { readonly read: (text: string) => Value | undefined };

/** Days of a column: all are written alike, and none is after the last possible one. */
export function readingOfDays(cells: readonly Cell[], { dates, until }: FileForms): ColumnReading<string> {
  const read = (text: string, form: DayForm) => readDayText(text.trim(), form, { from: firstDay, until });
  const evidence = new Evidence<DayForm>(dates ? [dates] : dayForms, read);
  for (const { text, line } of cells) evidence.add(text, line);
  const verdict = evidence.verdict();
  if (!("fault" in verdict)) return { read: (text) => read(text, verdict.form) };
  const found =
    verdict.fault === "mixed"
      ? `has two orders, ${verdict.rows.join(" and ")}`
      : `can be read in more than one way: "${verdict.at.text.slice(0, 40)}" on line ${verdict.at.line} is ${[...new Set(verdict.at.readings.values())].join(" or ")}`;
  return {
    question: {
      needs: "dates",
      text: `The column of days ${found}. Say whether the day or the month comes first.`,
    },
  };
}

/** A signed amount in minor units, with the currency that its own text has. */
export interface SignedAmount {
  readonly decimal: string;
  readonly currency: string;
}

/** Amounts of all columns of a file, which are written alike. `currencies` are those of its rows. */
export function readingOfAmounts(
  cells: readonly Cell[],
  currencies: readonly string[],
  { decimals }: FileForms,
): ColumnReading<SignedAmount> {
  const digits = currencies.length === 0 ? 2 : Math.max(...currencies.map(digitsOf));
  const decimalOf = (text: string, form: NumberForm) => {
    const found = amountIn(withLeadingSign(text));
    return found && readDecimal(found.number, form, { decimals: digits });
  };
  const evidence = new Evidence<NumberForm>(decimals ? formsWith(decimals) : numberForms, decimalOf);
  for (const { text, line } of cells) if (!isEmptyWord(text, "number")) evidence.add(text, line);
  const verdict = evidence.verdict();
  if ("fault" in verdict) {
    const found =
      verdict.fault === "mixed"
        ? `are written in two ways, ${verdict.rows.join(" and ")}`
        : `can be read in more than one way: "${verdict.at.text.slice(0, 40)}" on line ${verdict.at.line} is ${[...new Set(verdict.at.readings.values())].join(" or ")}`;
    return {
      question: {
        needs: "decimals",
        text: `The amounts ${found}. Say whether the decimal sign is a point or a comma.`,
      },
    };
  }
  return {
    read(text) {
      const decimal = decimalOf(text, verdict.form);
      const currency = amountIn(withLeadingSign(text))?.currency ?? "";
      return decimal === undefined ? undefined : { decimal, currency: isCurrency(currency) ? currency : "" };
    },
  };
}

/** Banks write what was paid out as `99,00-`, `(99.00)` or `99,00 S`. */
function withLeadingSign(text: string): string {
  const bare = text.trim();
  if (bare.length > 80) return bare;
  const inner = /^\(([^()]*)\)$/.exec(bare)?.[1] ?? /^([^-]*\d) ?-$/.exec(bare)?.[1];
  if (inner !== undefined) return `-${inner.trim()}`;
  const [, number, sign = ""] = /^(.*\d) ?(S|H|CR|DR)$/.exec(bare) ?? [];
  if (number === undefined) return bare;
  return sign === "S" || sign === "DR" ? `-${number}` : number;
}

export const minorIn = ({ decimal, currency }: SignedAmount, otherwise: string): number | undefined =>
  minorOf(decimal, currency || otherwise);
