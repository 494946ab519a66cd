import { amountIn, milesOfKm, numberForms, readDecimal } from "../../../base/reading/amounts.ts";
import { dayForms, readMoment } from "../../../base/reading/days.ts";
import { readFlag } from "../../../base/reading/flags.ts";
import { isEmptyWord } from "../../../base/reading/words.ts";
import { asListedName } from "../../families/answer-schemas.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { isTimeColumn } from "./forms.ts";
import { type ValueColumn, valueColumnsOf } from "./value-columns.ts";

/** A record as it is stored. */
type Stored = Readonly<Record<string, unknown>>;

/**
 * Whether two stored records have the same content, one of which an older reader may have stored as its file had it:
 * amounts, days and words that can be read alike are no difference, and what was added for the reader is none.
 */
export function sameReadingOf(family: RecordFamily): (one: Stored, other: Stored) => boolean {
  const columns = valueColumnsOf(family);
  return (one, other) => {
    const [former, latter] = [flat(one), flat(other)];
    const texts = { former: new Set(former.values()), latter: new Set(latter.values()) };
    const paths = new Set([...former.keys(), ...latter.keys()]);
    return [...paths].every((path) => {
      const [was, is] = [former.get(path) ?? "", latter.get(path) ?? ""];
      if (was === is || isNothing(was, is)) return true;
      const column = columns.find((each) => isAt(path, each.path));
      if (column && readAlike(was, is, column)) return true;
      // What no reader can read is empty, and stands as it was among the texts of the listing.
      if (path.startsWith(`${asListedName}.`))
        return was === "" ? texts.former.has(is) : texts.latter.has(was);
      if (is === "" ? isIn(latter, path, was) : was === "" && isIn(former, path, is)) return true;
      if (columns.some(({ currencyAt }) => currencyAt && isAt(path, currencyAt)))
        return isCurrencyOf(former, latter, [was, is]);
      return isOtherwiseWritten(was, is);
    });
  };
}

/** The texts of a record by their paths; other values as texts. */
function flat(record: Stored): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) {
      if (value !== null && value !== undefined) found.set(path, String(value));
      return;
    }
    for (const [name, one] of Object.entries(value))
      walk(one, path === "" ? name : `${path}${between}${name}`);
  };
  walk(record, "");
  return found;
}

/** Names of members contain dots. */
const between = ".";

const isAt = (path: string, column: readonly string[]): boolean => {
  const steps = path.split(between);
  const columnSteps = column.flatMap((step) => step.split(between));
  return (
    steps.length === columnSteps.length && columnSteps.every((step, at) => step === "*" || step === steps[at])
  );
};

const isNothing = (was: string, is: string): boolean =>
  (was === "" && isEmptyWord(is, "number")) || (is === "" && isEmptyWord(was, "number"));

/** Whether a record has a member's text among those of the listing. */
function isIn(record: ReadonlyMap<string, string>, path: string, text: string): boolean {
  const name = path.split(between).at(-1);
  return record.get(`${asListedName}${between}${name}`) === text;
}

/** Whether one text can be read as what the other is in the form that is stored. */
function readAlike(was: string, is: string, column: ValueColumn): boolean {
  const isTime = isTimeColumn(column);
  const readings = isTime ? timesOf : numbersOf;
  return readings(was).has(canonical(is, isTime)) || readings(is).has(canonical(was, isTime));
}

function canonical(text: string, isTime: boolean): string {
  if (isTime) return momentOf(text);
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
  return readDecimal(plain, "1 234.56", {}) ?? text;
}

const momentOf = (text: string): string =>
  text
    .replace(/^(\d{4}-\d\d-\d\d)(?:[T ]00:00:00(?:Z|\+00:00)?)?$/, "$1")
    .replace(/^(\S+) (\S+)\+00:00$/, "$1T$2Z");

function timesOf(text: string): ReadonlySet<string> {
  const read = dayForms.map((form) => readMoment(text, form));
  return new Set(read.filter((one) => one !== undefined).map(momentOf));
}

function numbersOf(text: string): ReadonlySet<string> {
  const amount = amountIn(text);
  if (!amount) return new Set();
  const { number, unit, zeros } = amount;
  const read = numberForms.map((form) => readDecimal(number, form, {}, zeros));
  const found = new Set(read.filter((one) => one !== undefined));
  if (unit === "km") for (const one of [...found]) found.add(milesOfKm(one));
  return found;
}

/** Whether a currency is absent in one record, because its amount has the sign. */
function isCurrencyOf(
  former: ReadonlyMap<string, string>,
  latter: ReadonlyMap<string, string>,
  [was, is]: readonly [string, string],
): boolean {
  const currencies = (record: ReadonlyMap<string, string>) =>
    [...record.values()].map((text) => amountIn(text)?.currency).filter(Boolean);
  return was === "" ? currencies(former).includes(is) : is === "" && currencies(latter).includes(was);
}

/** Whole numbers that a program wrote as doubles, and words for yes and no. */
function isOtherwiseWritten(was: string, is: string): boolean {
  const whole = (text: string) =>
    text
      .replaceAll("\0", "")
      .trim()
      .replace(/^(\d+)\.0+$/, "$1");
  if (whole(was) === whole(is)) return true;
  const flag = readFlag(was);
  return flag !== undefined && flag === readFlag(is);
}
