import { plateStates } from "./plate-states.ts";

type Members = Readonly<Record<string, unknown>>;

/** The object that a member is; empty if it is absent. */
export const membersOf = (record: Members, name: string): Members => (record[name] ?? {}) as Members;

/** The text that a member is, else `""`. */
export function textIn(record: Members, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}

/** An id for an event without a number of its own: equal records have equal ids. */
export function digestOf(record: Members): string {
  return Bun.hash(JSON.stringify(record)).toString(16).padStart(16, "0");
}

/** The moment that a text names, in milliseconds UTC; 0 if it names none. Days are UTC. */
export function momentOf(text: string): number {
  const [, day, time = "00:00:00", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    ) ?? [];
  const at = Date.parse(day === undefined ? text : `${day}T${time}${zone}`);
  // Before the first car there was nothing to record.
  return Number.isFinite(at) && at > Date.UTC(1900, 0, 1) ? Math.max(0, at) : 0;
}

/** A date such as 1/6/20: two numbers with the separator between them, and the year. */
export const dayAndMonth = /^\s*(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;

/** The amount in a text such as `$4,200` or `151,000 mi`; undefined if there is none. */
export function amountOf(text: unknown): number | undefined {
  const digits = typeof text === "string" ? /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] : undefined;
  const value = digits === undefined ? Number.NaN : Number(digits.replaceAll(",", ""));
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** The first state's two letters in a text, else `""`. */
export function stateIn(text: string): string {
  const found = text.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [];
  return found.find((one) => plateStates.has(one)) ?? "";
}
