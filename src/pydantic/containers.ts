import { INVALID, locate, refuse } from "./issues.ts";
import type { Check, CompilePart, DefOf, Node } from "./node.ts";
import { put } from "./objects.ts";
import { counted } from "./python-text.ts";
import { compileRules, type Rule, ruled } from "./rules.ts";

/** Compiles an array. One that is too long is refused before its items are looked at. */
export function compileArray(def: DefOf<"array">, compile: CompilePart): Node {
  const item = compile(def.element);
  const { max, rules } = sizeRules(def.checks, "List", (value: unknown[]) => value.length);
  const check: Check = (input, issues) => {
    if (!Array.isArray(input)) return refuse(issues, "list_type", "Input should be a valid list", input);
    if (max?.(input as never, input, issues) === INVALID) return INVALID;
    const out: unknown[] = [];
    let valid = true;
    for (const [index, element] of input.entries()) {
      const from = issues.length;
      const value = item.check(element, issues);
      if (value === INVALID) {
        valid = false;
        locate(issues, from, index);
      } else out.push(value);
    }
    return valid ? out : INVALID;
  };
  return { ...inherit(item), label: `list[${item.label}]`, check: ruled(check, rules), repeated: true };
}

/** Compiles a record: any names that its key schema accepts, every value by the value schema. */
export function compileRecord(def: DefOf<"record">, compile: CompilePart): Node {
  const key = compile(def.keyType);
  const item = compile(def.valueType);
  const { max, rules } = sizeRules(def.checks, "Dictionary", (value: object) => Object.keys(value).length);
  const check: Check = (input, issues) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return refuse(issues, "dict_type", "Input should be a valid dictionary", input);
    }
    if (max?.(input as never, input, issues) === INVALID) return INVALID;
    const out: Record<string, unknown> = {};
    let valid = true;
    for (const [given, element] of Object.entries(input)) {
      let from = issues.length;
      const name = key.check(given, issues);
      if (name === INVALID) locate(issues, from, given, "[key]");
      from = issues.length;
      const value = item.check(element, issues);
      if (value === INVALID) locate(issues, from, given);
      if (name === INVALID || value === INVALID) valid = false;
      else put(out, String(name), value);
    }
    return valid ? out : INVALID;
  };
  return { ...inherit(item), label: `dict[${key.label},${item.label}]`, check: ruled(check, rules) };
}

function inherit(item: Node): Pick<Node, "secret" | "secretNames" | "repeated"> {
  return { secret: item.secret, secretNames: item.secretNames, repeated: false };
}

function sizeRules<T>(
  checks: DefOf<"array">["checks"] | DefOf<"record">["checks"],
  kind: string,
  size: (value: T) => number,
): { max: Rule | null; rules: Rule[] } {
  let max: Rule | null = null;
  const rules = compileRules(checks, (def) => {
    if (def.check === "min_length") return sizeRule(kind, size, "min", def.minimum);
    if (def.check !== "max_length") return null;
    max = sizeRule(kind, size, "max", def.maximum);
    return (value) => value;
  });
  return { max, rules };
}

function sizeRule<T>(kind: string, size: (value: T) => number, end: "min" | "max", bound: number): Rule {
  const type = end === "min" ? "too_short" : "too_long";
  const words = end === "min" ? "at least" : "at most";
  return (value: T, input, issues) => {
    const length = size(value);
    if (end === "min" ? length >= bound : length <= bound) return value;
    const msg = `${kind} should have ${words} ${counted(bound, "item")} after validation, not ${length}`;
    const ctx = { field_type: kind, [`${end}_length`]: bound, actual_length: length };
    return refuse(issues, type, msg, input, ctx);
  };
}
