import { dayOfDigits, dayOfIso, monthOfIso, numberIn } from "../../../../base/reading/declared.ts";
import { vinOf } from "../../../../base/reading/vins.ts";

/** A text, or undefined if it is empty or one of those that mean "unknown". */
export function known(text: string, unknown?: RegExp): string | undefined {
  return text === "" || unknown?.test(text) ? undefined : text;
}

const bounds = { decimals: 3, least: 0, most: 999_999_999 };

/** A number above zero, with a decimal point; registers write 0 for unknown values. */
export const figure = (text: string): number | undefined =>
  text === "" ? undefined : numberIn(text, "1 234.56", bounds) || undefined;

/**
 * The same of a register whose editions have a decimal comma or a point. None groups its digits: three of them after a
 * sign are no number.
 */
export const figureWithComma = (text: string): number | undefined =>
  numberIn(text, text.includes(",") ? "1 234,56" : "1 234.56", { ...bounds, decimals: 2 }) || undefined;

/** The day of `20010626`, of `2001-06-26` with or without a time and a zone, or the month of `2001-6`. */
export const day = (text: string): string | undefined =>
  dayOfDigits(text) ?? dayOfIso(text) ?? monthOfIso(text);

/** A model's name without the make that some registers write before it. */
export function withoutMake(model: string, make: string): string {
  return make !== "" && model.startsWith(`${make} `) ? model.slice(make.length + 1).trimStart() : model;
}

/** The number of a vehicle's frame: its VIN if it is one, and else the number as the register has it. */
export function frameOf(text: string): { readonly vin: string; readonly chassis_number?: string } {
  const plain = text.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  const vin = vinOf(text) ?? vinOf(plain);
  if (vin !== undefined) return { vin };
  return text === "" ? { vin: "" } : { vin: "", chassis_number: text };
}
