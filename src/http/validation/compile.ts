import type { z } from "zod";
import { checkBoolean } from "./booleans.ts";
import { compileEnum, compileLiteral } from "./choices.ts";
import { compileArray, compileRecord } from "./containers.ts";
import { refuse } from "./issues.ts";
import { type CompilePart, leaf, type Node, type SchemaDef } from "./node.ts";
import { compileNumber } from "./numbers.ts";
import { compileObject } from "./objects.ts";
import { compileRules, ruled } from "./rules.ts";
import { concealed, isMarkedSecret } from "./secrets.ts";
import { compileString } from "./strings.ts";
import { compileDefault, compileNullable, compileOptional, compileRequired } from "./wrappers.ts";

/** Compiles a schema into the check of its inputs; throws a TypeError on a kind that it does not know. */
export function compileSchema(schema: z.core.$ZodType): Node {
  const node = compileDef((schema as z.core.$ZodTypes)._zod.def, compileSchema);
  return node.secret || isMarkedSecret(schema) ? concealed(node) : node;
}

function compileDef(def: SchemaDef, compile: CompilePart): Node {
  switch (def.type) {
    case "string":
      return compileString(def);
    case "number":
      return compileNumber(def);
    case "boolean":
      return leaf(
        "bool",
        ruled(
          checkBoolean,
          compileRules(def.checks, () => null),
        ),
      );
    case "null":
      return leaf("none", (input, issues) =>
        input === null ? null : refuse(issues, "none_required", "Input should be None", input),
      );
    case "unknown":
    case "any":
      return leaf("any", (input) => input);
    case "literal":
      return compileLiteral(def);
    case "enum":
      return compileEnum(def);
    case "array":
      return compileArray(def, compile);
    case "record":
      return compileRecord(def, compile);
    case "object":
      return compileObject(def, compile);
    case "optional":
      return compileOptional(def, compile);
    case "nullable":
      return compileNullable(def, compile);
    case "default":
      return compileDefault(def, compile);
    case "nonoptional":
      return compileRequired(def, compile);
    case "readonly":
      return compile(def.innerType);
    default:
      throw new TypeError(`A request's schema has a kind that requests cannot have: ${def.type}`);
  }
}
