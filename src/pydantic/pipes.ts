import type { z } from "zod";
import { INVALID, type ValidationIssue } from "./issues.ts";
import type { Check, CompilePart, DefOf, Node } from "./node.ts";
import { reportRefinement } from "./refinements.ts";

/** Compiles `.transform` and `.pipe`: what the first half accepts goes into the second. */
export function compilePipe(def: DefOf<"pipe">, compile: CompilePart): Node {
  const first = compile(def.in);
  const then: Second = def.out._zod.def.type === "transform" ? transforming(def.out) : compile(def.out).check;
  const check: Check = (input, issues) => {
    const value = first.check(input, issues);
    return value === INVALID ? INVALID : then(value, issues, input);
  };
  return { ...first, check };
}

type Second = (value: unknown, issues: ValidationIssue[], input: unknown) => unknown;

function transforming(transform: z.core.$ZodType): Second {
  return (value, issues, input) => {
    const payload = transform._zod.parse({ value, issues: [] }, {});
    if (payload instanceof Promise) throw new TypeError("A request's transform must not be asynchronous");
    if (payload.issues.length === 0) return payload.value;
    reportRefinement(payload.issues, input, issues);
    return INVALID;
  };
}

/** Compiles a schema that is named only when used, as one that contains itself must be. */
export function compileLazy(def: DefOf<"lazy">, compile: CompilePart): Node {
  return compile(def.getter());
}
