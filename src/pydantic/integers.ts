import { type INVALID, refuse, type ValidationIssue } from "./issues.ts";

// Python's bound on the digits of an integer in text.
const digitsMax = 4300;

// Two expressions, because one that repeats a group takes a quarter of a second for 1 MiB.
const whole = /^[+-]?[\d_]+(?:\.0+)?$/;
const underscoreAstray = /__|^[+-]?_|_(?:\.|$)/;

/**
 * An integer in pydantic's lax mode: whole numbers, true and false, and their texts ("1", " +1_000 ",
 * "1.0"). The value is always a safe integer: one beyond ±(2^53−1) becomes that bound, so that no
 * arithmetic on it, and no database, meets a number it cannot hold.
 */
export function checkInteger(input: unknown, issues: ValidationIssue[]): number | typeof INVALID {
  if (typeof input === "number") {
    if (Number.isInteger(input)) return saturate(input);
    if (!Number.isFinite(input)) {
      return refuse(issues, "finite_number", "Input should be a finite number", input);
    }
    const message = "Input should be a valid integer, got a number with a fractional part";
    return refuse(issues, "int_from_float", message, input);
  }
  if (typeof input === "boolean") return input ? 1 : 0;
  if (typeof input !== "string") {
    return refuse(issues, "int_type", "Input should be a valid integer", input);
  }
  const text = input.trim();
  if (!whole.test(text) || underscoreAstray.test(text)) {
    const message = "Input should be a valid integer, unable to parse string as an integer";
    return refuse(issues, "int_parsing", message, input);
  }
  const plain = text.replaceAll("_", "");
  if (plain.replace(/^[+-]?0*|\.0+$/g, "").length > digitsMax) {
    const message = "Unable to parse input string as an integer, exceeded maximum size";
    return refuse(issues, "int_parsing_size", message, input);
  }
  return saturate(Number(plain));
}

function saturate(value: number): number {
  if (value > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER;
  if (value < Number.MIN_SAFE_INTEGER) return Number.MIN_SAFE_INTEGER;
  return value === 0 ? 0 : value;
}
