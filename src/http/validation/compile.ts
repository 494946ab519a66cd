import { z } from "zod";
import {
  type Check,
  type CompiledSchema,
  type CompilePart,
  compileRules,
  type DefOf,
  leaf,
  reportFindings,
  type SchemaDef,
} from "./compiled-schema.ts";
import { compileArray, compileObject, compileRecord, compileUnion } from "./containers.ts";
import { ABSENT, INVALID, type ValidationIssue } from "./issues.ts";
import { checkBoolean, compileEnum, compileLiteral, compileNumber } from "./scalars.ts";
import { concealed, isMarkedSecret } from "./secrets.ts";
import { compileText } from "./strings.ts";

/**
 * Compiles a schema into the check of its inputs. Throws a TypeError on an unsupported kind of schema, and on one
 * that contains itself.
 */
export function compileSchema(schema: z.core.$ZodType): CompiledSchema {
  const enclosing = new Set<z.core.$ZodType>();
  const compile: CompilePart = (part) => {
    if (enclosing.has(part)) throw new TypeError("A request's schema must not contain itself");
    enclosing.add(part);
    const plain = compileDef((part as z.core.$ZodTypes)._zod.def, compile);
    enclosing.delete(part);
    const compiled = { ...plain, label: plain.label === "model" ? modelName(part) : plain.label };
    return compiled.secret || isMarkedSecret(part) ? concealed(compiled) : compiled;
  };
  return compile(schema);
}

/** A union names a model by the title or id of its schema. */
function modelName(schema: z.core.$ZodType): string {
  const meta = z.globalRegistry.get(schema);
  return meta?.title ?? meta?.id ?? "model";
}

type Compiler<K extends SchemaDef["type"]> = (
  def: Extract<SchemaDef, { type: K }>,
  compile: CompilePart,
) => CompiledSchema;

const compilers: { [K in SchemaDef["type"]]?: Compiler<K> } = {
  string: compileText,
  number: compileNumber,
  boolean: (def) => leaf("bool", checkBoolean, compileRules(def.checks)),
  unknown: () => leaf("any", (input) => input),
  literal: compileLiteral,
  enum: compileEnum,
  array: compileArray,
  record: compileRecord,
  object: compileObject,
  union: compileUnion,
  pipe: compilePipe,
  optional: compileOptional,
  nullable: compileNullable,
  default: compileDefault,
  nonoptional: compileRequired,
};

function compileDef(def: SchemaDef, compile: CompilePart): CompiledSchema {
  const compiler = compilers[def.type] as
    | ((def: SchemaDef, compile: CompilePart) => CompiledSchema)
    | undefined;
  if (compiler === undefined)
    throw new TypeError(`A request's schema has a kind that requests cannot have: ${def.type}`);
  return compiler(def, compile);
}

/** Optional; null is a value. */
function compileOptional(def: DefOf<"optional">, compile: CompilePart): CompiledSchema {
  const inner = compile(def.innerType);
  return { ...inner, absent: inner.absent ?? (() => ABSENT) };
}

/** Null, or the inner schema. */
function compileNullable(def: DefOf<"nullable">, compile: CompilePart): CompiledSchema {
  const inner = compile(def.innerType);
  return { ...inner, check: (input, issues) => (input === null ? null : inner.check(input, issues)) };
}

/** A default replaces a missing member and is not checked. */
function compileDefault(def: DefOf<"default">, compile: CompilePart): CompiledSchema {
  // The definition's value is a getter that copies, so that requests share no value.
  return { ...compile(def.innerType), absent: () => def.defaultValue };
}

/** Required even if the inner schema is optional. */
function compileRequired(def: DefOf<"nonoptional">, compile: CompilePart): CompiledSchema {
  const { absent: _, ...inner } = compile(def.innerType);
  return inner;
}

/** `.transform` and `.pipe`: what the first half accepts goes into the second. */
function compilePipe(def: DefOf<"pipe">, compile: CompilePart): CompiledSchema {
  const first = compile(def.in);
  const then: Second = def.out._zod.def.type === "transform" ? transform(def.out) : compile(def.out).check;
  const check: Check = (input, issues) => {
    const value = first.check(input, issues);
    return value === INVALID ? INVALID : then(value, issues, input);
  };
  return { ...first, check };
}

type Second = (value: unknown, issues: ValidationIssue[], input: unknown) => unknown;

function transform(schema: z.core.$ZodType): Second {
  return (value, issues, input) => {
    const payload = schema._zod.parse({ value, issues: [] }, {});
    if (payload instanceof Promise) throw new TypeError("A request's transform must not be asynchronous");
    return payload.issues.length === 0 ? payload.value : reportFindings(payload.issues, input, issues);
  };
}
