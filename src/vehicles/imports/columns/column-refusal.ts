import type { Place, Split } from "../../../base/reading/evidence.ts";
import { ImportError } from "../input/import-error.ts";
import { type Form, type FormName, formNames, isTimeColumn, nameOfForm, orList } from "./forms.ts";
import type { ValueColumn } from "./value-columns.ts";

/** What a person must decide before a column can be read. */
export interface ColumnQuestion {
  /** The file's name of the column, and the documented one. */
  readonly column: string;
  readonly as: string;
  readonly reason: string;
  /** The lines whose texts show it. */
  readonly lines: readonly number[];
  /** What each form reads of one of these texts. */
  readonly readings: readonly { readonly form: FormName; readonly example: string; readonly read: string }[];
}

/** A column that needs a form of a person's choice: its file is refused. */
export class ColumnRefused extends ImportError {
  override readonly name = "ColumnRefused";
  readonly question: ColumnQuestion;

  constructor(message: string, question: ColumnQuestion) {
    super(message);
    this.question = question;
  }
}

interface Refused {
  readonly column: ValueColumn;
  readonly head?: string | undefined;
  readonly as?: string | undefined;
}

const shownMax = 60;
const shown = (text: string): string => text.slice(0, shownMax);

/** The error of a column of which two rows have no form in common. */
export function mixedColumn(
  refused: Refused,
  rows: readonly Place[],
  readingsOf: (text: string) => ReadonlyMap<Form, string>,
): ColumnRefused {
  const isTime = isTimeColumn(refused.column);
  const what = isTime ? "dates in two orders" : "numbers that are written in two ways";
  const places = rows.map(({ line, text }) => `line ${line}: ${shown(text)}`).join(" and ");
  const kept = isTime ? "counted as doubtful" : "rejected";
  const readings = rows.flatMap(({ text }) => readingsIn(text, readingsOf(text)));
  return new ColumnRefused(
    `${labelOf(refused)} has ${what}: ${places}; correct the file, or ${adviceOf(refused, readings)}: rows that do not fit are then ${kept}`,
    questionOf(refused, `has ${what}`, rows, readings),
  );
}

/** The error of a column that two forms read differently, and of which no row decides. */
export function ambiguousColumn(refused: Refused, { line, text, readings }: Split): ColumnRefused {
  const found = readingsIn(text, readings as ReadonlyMap<Form, string>);
  const reason = "can be read in more than one way, and none of its rows decides";
  const ways = found.map(({ form, read }) => `${read} (${wordsOf[form] ?? form})`).join(" or ");
  return new ColumnRefused(
    `line ${line}: ${labelOf(refused)} ${reason}: "${shown(text)}" is ${ways}; ${adviceOf(refused, found)}`,
    questionOf(refused, reason, [{ line, text }], found),
  );
}

type Readings = ColumnQuestion["readings"];

/** Forms of one name read a text alike. */
function readingsIn(text: string, readings: ReadonlyMap<Form, string>): Readings {
  const byName = new Map([...readings].map(([form, read]) => [nameOfForm(form), read]));
  return [...byName].map(([form, read]) => ({ form, example: shown(text), read }));
}

function questionOf(
  { column, head, as = column.name }: Refused,
  reason: string,
  rows: readonly Place[],
  readings: Readings,
): ColumnQuestion {
  const forms = [...new Map(readings.toReversed().map((one) => [one.form, one])).values()].toReversed();
  return {
    column: head ?? as,
    as,
    reason,
    lines: [...new Set(rows.map(({ line }) => line))],
    readings: forms,
  };
}

function labelOf({ column: { name }, as = name, head = as }: Refused): string {
  return head === as ? `the column ${head}` : `the column "${head}" (${as})`;
}

const wordsOf: Readonly<Record<FormName, string>> = {
  day_first: "the day first",
  month_first: "the month first",
  year_first: "the year first",
  point: "with a decimal point",
  comma: "with a decimal comma",
};

function adviceOf({ column, as = column.name }: Refused, readings: Readings): string {
  const fitting = formNames(column).filter((form) => readings.some((one) => one.form === form));
  const again = isTimeColumn(column)
    ? `--dates ${fitting.join(" or --dates ")} (over HTTP: dates)`
    : "--decimals point or --decimals comma (over HTTP: decimals)";
  return `write form: ${orList(fitting)} for columns.${as} in a mapping, or import it again with ${again}`;
}
