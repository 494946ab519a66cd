import { isObject, type Json, localPath, rewritten, visitParts } from "./tree.ts";

/** A document as OpenAPI 3.1, without what concerns its servers alone. */
export function contractOf(document: Json): Json {
  const { openapi, info, servers, security, tags, externalDocs, ...others } = document;
  const roots = new Set(["paths", "components"]);
  visitParts(document, ({ $ref }) => {
    if (typeof $ref === "string") roots.add(localPath($ref)?.[0] ?? "");
  });
  const parts = Object.fromEntries(Object.entries(others).filter(([name]) => roots.has(name)));
  const is30 = String(openapi).startsWith("3.0");
  return rewritten(parts, (part) => {
    const { servers: _, ...kept } = part;
    return is30 ? translated(kept) : kept;
  }) as Json;
}

/** A part of OpenAPI 3.0 as 3.1 writes it. */
function translated(part: Json): Json {
  if (typeof part.$ref === "string") return { $ref: part.$ref };
  const { nullable, ...kept } = part;
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof kept[exclusive] !== "boolean") continue;
    const excluded = kept[exclusive];
    delete kept[exclusive];
    if (!excluded || kept[bound] === undefined) continue;
    kept[exclusive] = kept[bound];
    delete kept[bound];
  }
  if (nullable !== true) return nullable === undefined || nullable === false ? kept : part;
  // Without a type, null is no different from other values.
  if (kept.type === undefined) return withNull(kept);
  return {
    ...kept,
    type: [kept.type, "null"].flat(),
    ...(Array.isArray(kept.enum) && { enum: [...new Set([...kept.enum, null])] }),
  };
}

function withNull(schema: Json): Json {
  const { allOf, anyOf, oneOf, enum: choices } = schema;
  if (allOf === undefined && anyOf === undefined && oneOf === undefined && choices === undefined)
    return schema;
  return { anyOf: [schema, { type: "null" }] };
}

/** Keywords of other drafts and dialects, which the validator would refuse or misread. */
const unread: ReadonlySet<string> = new Set([
  ...["nullable", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "$schema"],
  ...["example", "default"],
]);

/** A contract without what no check reads: its texts take most of the memory, and vendors write keywords of their own. */
export function checkable(contract: Json): Json {
  return rewritten(contract, (part) => {
    const kept = Object.entries(part).filter(([name, member]) => {
      if (name === "examples") return isObject(member);
      // A value that none could equal is a list that its author has not filled in.
      return !unread.has(name) && !(name === "enum" && Array.isArray(member) && member.length === 0);
    });
    return Object.fromEntries(kept);
  }) as Json;
}
