import { shown } from "./parse.ts";
import { isObject, type Json, localPath, type Path, partAt, visitParts } from "./tree.ts";

/** Reports what is wrong with the part at a path. */
export type Report = (path: Path, reason: string) => void;

export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** Checks what a document must have before it can be read further. Returns whether it can. */
export function checkRoot(document: unknown, report: Report): document is Json {
  if (!isObject(document)) report([], "An OpenAPI document is an object.");
  else if ("swagger" in document)
    report(["swagger"], "This is Swagger 2.0. Convert the document to OpenAPI 3.0 or 3.1.");
  else if (typeof document.openapi !== "string" || !/^3\.[01]\.\d+/.test(document.openapi))
    report(
      ["openapi"],
      `\`openapi\` must be 3.0.x or 3.1.x, written as a text; it is ${shown(document.openapi)}.`,
    );
  else if (!isObject(document.paths)) report(["paths"], "`paths` must be an object with the operations.");
  else return true;
  return false;
}

/** Checks title, version, references and the form of paths. `warn` gets what does not keep a document from being used. */
export function checkParts(document: Json, report: Report, warn: Report): void {
  const { info, paths } = document;
  for (const name of ["title", "version"] as const)
    if (!isObject(info) || typeof info[name] !== "string")
      report(["info", name], `\`info.${name}\` is missing, or is not a text.`);
  visitParts(document, (part, path) => {
    if (typeof part.$ref === "string") checkReference(document, part.$ref, [...path, "$ref"], report, warn);
    if (typeof part.$id === "string")
      report([...path, "$id"], "`$id` is not supported. Refer to parts with `$ref: '#/…'`.");
  });
  const shapes = new Map<string, string>();
  for (const template of Object.keys(paths as Json)) {
    const path = ["paths", template];
    if (template.startsWith("x-")) continue;
    if (!template.startsWith("/")) report(path, `The path ${shown(template)} must begin with a slash.`);
    if (!/^(?:[^{}]|\{[^{}/]+\})*$/.test(template))
      report(path, `The path ${shown(template)} has a brace without its other one, or an empty name.`);
    const shape = template.replace(/\{[^{}]*\}/g, "{}");
    const same = shapes.get(shape);
    if (same !== undefined)
      warn(path, `The path ${shown(template)} is the same as ${shown(same)}, which comes first.`);
    shapes.set(shape, template);
  }
}

/** Names of members with schemas: a fault in them keeps no operation from being found. */
const ofSchemas: ReadonlySet<string | number> = new Set(["schema", "schemas"]);

function checkReference(document: Json, reference: string, path: Path, report: Report, warn: Report): void {
  const local = localPath(reference);
  if (!local)
    report(
      path,
      `$ref ${shown(reference)} leads outside the document. Put the part into it: '#/components/…'.`,
    );
  else if (partAt(document, local) === undefined)
    (path.some((name) => ofSchemas.has(name)) ? warn : report)(
      path,
      `$ref ${shown(reference)} leads to nothing in the document.`,
    );
}
