import {
  amountIn,
  formsWith,
  type NumberForm,
  numberForms,
  readDecimal,
  signsOf,
} from "../../../base/reading/amounts.ts";
import { type DayForm, dayForms, readMoment } from "../../../base/reading/days.ts";
import { Evidence, type Read } from "../../../base/reading/evidence.ts";
import {
  isWhole,
  type ReadAmount,
  readUsualAmount,
  readUsualDay,
} from "../../../base/reading/usual-texts.ts";
import { isEmptyWord } from "../../../base/reading/words.ts";
import { ambiguousColumn, mixedColumn } from "./column-refusal.ts";
import type { DateOrder } from "./days.ts";
import {
  type ColumnForm,
  type Form,
  type FormName,
  formsNamed,
  isDayForm,
  isTimeColumn,
  nameOfForm,
} from "./forms.ts";
import type { ValueColumn } from "./value-columns.ts";

/** The forms of a file's columns as a person sets them; the columns themselves must show the absent ones. */
export interface ColumnForms {
  readonly dates?: DateOrder | undefined;
  readonly decimals?: "point" | "comma" | undefined;
  /** The last day that an event can have, YYYY-MM-DD. */
  readonly until: string;
  /** Whether an uncertain reading costs its row, as in an answer without a person who looks at it. */
  readonly strict?: true;
  /** What is known of single columns, by their names. */
  readonly columns?: Readonly<Record<string, ColumnForm>> | undefined;
}

const isIsoDay =
  /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|\+00:00)?)?$/;
const rememberedMost = 5000;
const zero = 48;
const wholeMost = 15;

const bounds = {
  amount: { decimals: 2, least: 0, most: 1e12 },
  miles: { decimals: 1, least: 0, most: 9_999_999 },
  kilometers: { decimals: 1, least: 0, most: 9_999_999 },
} as const;
/** Currencies with thousandths; their amounts can be read two ways. */
const threeDecimals = /^(?:BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;

/** Reads the texts of one column, all in one form. */
export class ColumnReader {
  readonly column: ValueColumn;
  readonly isTime: boolean;
  /** The unit of texts that show none; absent if it is not named. */
  readonly unit: string | undefined;
  readonly #bounds: (typeof bounds)[keyof typeof bounds];
  readonly #from: string;
  readonly #until: string;
  readonly #forms: ColumnForms;
  readonly #own: ColumnForm;
  readonly #evidence: Evidence<Form>;
  readonly #all: readonly Form[];
  /** Texts that were read before, which add no evidence. */
  readonly #seen = new Set<string>();
  readonly #remembered = new Map<string, string>();
  #isDecided = false;
  #otherCurrency = false;
  #decidedAt: number | null = null;
  #hasIso = false;
  /** Whether a text without a zone has one by the column. */
  readonly #hasZone: boolean;

  constructor(column: ValueColumn, forms: ColumnForms) {
    this.column = column;
    this.#forms = forms;
    this.#own = forms.columns?.[column.name] ?? {};
    this.#hasZone = this.#own.zone !== undefined;
    this.isTime = isTimeColumn(column);
    this.unit = this.#own.unit;
    this.#bounds = bounds[column.kind as keyof typeof bounds];
    this.#from = column.kind === "moment" ? "1950-01-01" : "1900-01-01";
    this.#until = column.kind === "moment" ? forms.until : "2200-12-31";
    this.#all = this.#formsAllowed();
    this.#evidence = new Evidence(this.#all, this.#read);
    this.#isDecided = this.#all.length === 1;
  }

  /** Whether an amount is in dollars while others of the column are not, so far. */
  hasOtherCurrency(currency: string): boolean {
    this.#otherCurrency ||= currency !== "USD";
    return this.#otherCurrency && currency === "USD";
  }

  /** Whether its form is known: later rows are then read, and only what does not fit is evidence. */
  get isDecided(): boolean {
    return this.#isDecided;
  }

  /** The form, null if nothing had to be found, and the line that decided it. */
  found(): { readonly form: FormName | null; readonly decidedAt: number | null } {
    const [first] = this.#evidence.open;
    const { dates, decimals } = this.#forms;
    const ownForm = this.#own.form ?? (this.isTime ? dates : decimals);
    if (ownForm !== undefined) return { form: ownForm, decidedAt: null };
    if (this.#isDecided && first) return { form: nameOfForm(first), decidedAt: this.#decidedAt };
    return { form: this.#hasIso ? "YYYY-MM-DD" : null, decidedAt: null };
  }

  /** Takes a text as evidence. Throws `ImportError` if no form reads it and those before it. */
  observe(text: string, line: number): void {
    if (this.#isUsual(text)) this.#hasIso ||= this.isTime;
    else this.#observe(text, line);
  }

  #observe(text: string, line: number): void {
    if (isEmptyWord(text, "number") || this.#isQuick(text) || this.#seen.has(text)) return;
    if (this.#seen.size >= rememberedMost) this.#seen.clear();
    this.#seen.add(text);
    if (this.#isDecided && this.#isRead(text)) return;
    if (!this.#evidence.add(text, line)) return;
    const verdict = this.#evidence.verdict();
    if ("fault" in verdict && verdict.fault === "mixed")
      throw mixedColumn(this.#refused(), verdict.rows, (text) => this.#readings(text));
    const [first, ...rest] = this.#evidence.open;
    this.#isDecided = rest.every((form) => areAlike(form, first!));
    if (this.#isDecided) this.#decidedAt ??= line;
  }

  /** Whether the texts so far can be read two ways. */
  isOpen(): boolean {
    return !this.#isDecided && "fault" in this.#evidence.verdict();
  }

  /** Throws `ImportError` if the texts so far can be read two ways. */
  requireDecided(): void {
    const verdict = this.#evidence.verdict();
    if ("fault" in verdict && verdict.fault === "ambiguous")
      throw ambiguousColumn(this.#refused(), verdict.at);
  }

  /** A text as a day or a moment; undefined if no form reads it. */
  readTime(text: string): string | undefined {
    if (this.#isUsual(text)) return isoMoment(text);
    const form = this.#evidence.open[0] as DayForm;
    return this.#quickDay(text, form) ?? this.#remember(text, () => this.#read(text, form));
  }

  /** A text as a number with its currency and unit; undefined if no form reads it. */
  readAmount(text: string): ReadAmount | undefined {
    if (this.#isUsual(text)) return { value: withoutLeadingZeros(text), currency: "", unit: "" };
    // Where several forms are open, they read it alike.
    const form = this.#evidence.open[0]! as NumberForm;
    const usual = this.#quickAmount(text, form);
    if (usual) return usual;
    const value = this.#remember(text, () => this.#read(text, form));
    const found = value === undefined ? undefined : amountIn(text);
    return found && { value: value!, currency: found.currency, unit: found.unit };
  }

  #remember(text: string, read: () => string | undefined): string | undefined {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const value = read();
    if (this.#remembered.size >= rememberedMost) this.#remembered.clear();
    if (value !== undefined) this.#remembered.set(text, value);
    return value;
  }

  #isRead(text: string): boolean {
    return (this.isTime ? this.readTime(text) : this.readAmount(text)) !== undefined;
  }

  /** Whether a decided column has the text in its usual look, which is quickly seen. */
  #isQuick(text: string): boolean {
    if (!this.#isDecided) return false;
    const form = this.#evidence.open[0]!;
    if (this.isTime) return this.#quickDay(text, form as DayForm) !== undefined;
    return this.#quickAmount(text, form as NumberForm) !== undefined;
  }

  #quickAmount(text: string, form: NumberForm): ReadAmount | undefined {
    return readUsualAmount(text, form, this.#bounds);
  }

  #quickDay(text: string, form: DayForm): string | undefined {
    const day = this.#isDecided ? readUsualDay(text, form) : undefined;
    return day !== undefined && day >= this.#from && day <= this.#until ? day : undefined;
  }

  /** A day or a moment in another order than the one that a person named. */
  readOtherwise(text: string): string | undefined {
    const [form, ...more] = this.#all;
    if (!this.isTime || more.length > 0) return undefined;
    return this.#read(text, form === "day_first" ? "month_first" : "day_first");
  }

  /** Whether a day has one reading in any column, as with the name of its month. */
  isClear(text: string): boolean {
    if (this.#isUsual(text)) return true;
    // Two numbers and a year are clear in no order.
    if (this.#quickDay(text, this.#evidence.open[0] as DayForm) !== undefined) return false;
    return dayForms.every((form) => this.#read(text, form) === this.readTime(text));
  }

  #isUsual(text: string): boolean {
    if (!this.isTime) return isWhole(text, wholeMost) && Number(text) <= this.#bounds.most;
    return isIsoDay.test(text) && text.slice(0, 10) <= this.#until && !(this.#hasZone && text.length === 19);
  }

  #formsAllowed(): readonly Form[] {
    const { dates } = this.#forms;
    const sign = this.#sign;
    // With a decimal sign that a person named, signs of groups do not matter.
    if (!this.isTime && sign !== undefined) return formsWith(sign).slice(0, 1);
    const ownForms = formsNamed(this.#own.form ?? "").filter((form) => isDayForm(form) === this.isTime);
    if (ownForms.length > 0) return ownForms;
    if (!this.isTime) return numberForms;
    return dates === undefined ? dayForms : [dates];
  }

  /** The decimal sign that a person named. */
  get #sign(): "point" | "comma" | undefined {
    const { form } = this.#own;
    if (form === "point" || form === "comma") return form;
    return form === undefined ? this.#forms.decimals : undefined;
  }

  readonly #read: Read<Form> = (text, form) => {
    if (this.isTime)
      return readMoment(text, form as DayForm, {
        from: this.#from,
        until: this.#until,
        zone: this.#own.zone,
      });
    const found = amountIn(text);
    if (!found) return undefined;
    const decimals = threeDecimals.test(found.currency) ? 3 : this.#bounds.decimals;
    const own = { ...this.#bounds, decimals };
    const sign = this.#sign;
    for (const one of sign === undefined ? [form as NumberForm] : formsWith(sign)) {
      const read = readDecimal(found.number, one, own, found.zeros);
      if (read !== undefined) return read;
    }
    return undefined;
  };

  #refused() {
    const { head, as } = this.#own;
    return { column: this.column, head, as };
  }

  /** What the forms read of a text. */
  #readings(text: string): ReadonlyMap<Form, string> {
    const found = this.#all.map((form) => [form, this.#read(text, form)] as const);
    return new Map(found.flatMap(([form, read]) => (read === undefined ? [] : [[form, read] as const])));
  }
}

const withoutLeadingZeros = (digits: string): string =>
  digits.charCodeAt(0) === zero ? digits.replace(/^0+(?=\d)/, "") : digits;

/** Whether two forms have the same signs: they cannot read a text differently. */
const areAlike = (a: Form, b: Form): boolean =>
  a === b || (!isDayForm(a) && !isDayForm(b) && signsKey(a) === signsKey(b));
const signsKey = (form: NumberForm): string => Object.values(signsOf(form)).join("");

const isoMoment = (text: string): string =>
  text.length === 10 ? text : `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
