import type { z } from "zod";
import {
  type Check,
  type CompiledSchema,
  compileRules,
  type DefOf,
  leaf,
  type Rule,
  rule,
} from "./compiled-schema.ts";
import { alternatives, type INVALID, refuse, repr, type ValidationIssue } from "./issues.ts";

const yes = /^(?:1|on|t|true|y|yes)$/i;
const no = /^(?:0|off|f|false|n|no)$/i;

/** A boolean in pydantic's lax mode: true and false, 1 and 0, and the usual words for them. */
export function checkBoolean(input: unknown, issues: ValidationIssue[]): boolean | typeof INVALID {
  if (typeof input === "boolean") return input;
  if (input === 1 || (typeof input === "string" && yes.test(input))) return true;
  if (input === 0 || (typeof input === "string" && no.test(input))) return false;
  if (typeof input === "string" || Number.isInteger(input)) {
    const message = "Input should be a valid boolean, unable to interpret input";
    return refuse(issues, "bool_parsing", message, input);
  }
  return refuse(issues, "bool_type", "Input should be a valid boolean", input);
}

// Python's bound on the digits of an integer in text.
const digitsMax = 4300;

// Two expressions, because one that repeats a group takes a quarter of a second for 1 MiB.
const whole = /^[+-]?[\d_]+(?:\.0+)?$/;
const misplacedUnderscore = /__|^[+-]?_|_(?:\.|$)/;

/**
 * An integer in pydantic's lax mode: whole numbers, true and false, and their texts ("1", " +1_000 ",
 * "1.0"). The value is always a safe integer: one beyond ±(2^53−1) becomes that limit, so that no
 * arithmetic and no database receives a number that it cannot represent.
 */
export function checkInteger(input: unknown, issues: ValidationIssue[]): number | typeof INVALID {
  if (typeof input === "number") {
    if (Number.isInteger(input)) return saturate(input);
    const message = "Input should be a valid integer, got a number with a fractional part";
    return refuse(issues, "int_from_float", message, input);
  }
  if (typeof input === "boolean") return input ? 1 : 0;
  if (typeof input !== "string") {
    return refuse(issues, "int_type", "Input should be a valid integer", input);
  }
  const text = input.trim();
  if (!whole.test(text) || misplacedUnderscore.test(text)) {
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
  const message = "Input should be a valid number, unable to parse string as a number";
  return refuse(issues, "float_parsing", message, input);
}

/** Compiles `z.int()` to an integer and `z.number()` to a float, with their bounds. */
export function compileNumber(def: DefOf<"number">): CompiledSchema {
  const checks = def.checks ?? [];
  const stated: { type?: string; check?: string }[] = [def, ...checks.map((check) => check._zod.def)];
  const formats = stated.filter(isFormat);
  for (const { format } of formats) {
    if (format !== "safeint")
      throw new TypeError(`A request's schema has an unknown number format: ${format}`);
  }
  const integral = formats.length > 0;
  const bounds = checks.filter((check) => !isFormat(check._zod.def));
  const rules = compileRules(bounds.toSorted(inPydanticOrder), boundRule);
  const label = `${rules.length > 0 && integral ? "constrained-" : ""}${integral ? "int" : "float"}`;
  return leaf(label, integral ? checkInteger : checkFloat, rules);
}

type CheckDef = z.core.$ZodChecks["_zod"]["def"];

function isFormat(def: { check?: string }): def is z.core.$ZodCheckNumberFormatDef {
  return def.check === "number_format";
}

// If several bounds are broken, pydantic lists the first of these.
const order = ["less_than", "greater_than", "custom"];

function inPydanticOrder(a: z.core.$ZodCheck, b: z.core.$ZodCheck): number {
  return order.indexOf(a._zod.def.check) - order.indexOf(b._zod.def.check);
}

function boundRule(def: CheckDef): Rule | null {
  if (def.check !== "less_than" && def.check !== "greater_than") return null;
  const bound = Number(def.value);
  const says = (comparison: string) => `Input should be ${comparison} ${bound}`;
  if (def.check === "less_than") {
    return def.inclusive
      ? rule((n: number) => n <= bound, "less_than_equal", says("less than or equal to"), { le: bound })
      : rule((n: number) => n < bound, "less_than", says("less than"), { lt: bound });
  }
  return def.inclusive
    ? rule((n: number) => n >= bound, "greater_than_equal", says("greater than or equal to"), { ge: bound })
    : rule((n: number) => n > bound, "greater_than", says("greater than"), { gt: bound });
}

/** Compiles one or several literals: only the value itself, uncoerced. */
export function compileLiteral(def: DefOf<"literal">): CompiledSchema {
  return leaf(`literal[${def.values.map(repr).join(",")}]`, oneOf(def.values, "literal_error"));
}

/** Compiles an enumeration of strings. */
export function compileEnum(def: DefOf<"enum">): CompiledSchema {
  return leaf("str-enum", oneOf(Object.values(def.entries), "enum"));
}

function oneOf(values: readonly unknown[], type: string): Check {
  const accepted = new Set(values);
  const expected = alternatives(values);
  return (input, issues) =>
    accepted.has(input) ? input : refuse(issues, type, `Input should be ${expected}`, input, { expected });
}
