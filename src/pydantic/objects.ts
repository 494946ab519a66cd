import type { z } from "zod";
import { ABSENT, INVALID, locate, refuse, type ValidationIssue } from "./issues.ts";
import type { Check, CompilePart, DefOf, Node } from "./node.ts";
import { compileRules, ruled } from "./rules.ts";

/** What becomes of members that the schema does not name. */
export type Extras = "forbid" | "ignore" | Node;

/** The members of an object schema, compiled once. */
export interface Members {
  readonly list: readonly { readonly name: string; readonly node: Node }[];
  readonly names: ReadonlySet<string>;
  readonly extras: Extras;
}

/** Compiles the members of an object: strict forbids others, loose keeps them, plain ignores them. */
export function compileMembers(def: DefOf<"object">, compile: CompilePart): Members {
  const list = Object.keys(def.shape).map((name) => ({ name, node: compile(def.shape[name]!) }));
  const catchall = def.catchall === undefined ? "ignore" : extrasOf(def.catchall, compile);
  return { list, names: new Set(list.map(({ name }) => name)), extras: catchall };
}

function extrasOf(catchall: z.core.$ZodType, compile: CompilePart): Extras {
  return catchall._zod.def.type === "never" ? "forbid" : compile(catchall);
}

/** Compiles an object: declared members in their order, then those it does not name. */
export function compileObject(def: DefOf<"object">, compile: CompilePart): Node {
  const members = compileMembers(def, compile);
  const check: Check = (input, issues) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      const message = "Input should be a valid dictionary or object to extract fields from";
      return refuse(issues, "model_attributes_type", message, input);
    }
    return checkMembers(members, input, input as Record<string, unknown>, issues);
  };
  const rules = compileRules(def.checks, () => null);
  return {
    label: "model",
    check: ruled(check, rules),
    secret: false,
    secretNames: secretNames(members),
    repeated: false,
  };
}

/** Judges the members that `given` has; `whole` is the input that a missing member's issue shows. */
export function checkMembers(
  members: Members,
  whole: unknown,
  given: Readonly<Record<string, unknown>>,
  issues: ValidationIssue[],
): Record<string, unknown> | typeof INVALID {
  const out: Record<string, unknown> = {};
  let valid = true;
  for (const { name, node } of members.list) {
    const from = issues.length;
    const value = checkMember(node, name, given, whole, issues);
    if (value === INVALID) {
      valid = false;
      locate(issues, from, name);
    } else if (value !== ABSENT) put(out, name, value);
  }
  if (members.extras !== "ignore" && !checkExtras(members, members.extras, given, out, issues)) valid = false;
  return valid ? out : INVALID;
}

function checkMember(
  node: Node,
  name: string,
  given: Readonly<Record<string, unknown>>,
  whole: unknown,
  issues: ValidationIssue[],
): unknown {
  if (Object.hasOwn(given, name)) return node.check(given[name], issues);
  return node.absent === undefined ? refuse(issues, "missing", "Field required", whole) : node.absent();
}

function checkExtras(
  members: Members,
  extras: "forbid" | Node,
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

/** Sets an own member whatever its name: assigning `__proto__` would change the prototype instead. */
export function put(out: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(out, name, { value, writable: true, enumerable: true, configurable: true });
  } else out[name] = value;
}

function secretNames(members: Members): string[] {
  const names = members.list.flatMap(({ name, node }) => (node.secret ? [name] : node.secretNames));
  return typeof members.extras === "object" ? [...names, ...members.extras.secretNames] : names;
}
