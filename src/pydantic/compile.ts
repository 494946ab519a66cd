import { z } from "zod";
import { checkBoolean } from "./booleans.ts";
import { compileEnum, compileLiteral } from "./choices.ts";
import { compileArray, compileRecord } from "./containers.ts";
import { compileText } from "./formats.ts";
import { refuse } from "./issues.ts";
import { type Check, type CompilePart, leaf, type Node, type SchemaDef } from "./node.ts";
import { compileNumber } from "./numbers.ts";
import { compileObject } from "./objects.ts";
import { compileLazy, compilePipe } from "./pipes.ts";
import { compileRules, ruled } from "./rules.ts";
import { concealed, isMarkedSecret } from "./secrets.ts";
import { compileUnion } from "./unions.ts";
import {
  compileDefault,
  compileNullable,
  compileOptional,
  compilePrefault,
  compileRequired,
} from "./wrappers.ts";

/** Compiles a schema into the check of its inputs; throws a TypeError on a kind that it does not know. */
export function compileSchema(schema: z.core.$ZodType): Node {
  const compiled = new Map<z.core.$ZodType, Node>();
  const underway = new Set<z.core.$ZodType>();
  const compile: CompilePart = (part) => {
    const done = compiled.get(part);
    if (done !== undefined) return done;
    // A schema met within itself is not compiled yet: its check is looked up when it is needed.
    if (underway.has(part))
      return leaf(labelOf(part), (input, issues) => compiled.get(part)!.check(input, issues));
    underway.add(part);
    const plain = compileDef((part as z.core.$ZodTypes)._zod.def, compile);
    const node = { ...plain, label: plain.label === "model" ? labelOf(part) : plain.label };
    const whole = node.secret || isMarkedSecret(part) ? concealed(node) : node;
    compiled.set(part, whole);
    return whole;
  };
  return compile(schema);
}

/** A union names a model by the title or id of its schema. */
function labelOf(schema: z.core.$ZodType): string {
  const meta = z.globalRegistry.get(schema);
  return meta?.title ?? meta?.id ?? "model";
}

const compilers: {
  [K in SchemaDef["type"]]?: (def: Extract<SchemaDef, { type: K }>, compile: CompilePart) => Node;
} = {
  string: compileText,
  number: compileNumber,
  boolean: (def) =>
    leaf(
      "bool",
      ruled(
        checkBoolean,
        compileRules(def.checks, () => null),
      ),
    ),
  null: () => leaf("none", checkNull),
  unknown: () => leaf("any", (input) => input),
  any: () => leaf("any", (input) => input),
  literal: compileLiteral,
  enum: compileEnum,
  array: compileArray,
  record: compileRecord,
  object: compileObject,
  union: compileUnion,
  pipe: compilePipe,
  lazy: compileLazy,
  optional: compileOptional,
  nullable: compileNullable,
  default: compileDefault,
  prefault: compilePrefault,
  nonoptional: compileRequired,
  readonly: (def, compile) => compile(def.innerType),
};

function compileDef(def: SchemaDef, compile: CompilePart): Node {
  const compiler = compilers[def.type] as ((def: SchemaDef, compile: CompilePart) => Node) | undefined;
  if (compiler === undefined)
    throw new TypeError(`A request's schema has a kind that requests cannot have: ${def.type}`);
  return compiler(def, compile);
}

const checkNull: Check = (input, issues) =>
  input === null ? null : refuse(issues, "none_required", "Input should be None", input);
