import { ABSENT, INVALID } from "./issues.ts";
import type { CompilePart, DefOf, Node } from "./node.ts";

/** May be left out; null is no way of leaving it out. */
export function compileOptional(def: DefOf<"optional">, compile: CompilePart): Node {
  const inner = compile(def.innerType);
  return { ...inner, absent: inner.absent ?? (() => ABSENT) };
}

/** Null, or the inner schema. */
export function compileNullable(def: DefOf<"nullable">, compile: CompilePart): Node {
  const inner = compile(def.innerType);
  return { ...inner, check: (input, issues) => (input === null ? null : inner.check(input, issues)) };
}

/** A default stands for a member that was left out, and is not itself judged. */
export function compileDefault(def: DefOf<"default">, compile: CompilePart): Node {
  // The definition's value is a getter that copies, so that no request sees another's.
  return { ...compile(def.innerType), absent: () => def.defaultValue };
}

/** Required even where the inner schema could be left out. */
export function compileRequired(def: DefOf<"nonoptional">, compile: CompilePart): Node {
  const { absent: _, ...inner } = compile(def.innerType);
  return inner;
}

/** Stands for a member that was left out, and is judged like one that was sent. */
export function compilePrefault(def: DefOf<"prefault">, compile: CompilePart): Node {
  const inner = compile(def.innerType);
  const value = inner.check(def.defaultValue, []);
  if (value === INVALID) throw new TypeError("A request's schema refuses its own prefault value");
  return { ...inner, absent: () => inner.check(def.defaultValue, []) };
}
