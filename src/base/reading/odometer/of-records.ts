import { amountIn, readDecimal } from "../amounts.ts";
import { storedDay } from "../stored-values.ts";
import type { Reading, ReadingSource, ReadingStatus } from "./readings.ts";

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const membersIn = (record: Members, name: string): Members => {
  const value = record[name];
  return isObject(value) ? value : {};
};
const textIn = (record: Members, name: string): string => {
  const value = record[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};
const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Remarks that an odometer was exchanged, or shows another distance than the vehicle's, as one of five digits does after
 * it has begun again.
 */
const replaced =
  /\b(?:odometer|speedometer|cluster)\s+(?:(?:was|is|has\s+been)\s+)?(?:replaced|exchanged|changed)\b/i;
const notActual =
  /\b(?:not\s+(?:the\s+)?actual|tmu|true\s+mileage\s+unknown|odometer\s+discrepancy|exceeds?\s+mechanical\s+limits?|eml)\b/i;
/** The same words where a record denies them. */
const denied = /\bno\s+(?:tmu|odometer\s+discrepancy)\b|\bodometer\s+discrepancy\s*:\s*(?:no|none)\b/gi;
/** This one counts in the odometer's own text alone: a title can be exempt of other things. */
const exempt = /\bexempt\b/i;

const bounds = { decimals: 1, least: 0, most: 9_999_999 } as const;

/** The number of a text, in the form with a decimal point or the one with a comma. */
function numberOf(text: string): number | null {
  for (const form of ["1,234.56", "1.234,56"] as const) {
    const read = readDecimal(text, form, bounds);
    if (read !== undefined) return Number(read);
  }
  return null;
}

interface Recorded {
  readonly source: ReadingSource;
  /** The odometer's text, and the unit of one without. */
  readonly text: string;
  readonly unit: Reading["unit"];
  /** Texts with remarks on the odometer. */
  readonly remarks: readonly string[];
  /** Texts of days, the best one first. */
  readonly days: readonly string[];
}

/** A reading of a record; none of one that has neither a value nor a remark. A value of 0 stands for an unknown one. */
function readingOf({ source, text, unit, remarks, days }: Recorded): readonly Reading[] {
  const found = amountIn(text.trim());
  const isDistance = found !== undefined && found.currency === "" && found.zeros === 0;
  const value = (isDistance && numberOf(found.number)) || null;
  const marked = statusOf(text, remarks);
  if (value === null && marked === "counted") return [];
  const date = days.map((day) => storedDay(day)).find((day) => day !== undefined) ?? null;
  const status = date === null ? "undated" : marked;
  return [{ date, value, unit: (isDistance && found.unit) || unit, status, sources: [source] }];
}

function statusOf(text: string, remarks: readonly string[]): ReadingStatus {
  const all = [text, ...remarks];
  if (all.some((one) => replaced.test(one))) return "replaced";
  if (all.some((one) => notActual.test(one.replace(denied, "")))) return "not_actual";
  return exempt.test(text) ? "exempt" : "counted";
}

/** The readings of records of auctions; miles unless a text has km. */
export function readingsOfAuctions(records: unknown): readonly Reading[] {
  return listOf(records).flatMap((record) => {
    const title = membersIn(record, "title-and-condition");
    return readingOf({
      source: "auction",
      text: textIn(membersIn(record, "technical-specs"), "Odometer"),
      unit: "mi",
      remarks: ["Title Type", "Title Description", "Common"].map((name) => textIn(title, name)),
      days: [textIn(membersIn(record, "sale-date-location"), "Auction Date")],
    });
  });
}

/** The text and the unit of a record with a member for each unit: that in miles, if it has a number. */
function inOneUnit(record: Members): Pick<Recorded, "text" | "unit"> {
  const [miles, km] = [textIn(record, "odometer_mi"), textIn(record, "odometer_km")];
  return !/\d/.test(miles) && km !== "" ? { text: km, unit: "km" } : { text: miles, unit: "mi" };
}

/** The readings of records of inspections. */
export function readingsOfInspections(records: unknown): readonly Reading[] {
  return listOf(records).flatMap((record) =>
    readingOf({
      source: "inspection",
      ...inOneUnit(record),
      remarks: [textIn(record, "note")],
      days: [textIn(record, "date")],
    }),
  );
}

/** The readings of records of sales and listings: in miles, or in kilometers if there are none. */
export function readingsOfSales(records: unknown): readonly Reading[] {
  return listOf(records).flatMap((record) => {
    const data = membersIn(record, "data");
    return readingOf({
      source: "sale",
      ...inOneUnit(data),
      remarks: ["title_record", "sale_document"].map((name) => textIn(data, name)),
      days: [textIn(record, "post_date"), textIn(data, "sale_date")],
    });
  });
}
