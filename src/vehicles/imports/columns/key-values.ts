import { momentOf } from "../../families/event-values.ts";
import { RecordError } from "../input/import-error.ts";

type Given = Readonly<Record<string, unknown>>;

/** A text; numbers are accepted. */
export function textOf(given: Given, name: string, required: boolean): string {
  const value = given[name];
  const text = typeof value === "number" ? String(value) : (value ?? "");
  if (typeof text !== "string") throw new RecordError(name, value, "must be text");
  const trimmed = text.trim();
  if (required && trimmed === "") throw new RecordError(name, value ?? "", "must not be empty");
  return trimmed;
}

export function wholeNumber(given: Given, name: string, least: number, most: number): number {
  const text = textOf(given, name, true);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new RecordError(name, given[name], `must be a whole number from ${least} to ${most}`);
}

/** A moment in milliseconds UTC. */
export function dateTime(given: Given, name: string): number {
  const at = momentOf(textOf(given, name, true));
  if (at > 0) return at;
  throw new RecordError(name, given[name], "must be a date, for example 2026-11-21 or 2026-11-21T08:15:00Z");
}
