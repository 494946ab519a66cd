import type { z } from "zod";
import { INVALID } from "./issues.ts";
import type { Check, CompilePart, DefOf, Node } from "./node.ts";
import { reportRefinement } from "./refinements.ts";

/** Compiles `.transform` and `.pipe`: what the first half accepts goes into the second. */
export function compilePipe(def: DefOf<"pipe">, compile: CompilePart): Node {
  const first = compile(def.in);
  const out = (def.out as z.core.$ZodTypes)._zod.def;
  const then = out.type === "transform" ? transforming(out) : compile(def.out).check;
  const check: Check = (input, issues) => {
    const value = first.check(input, issues);
    return value === INVALID ? INVALID : then(value, issues);
  };
  return { ...first, check };
}

function transforming(def: DefOf<"transform">): Check {
  return (input, issues) => {
    const payload: z.core.ParsePayload = { value: input, issues: [] };
    const value = def.transform(input, payload as never);
    if (value instanceof Promise) throw new TypeError("A request's transform must not be asynchronous");
    if (payload.issues.length === 0) return value;
    reportRefinement(payload.issues, input, issues);
    return INVALID;
  };
}

/** Compiles a schema that is named only when used, as one that contains itself must be. */
export function compileLazy(def: DefOf<"lazy">, compile: CompilePart): Node {
  return compile(def.getter());
}
