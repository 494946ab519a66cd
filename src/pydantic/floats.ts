import { type INVALID, refuse, type ValidationIssue } from "./issues.ts";

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

/** A number in pydantic's lax mode: numbers, true and false, and their texts, "inf" and "nan" included. */
export function checkFloat(input: unknown, issues: ValidationIssue[]): number | typeof INVALID {
  if (typeof input === "number") return input;
  if (typeof input === "boolean") return input ? 1 : 0;
  if (typeof input !== "string") {
    return refuse(issues, "float_type", "Input should be a valid number", input);
  }
  const text = input.trim().replaceAll(/(?<=\d)_(?=\d)/g, "");
  if (decimal.test(text)) return Number(text);
  const sign = infinity.exec(text)?.[1];
  if (sign !== undefined) return sign === "-" ? -Infinity : Infinity;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  return refuse(
    issues,
    "float_parsing",
    "Input should be a valid number, unable to parse string as a number",
    input,
  );
}
