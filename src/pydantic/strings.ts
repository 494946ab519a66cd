import { refuse } from "./issues.ts";
import { codePoints } from "./json.ts";
import { type Check, type DefOf, leaf, type Node } from "./node.ts";
import { counted } from "./python-text.ts";
import { compileRules, demand, type Rule, ruled } from "./rules.ts";

/** Compiles a plain string: nothing is coerced to it; lengths are in code points. */
export function compileString(def: DefOf<"string">): Node {
  const rules = stringRules(def.checks);
  const label = rules.length === 0 ? "str" : "constrained-str";
  return leaf(label, ruled(checkString, rules));
}

/** Any string, and nothing else. */
export const checkString: Check = (input, issues) =>
  typeof input === "string" ? input : refuse(issues, "string_type", "Input should be a valid string", input);

/** The rules of a string in the order in which the schema states them; only the first refusal is listed. */
export function stringRules(checks: DefOf<"string">["checks"]): Rule[] {
  return compileRules(checks, (def) => {
    switch (def.check) {
      case "min_length":
        return lengthMin(def.minimum);
      case "max_length":
        return lengthMax(def.maximum);
      case "length_equals":
        return lengthExact(def.length);
      case "overwrite":
        return (value) => def.tx(value);
      case "string_format":
        return def.format === "regex" && def.pattern !== undefined ? pattern(def.pattern) : null;
      default:
        return null;
    }
  });
}

function lengthMin(min: number): Rule {
  const msg = `String should have at least ${counted(min, "character")}`;
  return demand((value: string) => codePoints(value) >= min, "string_too_short", msg, { min_length: min });
}

function lengthMax(max: number): Rule {
  const msg = `String should have at most ${counted(max, "character")}`;
  const accepts = (value: string) => value.length <= max || codePoints(value) <= max;
  return demand(accepts, "string_too_long", msg, { max_length: max });
}

function lengthExact(length: number): Rule {
  const [min, max] = [lengthMin(length), lengthMax(length)];
  return (value, input, issues) => (codePoints(value) < length ? min : max)(value, input, issues);
}

/** A pattern, written as Python would write it. */
export function pattern(expression: RegExp): Rule {
  // A sticky or global expression would remember the last request.
  const stateless = new RegExp(expression.source, expression.flags.replace(/[gy]/g, ""));
  const written = expression.source.replaceAll("\\/", "/");
  const msg = `String should match pattern '${written}'`;
  return demand((value: string) => stateless.test(value), "string_pattern_mismatch", msg, {
    pattern: written,
  });
}
