import { amountIn, milesOfKm, readDecimal } from "../../../base/reading/amounts.ts";
import { timeOfRead } from "../../../base/reading/days.ts";
import type { ReadAmount } from "../../../base/reading/usual-texts.ts";
import { isEmptyWord } from "../../../base/reading/words.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import type { Batch } from "../readers/row-batch.ts";
import { type ColumnForms, ColumnReader } from "./column-reader.ts";
import { otherOrder, unreadable } from "./days.ts";
import type { Members } from "./row-names.ts";
import { soldForKey, type ValueColumn, valueColumnsOf } from "./value-columns.ts";

/** What was read of a row. */
export interface RowValues {
  /** Dollars, miles, kilometers and milliseconds UTC, by the columns' keys. */
  readonly numbers: Readonly<Record<string, number | undefined>>;
  /** Texts that cannot be read, by the name of their member. */
  readonly asListed: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

interface Found {
  readonly numbers: Record<string, number | undefined>;
  readonly asListed: Record<string, string>;
  readonly warnings: string[];
  readonly strict: boolean;
}

/** What a row's values are taken into. */
interface Taking {
  readonly values: Found;
  readonly lineOf: () => number;
}

/** Throws `RecordError` if uncertain readings cost the row. */
function warn({ warnings, strict }: Found, warning: string, { name, text }: Uncertain): void {
  if (strict) throw new RecordError(name, text, refusals[warning]!);
  if (!warnings.includes(warning)) warnings.push(warning);
}

interface Uncertain {
  readonly name: string;
  readonly text: string;
}

const kmPerMile = 1.609344;

/** The columns of a file that are read as columns, with what they have shown so far. */
export class ColumnValues {
  readonly #readers: readonly ColumnReader[];
  readonly #strict: boolean;

  constructor(family: RecordFamily, forms: ColumnForms) {
    this.#strict = forms.strict === true;
    this.#readers = valueColumnsOf(family).map((column) => new ColumnReader(column, forms));
  }

  /** Whether rows have such columns at all. */
  get areRead(): boolean {
    return this.#readers.length > 0;
  }

  /** Takes rows as evidence. Throws `ImportError` for a column that no form reads. */
  observe({ rows, faults, lineOf }: Batch<Readonly<Record<string, unknown>>>): void {
    for (const reader of this.#readers)
      for (let index = 0; index < rows.length && !reader.isDecided; index += 1)
        if (!faults.has(index))
          eachText(rows[index], reader.column.path, (value) => {
            // A number of JSON has one reading, and shows nothing of texts.
            if (typeof value === "string") reader.observe(value, lineOf(index));
          });
  }

  /** The form of each column that was read, by its name. */
  found(): ReadonlyMap<string, ReturnType<ColumnReader["found"]>> {
    return new Map(this.#readers.map((reader) => [reader.column.name, reader.found()]));
  }

  /** Whether a column can be read two ways so far. */
  areOpen(): boolean {
    return this.#readers.some((reader) => reader.isOpen());
  }

  /** Throws `ImportError` if a column can be read two ways. */
  requireDecided(): void {
    for (const reader of this.#readers) reader.requireDecided();
  }

  /**
   * Reads a row's values, and writes them into it as they are stored. Throws `RecordError` for one that is none, and
   * `ImportError` for one in another form than its column.
   */
  take(row: Members, lineOf: () => number): RowValues {
    const found: Found = { numbers: {}, asListed: {}, warnings: [], strict: this.#strict };
    for (const reader of this.#readers)
      eachText(row, reader.column.path, (value, write) => {
        if (reader.isTime) takeTime(reader, String(value), write, { values: found, lineOf });
        else takeNumber(reader, value, write, { row, values: found, lineOf });
      });
    return found;
  }
}

function takeTime(
  reader: ColumnReader,
  text: string,
  write: (text: string) => void,
  { values: found, lineOf }: Taking,
): void {
  const { key, name, kind, stored } = reader.column;
  if (text.trim() === "") return;
  let read = reader.readTime(text);
  if (read === undefined) {
    reader.observe(text, lineOf());
    read = reader.readOtherwise(text);
    if (read !== undefined) warn(found, otherOrder, { name, text });
  }
  if (read !== undefined) {
    found.numbers[key] = timeOfRead(read);
    // The order of a column's parts is unavailable to readers of the record.
    if (stored === "day" && (kind === "day" || !reader.isClear(text))) write(read.slice(0, 10));
    if (stored === "moment") write(storedMoment(read));
    return;
  }
  const isNothing = isEmptyWord(text, "number");
  if (isNothing || stored === "moment") write("");
  if (isNothing) return;
  if (stored === "moment") found.asListed[name] = text;
  warn(found, stored === "moment" ? unreadableMoment : unreadable, { name, text });
}

const notADay = "is not a date that can be read, such as 2026-08-14";
const unreadableMoment = "dates that cannot be read: they are empty, and kept in as_listed";

const storedMoment = (read: string): string =>
  `${read.slice(0, 10)} ${read.slice(11, 19) || "00:00:00"}+00:00`;

function takeNumber(
  reader: ColumnReader,
  value: string | number,
  write: (text: string) => void,
  { row, values, lineOf }: { readonly row: Members } & Taking,
): void {
  const { column } = reader;
  const text = String(value);
  const isSoldFor = column.key === soldForKey;
  const isKept = column.stored === "text" && !isSoldFor;
  if (isEmptyWord(text, "number")) {
    if (!isKept) write("");
    return;
  }
  // What is kept as it was written can be in words.
  if (isKept && !/\d/.test(text)) return;
  let found = typeof value === "number" ? plainAmount(value) : reader.readAmount(text);
  if (!found) {
    reader.observe(text, lineOf());
    // Among forms with the same signs, this text can show which is the column's.
    if (typeof value !== "number") found = reader.readAmount(text);
  }
  if (!found) throw new RecordError(column.name, text, unreadNumber(column));
  if (column.kind === "amount") {
    if (found.unit !== "") throw new RecordError(column.name, text, "is a distance, not an amount");
    const currency = currencyOf(row, column, { text, sign: found.currency, unit: reader.unit });
    const isAmount = Number(found.value) > 0;
    if (isAmount && currency === "USD") values.numbers[column.key] = Number(found.value);
    else if (isAmount && !values.strict) warn(values, otherCurrency, { name: column.name, text });
    const isStated = found.currency !== "" || statedCurrency(row, column) !== "";
    if (isAmount && reader.hasOtherCurrency(currency) && !isStated)
      warn(values, noCurrency, { name: column.name, text });
    // No member of the record has the currency of what a vehicle was sold for.
    if (!isKept) write(isSoldFor && currency !== "USD" ? `${found.value} ${currency}` : found.value);
    // As it stands, an amount without a currency is in dollars, and a distance without a unit in miles.
    else if (found.currency === "" && currency !== "USD") write(`${text} ${currency}`);
    return;
  }
  if (found.currency !== "")
    throw new RecordError(column.name, text, "is an amount of money, not a distance");
  const distance = inUnit(found.value, found.unit || reader.unit, column.kind as "miles" | "kilometers");
  if (Number(distance) > 0) values.numbers[column.key] = Number(distance);
  if (!isKept) write(withGroups(distance));
  else if (found.unit === "" && reader.unit === "km") write(`${text} km`);
}

const noCurrency = "prices without a currency among others with one: they are taken for US dollars";
const otherCurrency = "prices in other currencies than US dollars: market values leave them out";

/** Why a row is refused where uncertain readings cost it. */
const refusals: Readonly<Record<string, string>> = {
  [otherOrder]: "is a date in another order than its column",
  [unreadable]: notADay,
  [unreadableMoment]: notADay,
  [noCurrency]: "has no currency, and others of its column have one",
};

/** The specification writes distances with separators of thousands: `154,822`. */
function withGroups(decimal: string): string {
  const [whole = "", ...part] = decimal.split(".");
  let grouped = whole.slice(0, whole.length % 3);
  for (let at = grouped.length; at < whole.length; at += 3)
    grouped += `${grouped === "" ? "" : ","}${whole.slice(at, at + 3)}`;
  return [grouped, ...part].join(".");
}

/** A number of JSON has one reading. */
function plainAmount(value: number): ReadAmount | undefined {
  const read = readDecimal(String(value), "1 234.56", { least: 0, most: 1e12 });
  return read === undefined ? undefined : { value: read, currency: "", unit: "" };
}

function inUnit(read: string, unit: string | undefined, kind: "miles" | "kilometers"): string {
  if (kind === "miles") return unit === "km" ? milesOfKm(read) : read;
  return unit === "mi" ? String(Math.round(Number(read) * kmPerMile)) : read;
}

const unreadNumber = ({ kind }: ValueColumn): string =>
  kind === "amount"
    ? "is not an amount as its column is written, such as 17550.00 or €17.550"
    : "is not a distance as its column is written, such as 51200 or 97.303 km";

/** An amount's currency; it is written into the row if only the amount or the mapping has it. Without any it is dollars. */
function currencyOf(
  row: Members,
  column: ValueColumn,
  { text, sign, unit }: { readonly text: string; readonly sign: string; readonly unit: string | undefined },
): string {
  const { name, currencyAt, stored } = column;
  const declared = statedCurrency(row, column);
  const own = sign === "" || sign === "?" ? (unit ?? sign) : sign;
  if (own === "?" && declared === "" && currencyAt !== undefined)
    throw new RecordError(
      name,
      text,
      `has a sign of several currencies: write the currency's code into ${currencyAt.join(".")}, or as unit of the mapping`,
    );
  if (declared !== "") {
    const fits =
      sign === "" || sign === "?" || sign === declared || (sign === "USD" && declared.endsWith("D"));
    if (!fits)
      throw new RecordError(name, text, `is in ${sign}, and ${currencyAt!.join(".")} is ${declared}`);
    return declared;
  }
  if (own !== "" && currencyAt !== undefined && stored === "number") writeAt(row, currencyAt, own);
  return own === "" ? "USD" : own;
}

/** The currency in a column of its own; empty if there is none. */
function statedCurrency(row: Members, { currencyAt }: Pick<ValueColumn, "currencyAt">): string {
  const listed = currencyAt === undefined ? "" : textAt(row, currencyAt).trim().toUpperCase();
  return isEmptyWord(listed, "number") ? "" : (amountIn(`1 ${listed}`)?.currency ?? listed);
}

function textAt(row: Members, path: readonly string[]): string {
  let text = "";
  eachText(row, path, (one) => {
    text = String(one);
  });
  return text;
}

function writeAt(row: Members, path: readonly string[], text: string): void {
  let at = row;
  for (const step of path.slice(0, -1)) at = at[step] as Members;
  at[path.at(-1)!] = text;
}

/** A text, or a number of JSON, and what replaces it. */
type Visit = (value: string | number, write: (text: string) => void) => void;

/** Calls with each text or number at a path. */
function eachText(within: unknown, path: readonly string[], each: Visit, from = 0): void {
  if (typeof within !== "object" || within === null) return;
  const members = within as Members;
  const name = path[from]!;
  if (name === "*") {
    if (Array.isArray(within)) for (const key of within.keys()) visit(members, String(key), path, each, from);
    return;
  }
  visit(members, name, path, each, from);
}

function visit(members: Members, key: string, path: readonly string[], each: Visit, from: number): void {
  const value = members[key];
  if (value === undefined || value === null) return;
  if (from < path.length - 1) eachText(value, path, each, from + 1);
  else if (typeof value === "string" || typeof value === "number")
    each(value, (text) => {
      members[key] = text;
    });
}
