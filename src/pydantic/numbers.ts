import type { z } from "zod";
import { checkFloat } from "./floats.ts";
import { checkInteger } from "./integers.ts";
import { type DefOf, leaf, type Node } from "./node.ts";
import { compileRules, demand, type Rule, ruled } from "./rules.ts";

type AnyCheck = z.core.$ZodChecks["_zod"]["def"];

/** Compiles `z.int()` to an integer and `z.number()` to a float, with their bounds. */
export function compileNumber(def: DefOf<"number">): Node {
  const own: { type?: string; check?: string }[] = [
    def,
    ...(def.checks ?? []).map((check) => check._zod.def),
  ];
  const formats = own.filter(isFormat);
  for (const { format } of formats) {
    if (format !== "safeint")
      throw new TypeError(`A request's schema has an unknown number format: ${format}`);
  }
  const whole = formats.length > 0;
  const bounds = (def.checks ?? []).filter((check) => !isFormat(check._zod.def));
  const rules = compileRules(bounds.toSorted(pydanticOrder), bound);
  const label = `${rules.length > 0 && whole ? "constrained-" : ""}${whole ? "int" : "float"}`;
  return leaf(label, ruled(whole ? checkInteger : checkFloat, rules));
}

function isFormat(def: { check?: string }): def is z.core.$ZodCheckNumberFormatDef {
  return def.check === "number_format";
}

// Where several bounds are broken pydantic lists the first of these.
const order = ["multiple_of", "less_than", "greater_than", "custom"];

function pydanticOrder(a: z.core.$ZodCheck, b: z.core.$ZodCheck): number {
  return order.indexOf(a._zod.def.check) - order.indexOf(b._zod.def.check);
}

function bound(def: AnyCheck): Rule | null {
  const value = "value" in def ? Number(def.value) : 0;
  const says = (comparison: string) => `Input should be ${comparison} ${value}`;
  if (def.check === "multiple_of") {
    const accepts = (n: number) => n % value === 0;
    return demand(accepts, "multiple_of", says("a multiple of"), { multiple_of: value });
  }
  if (def.check === "less_than") {
    if (def.inclusive) {
      return demand((n: number) => n <= value, "less_than_equal", says("less than or equal to"), {
        le: value,
      });
    }
    return demand((n: number) => n < value, "less_than", says("less than"), { lt: value });
  }
  if (def.check !== "greater_than") return null;
  if (def.inclusive) {
    return demand((n: number) => n >= value, "greater_than_equal", says("greater than or equal to"), {
      ge: value,
    });
  }
  return demand((n: number) => n > value, "greater_than", says("greater than"), { gt: value });
}
