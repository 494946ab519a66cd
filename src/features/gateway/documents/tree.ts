export type Json = Record<string, unknown>;

/** Members whose value is data of any form, with no keywords in it. */
const data = new Set(["example", "default", "enum", "const", "value"]);

/** Members whose value maps names to parts. */
const maps = new Set(
  "properties patternProperties $defs definitions dependentSchemas schemas parameters responses headers examples requestBodies securitySchemes links callbacks pathItems content encoding variables paths webhooks".split(
    " ",
  ),
);

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type Path = readonly (string | number)[];

/** Calls `visit` with every part of a document that can have keywords. Names of members are none. */
export function visitParts(
  value: unknown,
  visit: (part: Json, path: Path) => void,
  path: Path = [],
  names = false,
): void {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) visitParts(item, visit, [...path, at]);
    return;
  }
  if (!isObject(value)) return;
  if (!names) visit(value, path);
  for (const [name, member] of Object.entries(value))
    if (names || !isData(name, member)) visitParts(member, visit, [...path, name], !names && maps.has(name));
}

/** A copy of a document in which `change` has replaced every part that can have keywords. */
export function rewritten(value: unknown, change: (part: Json) => Json, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, change));
  if (!isObject(value)) return value;
  const part = names ? value : change(value);
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [
      name,
      !names && isData(name, member) ? member : rewritten(member, change, !names && maps.has(name)),
    ]),
  );
}

function isData(name: string, member: unknown): boolean {
  return data.has(name) || name.startsWith("x-") || (name === "examples" && Array.isArray(member));
}

/** A reference inside the document as the path to its part; undefined if it leads outside. */
export function localPath(reference: string): string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  try {
    return reference
      .slice(2)
      .split("/")
      .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return undefined;
  }
}

/** The reference to a part. */
export function referenceTo(path: Path): string {
  const names = path.map((name) =>
    encodeURIComponent(String(name).replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  return ["#", ...names].join("/");
}

/** The part at a path; undefined if there is none. */
export function partAt(document: unknown, path: Path): unknown {
  let part = document;
  for (const name of path) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Record<string | number, unknown>)[name];
  }
  return part;
}

const hopsMax = 20;

/** The part that a part refers to, and its path. Undefined if the references are a circle. */
export function resolved(
  document: unknown,
  part: unknown,
  path: Path,
): { part: unknown; path: Path } | undefined {
  for (let hops = 0; hops < hopsMax; hops++) {
    if (!isObject(part) || typeof part.$ref !== "string") return { part, path };
    path = localPath(part.$ref) ?? [];
    part = partAt(document, path);
  }
  return undefined;
}

/** Whether a value has at most so many levels. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((member) => isShallow(member, levels - 1));
}
