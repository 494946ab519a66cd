import { withoutEnd } from "../../../base/text/without-end.ts";
import { shown } from "./parse.ts";
import { methods, type Report } from "./structure.ts";
import { isObject, type Json, type Path, referenceTo, resolved } from "./tree.ts";

/** A parameter of an operation, as calls are checked by it. */
export interface DocumentParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly shape: "one" | "list" | "object" | "json";
  /** The members of an object: each is a parameter of its own in some styles. */
  readonly members: readonly string[];
  /** The reference to its schema; undefined if it has none. */
  readonly schema: string | undefined;
  readonly secret: boolean;
}

export interface DocumentBody {
  readonly required: boolean;
  /** Media ranges with the references to their schemas. */
  readonly types: readonly { readonly range: string; readonly schema: string | undefined }[];
}

export interface DocumentOperation {
  /** Unique in the document: letters, digits, dots, hyphens and underscores. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly DocumentParameter[];
  readonly body: DocumentBody | undefined;
}

export const operationsMax = 5000;
const idCharactersMax = 100;

/** The operations of a document whose references resolve. */
export function operationsOf(document: Json, report: Report, warn: Report): DocumentOperation[] {
  const found: DocumentOperation[] = [];
  const ids = new Set<string>();
  const stated = new Map<string, Path>();
  for (const [template, item] of Object.entries(document.paths as Json)) {
    const place = resolved(document, item, ["paths", template]);
    if (!place || !isObject(place.part)) {
      if (template.startsWith("/")) report(["paths", template], "A path must be an object with methods.");
      continue;
    }
    const { part: holder, path } = place;
    for (const method of methods) {
      const operation = holder[method];
      if (operation === undefined) continue;
      const at = [...path, method];
      if (!isObject(operation)) {
        report(at, "An operation must be an object.");
        continue;
      }
      const { operationId } = operation;
      const id = freeId(ids, typeof operationId === "string" ? operationId : `${method}${template}`);
      if (typeof operationId === "string" && place.path[1] === template) {
        if (stated.has(operationId))
          warn(
            [...at, "operationId"],
            `The operationId ${shown(operationId)} occurs twice. Reports name this one ${id}.`,
          );
        stated.set(operationId, at);
      }
      if (operation.responses !== undefined && !isObject(operation.responses))
        report([...at, "responses"], "`responses` must be an object.");
      const parameters = parametersOf(
        document,
        [
          [holder.parameters, [...path, "parameters"]],
          [operation.parameters, [...at, "parameters"]],
        ],
        report,
      );
      for (const [, name = ""] of template.matchAll(/\{([^{}]+)\}/g))
        if (!parameters.some((one) => one.in === "path" && one.name === name))
          warn(at, `The path parameter ${shown(name)} is not declared.`);
      found.push({
        id,
        method: method.toUpperCase(),
        path: template,
        summary: summaryOf(operation, id),
        parameters,
        body: bodyOf(document, operation.requestBody, [...at, "requestBody"], report),
      });
    }
  }
  if (found.length === 0) report(["paths"], "The document has no operation.");
  if (found.length > operationsMax)
    report(["paths"], `The document has ${found.length} operations. The most is ${operationsMax}.`);
  return found;
}

function summaryOf({ summary, description }: Json, id: string): string {
  const text = [summary, description].find((one) => typeof one === "string" && one.trim() !== "") ?? id;
  return String(text).split("\n")[0]!.slice(0, 200);
}

/** A name of an operation that reports and URLs can have, different from the others. */
function freeId(taken: Set<string>, wanted: string): string {
  const safe = wanted.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+/, "");
  const plain = withoutEnd(safe, "-").slice(0, idCharactersMax);
  let id = plain || "operation";
  for (let at = 2; taken.has(id); at++) id = `${plain}-${at}`;
  taken.add(id);
  return id;
}

type Listed = readonly [list: unknown, path: Path];

/** The parameters of a path and its operation; those of the operation replace the path's. */
function parametersOf(document: Json, lists: readonly Listed[], report: Report): DocumentParameter[] {
  const found = new Map<string, DocumentParameter>();
  for (const [list, path] of lists) {
    if (list === undefined) continue;
    if (!Array.isArray(list)) {
      report(path, "`parameters` must be a list.");
      continue;
    }
    for (const [at, item] of list.entries()) {
      const place = resolved(document, item, [...path, at]);
      const parameter = place && isObject(place.part) ? place.part : {};
      const { name, in: where } = parameter;
      if (typeof name !== "string" || name === "" || !isPlace(where))
        report([...path, at], "A parameter must have a name, and `in`: path, query, header or cookie.");
      // Cookies are never forwarded; OpenAPI ignores parameters with these names.
      else if (
        where !== "cookie" &&
        !(where === "header" && /^(accept|content-type|authorization)$/i.test(name))
      )
        found.set(`${where} ${name}`, parameterOf(document, parameter, place!.path, name, where));
    }
  }
  return [...found.values()];
}

function isPlace(where: unknown): where is "path" | "query" | "header" | "cookie" {
  return where === "path" || where === "query" || where === "header" || where === "cookie";
}

function parameterOf(
  document: Json,
  { schema, content, required, style, explode }: Json,
  path: Path,
  name: string,
  where: DocumentParameter["in"],
): DocumentParameter {
  const [type] = isObject(content) ? Object.keys(content) : [];
  const at = type === undefined ? [...path, "schema"] : [...path, "content", type, "schema"];
  const own = type === undefined ? schema : ((content as Json)[type] as Json | undefined)?.schema;
  const { shape, members, format } = shapeOf(document, own, at);
  const chosen = typeof style === "string" ? style : where === "query" ? "form" : "simple";
  return {
    name,
    in: where,
    required: where === "path" || required === true,
    style: chosen,
    explode: typeof explode === "boolean" ? explode : chosen === "form",
    shape: type === undefined ? shape : "json",
    members,
    schema: own === undefined ? undefined : referenceTo(at),
    secret: format === "password" || /key|token|secret|passw|auth|signature/i.test(name),
  };
}

/** How a schema's values are written as parameters. */
function shapeOf(document: Json, schema: unknown, path: Path) {
  const place = resolved(document, schema, path);
  const plain = place && isObject(place.part) ? place.part : {};
  const { type, allOf, anyOf, oneOf, properties, items, format } = plain;
  const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const types = [plain, ...parts.map((part) => resolved(document, part, path)?.part)].flatMap((one) =>
    isObject(one) ? [one.type].flat() : [],
  );
  const isList = types.includes("array") || (type === undefined && items !== undefined);
  const isMap = types.includes("object") || (type === undefined && properties !== undefined);
  const shape = isList ? ("list" as const) : isMap ? ("object" as const) : ("one" as const);
  return { shape, members: isObject(properties) ? Object.keys(properties) : [], format };
}

function bodyOf(document: Json, body: unknown, path: Path, report: Report): DocumentBody | undefined {
  if (body === undefined) return undefined;
  const place = resolved(document, body, path);
  const { content, required } = place && isObject(place.part) ? place.part : ({} as Json);
  if (!isObject(content)) {
    report(path, "A request body must have `content` with media types.");
    return undefined;
  }
  const types = Object.entries(content).map(([range, media]) => ({
    range: range.split(";")[0]!.trim().toLowerCase(),
    schema:
      isObject(media) && media.schema !== undefined
        ? referenceTo([...place!.path, "content", range, "schema"])
        : undefined,
  }));
  return { required: required === true, types };
}
