import type { z } from "zod";
import { compileSchema } from "./compile.ts";
import { compileRules, type DefOf } from "./compiled-schema.ts";
import { checkMembers, compileMembers, put } from "./containers.ts";
import { type INVALID, locate, type ValidationIssue } from "./issues.ts";

/** Where a parameter comes from: the first name of its issues' locations. */
export type Place = "path" | "query" | "header";

/** A source of parameters: the names given, and the texts of one. */
export interface Given {
  names(): Iterable<string>;
  texts(name: string): readonly string[];
}

export type CheckParameters = (
  given: Given,
  issues: ValidationIssue[],
) => Record<string, unknown> | typeof INVALID;

/** Compiles the parameters of one place. The last of repeated ones counts, except for lists. */
export function compileParameters(schema: z.core.$ZodType, place: Place): CheckParameters {
  const def = schema._zod.def as DefOf<"object">;
  if (def.type !== "object" || compileRules(def.checks).length > 0) {
    throw new TypeError(`The ${place} parameters must be one object schema without checks of its own`);
  }
  const members = compileMembers(def, compileSchema);
  const repeated = new Set(members.list.filter(({ compiled }) => compiled.repeated).map(({ name }) => name));
  const wanted = [...members.names];
  return (given, issues) => {
    const values: Record<string, unknown> = {};
    for (const name of members.extras === "ignore" ? wanted : new Set([...wanted, ...given.names()])) {
      const texts = given.texts(name);
      if (texts.length === 0) continue;
      const list = repeated.has(name) || (texts.length > 1 && !members.names.has(name));
      put(values, name, list ? texts : texts.at(-1));
    }
    const from = issues.length;
    const out = checkMembers(members, null, values, issues);
    locate(issues, from, place);
    return out;
  };
}

/** Path parameters, one text each. */
export function fromPath(params: Readonly<Record<string, string>>): Given {
  return {
    names: () => Object.keys(params),
    texts: (name) => (Object.hasOwn(params, name) ? [params[name]!] : []),
  };
}

const nothing: Given = { names: () => [], texts: () => [] };

/** Query parameters in the order of the address. */
export function fromQuery(query: URLSearchParams): Given {
  if (query.size === 0) return nothing;
  return { names: () => query.keys(), texts: (name) => query.getAll(name) };
}

/** Headers; a repeated one arrives joined by commas and stays so. */
export function fromHeaders(headers: Headers): Given {
  return {
    names: () => [],
    texts: (name) => {
      const value = headers.get(name);
      return value === null ? [] : [value];
    },
  };
}
