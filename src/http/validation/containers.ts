import type { z } from "zod";
import {
  type Check,
  type CompiledSchema,
  type CompilePart,
  compileRules,
  type DefOf,
  type Rule,
  ruled,
} from "./compiled-schema.ts";
import { ABSENT, counted, INVALID, locate, refuse, type ValidationIssue } from "./issues.ts";

/** How members that the schema does not declare are handled. */
type Extras = "forbid" | "ignore" | CompiledSchema;

/** The members of an object schema, compiled once. */
export interface Members {
  readonly list: readonly { readonly name: string; readonly compiled: CompiledSchema }[];
  readonly names: ReadonlySet<string>;
  readonly extras: Extras;
}

/** Compiles the members of an object: strict forbids others, loose keeps them, plain ignores them. */
export function compileMembers(def: DefOf<"object">, compile: CompilePart): Members {
  const list = Object.keys(def.shape).map((name) => ({ name, compiled: compile(def.shape[name]!) }));
  const extras = def.catchall === undefined ? "ignore" : extrasOf(def.catchall, compile);
  return { list, names: new Set(list.map(({ name }) => name)), extras };
}

function extrasOf(catchall: z.core.$ZodType, compile: CompilePart): Extras {
  return catchall._zod.def.type === "never" ? "forbid" : compile(catchall);
}

/** Compiles an object: declared members in their order, then those that it does not name. */
export function compileObject(def: DefOf<"object">, compile: CompilePart): CompiledSchema {
  const members = compileMembers(def, compile);
  const check: Check = (input, issues) => {
    if (isObject(input)) return checkMembers(members, input, input, issues);
    const message = "Input should be a valid dictionary or object to extract fields from";
    return refuse(issues, "model_attributes_type", message, input);
  };
  return {
    label: "model",
    check: ruled(check, compileRules(def.checks)),
    secret: false,
    ...memberNames(members),
    repeated: false,
  };
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/** Checks the members that `given` has; `whole` is the input that a missing member's issue shows. */
export function checkMembers(
  members: Members,
  whole: unknown,
  given: Readonly<Record<string, unknown>>,
  issues: ValidationIssue[],
): Record<string, unknown> | typeof INVALID {
  const out: Record<string, unknown> = {};
  let valid = true;
  for (const { name, compiled } of members.list) {
    const from = issues.length;
    const value = checkMember(compiled, name, given, whole, issues);
    if (value === INVALID) {
      valid = false;
      locate(issues, from, name);
    } else if (value !== ABSENT) put(out, name, value);
  }
  if (members.extras !== "ignore" && !checkExtras(members, members.extras, given, out, issues)) valid = false;
  return valid ? out : INVALID;
}

function checkMember(
  compiled: CompiledSchema,
  name: string,
  given: Readonly<Record<string, unknown>>,
  whole: unknown,
  issues: ValidationIssue[],
): unknown {
  if (Object.hasOwn(given, name)) return compiled.check(given[name], issues);
  return compiled.absent === undefined
    ? refuse(issues, "missing", "Field required", whole)
    : compiled.absent();
}

function checkExtras(
  members: Members,
  extras: "forbid" | CompiledSchema,
  given: Readonly<Record<string, unknown>>,
  out: Record<string, unknown>,
  issues: ValidationIssue[],
): boolean {
  let valid = true;
  for (const name of Object.keys(given)) {
    if (members.names.has(name)) continue;
    const from = issues.length;
    const value =
      extras === "forbid"
        ? refuse(issues, "extra_forbidden", "Extra inputs are not permitted", given[name])
        : extras.check(given[name], issues);
    if (value === INVALID) {
      valid = false;
      locate(issues, from, name);
    } else put(out, name, value);
  }
  return valid;
}

/** Sets an own member of any name. Assigning `__proto__` would change the prototype. */
export function put(out: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(out, name, { value, writable: true, enumerable: true, configurable: true });
  } else out[name] = value;
}

function memberNames({ list, extras }: Members): Pick<CompiledSchema, "secretNames" | "openNames"> {
  const parts = list.map(({ compiled }) => compiled);
  if (typeof extras === "object") parts.push(extras);
  const named = (secret: boolean) =>
    list.filter(({ compiled }) => compiled.secret === secret).map(({ name }) => name);
  return {
    secretNames: [...named(true), ...parts.flatMap((compiled) => compiled.secretNames)],
    openNames: [...named(false), ...parts.flatMap((compiled) => compiled.openNames)],
  };
}

/** Compiles an array. One that is too long is refused before its items are checked. */
export function compileArray(def: DefOf<"array">, compile: CompilePart): CompiledSchema {
  const item = compile(def.element);
  const { max, rules } = sizeRules(def.checks);
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
  return { ...collectionOf(item), label: `list[${item.label}]`, check: ruled(check, rules), repeated: true };
}

function sizeRules(checks: DefOf<"array">["checks"]): { max: Rule | null; rules: Rule[] } {
  let max: Rule | null = null;
  const rules = compileRules(checks, (def) => {
    if (def.check === "min_length") return sizeRule("min", def.minimum);
    if (def.check !== "max_length") return null;
    max = sizeRule("max", def.maximum);
    return (value) => value;
  });
  return { max, rules };
}

function sizeRule(end: "min" | "max", bound: number): Rule {
  const type = end === "min" ? "too_short" : "too_long";
  const words = end === "min" ? "at least" : "at most";
  return (list: unknown[], input, issues) => {
    const { length } = list;
    if (end === "min" ? length >= bound : length <= bound) return list;
    const msg = `List should have ${words} ${counted(bound, "item")} after validation, not ${length}`;
    const ctx = { field_type: "List", [`${end}_length`]: bound, actual_length: length };
    return refuse(issues, type, msg, input, ctx);
  };
}

/** Compiles a record: any names that its key schema accepts, every value by the value schema. */
export function compileRecord(def: DefOf<"record">, compile: CompilePart): CompiledSchema {
  const key = compile(def.keyType);
  const item = compile(def.valueType);
  const check: Check = (input, issues) => {
    if (!isObject(input)) {
      return refuse(issues, "dict_type", "Input should be a valid dictionary", input);
    }
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
  const rules = compileRules(def.checks);
  return { ...collectionOf(item), label: `dict[${key.label},${item.label}]`, check: ruled(check, rules) };
}

function collectionOf(item: CompiledSchema): Omit<CompiledSchema, "label" | "check" | "absent"> {
  const { secret, secretNames, openNames } = item;
  return { secret, secretNames, openNames, repeated: false };
}

/** Compiles a union: an input that a branch leaves unchanged is that branch's, else the first that accepts it. */
export function compileUnion(def: DefOf<"union">, compile: CompilePart): CompiledSchema {
  if ("discriminator" in def && def.discriminator !== undefined)
    throw new TypeError("A request's schema cannot have a union with a discriminator");
  const branches = def.options.map(compile);
  const check: Check = (input, issues) => {
    let accepted: unknown = INVALID;
    const refusals: ValidationIssue[] = [];
    for (const branch of branches) {
      const from = refusals.length;
      const value = branch.check(input, refusals);
      if (value === INVALID) locate(refusals, from, branch.label);
      else if (value === input) return value;
      else if (accepted === INVALID) accepted = value;
    }
    if (accepted === INVALID) for (const refusal of refusals) issues.push(refusal);
    return accepted;
  };
  return {
    label: `union[${branches.map((branch) => branch.label).join(",")}]`,
    check: ruled(check, compileRules(def.checks)),
    secret: branches.some((branch) => branch.secret),
    secretNames: branches.flatMap((branch) => branch.secretNames),
    openNames: branches.flatMap((branch) => branch.openNames),
    repeated: branches.some((branch) => branch.repeated),
  };
}
