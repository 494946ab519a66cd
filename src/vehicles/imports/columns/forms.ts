import { formsWith, type NumberForm, numberForms } from "../../../base/reading/amounts.ts";
import { type DayForm, dayForms } from "../../../base/reading/days.ts";
import type { ValueColumn } from "./value-columns.ts";

/** How a column is written, as a person names it: `comma`, `day_first`, `1 234.56`; `year` takes the year of a date. */
export type FormName = string;

export type Form = NumberForm | DayForm;

/** What is known of a column before it is read. */
export interface ColumnForm {
  /** The file's name of it, for messages. */
  readonly head?: string | undefined;
  /** The documented name, with the numbers of items of lists. */
  readonly as?: string | undefined;
  readonly form?: FormName | undefined;
  readonly unit?: string | undefined;
  readonly zone?: string | undefined;
}

/** Takes the only year out of a date, for the column `year`. */
export const yearForm = "year";

export const isTimeColumn = ({ kind }: ValueColumn): boolean => kind === "day" || kind === "moment";

export const isDayForm = (form: Form): form is DayForm => (dayForms as readonly string[]).includes(form);

/** The forms that a name stands for; none for an unknown name. */
export function formsNamed(name: FormName): readonly Form[] {
  if (name === "point" || name === "comma") return formsWith(name);
  return [...dayForms, ...numberForms].filter((form) => form === name);
}

/** A form as a person names it. */
export function nameOfForm(form: Form): FormName {
  if (isDayForm(form)) return form;
  return formsWith("comma").includes(form) ? "comma" : "point";
}

/** The forms that a person can write at a column. */
export const formNames = (column: ValueColumn): readonly FormName[] =>
  isTimeColumn(column) ? dayForms : ["point", "comma"];

/** Why a form cannot stand at a column, and what can. */
export function faultOfForm(
  name: FormName,
  column: string,
  kind: ValueColumn | undefined,
): string | undefined {
  if (column === "year") return name === yearForm ? undefined : `write ${yearForm}, or leave it out`;
  if (!kind) return "this column is text, and has no form; leave it out";
  const fits = formsNamed(name).some((form) => isDayForm(form) === isTimeColumn(kind));
  return fits ? undefined : `write ${orList(formNames(kind))}`;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export function faultOfUnit(unit: string, kind: ValueColumn | undefined): string | undefined {
  if (!kind || isTimeColumn(kind)) return "only amounts and distances have a unit; leave it out";
  if (kind.kind !== "amount") return unit === "km" || unit === "mi" ? undefined : "write km or mi";
  return faultOfCurrency(unit);
}

export const faultOfCurrency = (code: string): string | undefined =>
  currencies.has(code) ? undefined : "write the currency's code (ISO 4217), such as EUR";

export function faultOfZone(zone: string, kind: ValueColumn | undefined): string | undefined {
  if (kind?.kind !== "moment" || kind.stored === "day") return "only times have a zone; leave it out";
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return undefined;
  } catch {
    return "write a zone such as Europe/Berlin";
  }
}

/** `a, b or c`. */
export const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
