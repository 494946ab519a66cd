import type { DocumentOperation } from "./operations.ts";
import {
  isObject,
  type Json,
  localPath,
  type Path,
  partAt,
  referenceTo,
  resolved,
  rewritten,
} from "./tree.ts";

/** A registered API as the service's own document shows it. */
export interface DocumentedApi {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  /** Without slashes around it. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly operations: readonly DocumentOperation[];
  readonly contract: Json;
}

interface Merged extends Json {
  tags: { name: string; description?: string | undefined }[];
  paths: Json;
  components: Record<string, Json>;
}

/** Adds the operations of registered APIs to an OpenAPI 3.1 document. Their components get the API's name before theirs. */
export function mergeApis(into: Json, apis: readonly DocumentedApi[]): void {
  const document = into as Merged;
  for (const api of apis) {
    const tag = freeTag(document, api);
    document.tags.push({ name: tag, description: api.description || `The API ${api.display_name}.` });
    const contract = rewritten(api.contract, (part) => moved(api, part)) as Json;
    for (const operation of api.operations) {
      const path = movedPath(api, operation.path);
      const item = (document.paths[path] ?? {}) as Json;
      document.paths[path] = {
        ...item,
        [operation.method.toLowerCase()]: operationOf(api, tag, operation, contract),
      };
    }
    addComponents(document, api, contract);
  }
}

function freeTag({ tags }: Merged, { name, display_name }: DocumentedApi): string {
  const taken = tags.some((tag) => tag.name.toLowerCase() === display_name.toLowerCase());
  return taken ? `${display_name} (${name})` : display_name;
}

const movedPath = ({ path }: DocumentedApi, template: string) => `/${path}${template}`;

const componentName = ({ name }: DocumentedApi, component: string) =>
  `${name}.${component.replace(/[^A-Za-z0-9._-]/g, "-")}`;

/** A part without the members that are for its own server only; its references lead into the other document. */
function moved(api: DocumentedApi, part: Json): Json {
  const { links, callbacks, ...kept } = part;
  if (typeof kept.$ref === "string") kept.$ref = movedReference(api, kept.$ref);
  const { discriminator } = kept;
  if (!isObject(discriminator) || !isObject(discriminator.mapping)) return kept;
  const mapping = Object.entries(discriminator.mapping).map(([value, target]) => [
    value,
    movedReference(api, String(target).startsWith("#") ? String(target) : `#/components/schemas/${target}`),
  ]);
  return { ...kept, discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } };
}

function movedReference(api: DocumentedApi, reference: string): string {
  const [root = "", name = "", third, ...others] = localPath(reference) ?? [];
  const rest = third === undefined ? [] : [third, ...others];
  if (root === "paths") return referenceTo([root, movedPath(api, name), ...rest]);
  if (root === "components" && third !== undefined)
    return referenceTo([root, name, componentName(api, third), ...others]);
  return referenceTo(["components", `x-${api.name}`, root, name, ...rest]);
}

function operationOf(
  api: DocumentedApi,
  tag: string,
  { id, method, path, summary }: DocumentOperation,
  contract: Json,
): Json {
  const at: Path = ["paths", path];
  const item = resolvedIn(api, contract, partAt(contract, at)) as Json;
  const { tags, security, externalDocs, operationId, ...own } = item[method.toLowerCase()] as Json;
  return {
    ...own,
    operationId: `${api.name}.${id}`,
    tags: [tag],
    summary,
    description: typeof own.description === "string" ? own.description : `${summary}.`,
    security: api.needsKey ? [{ "x-AuthKey": [] }] : [{}, { "x-AuthKey": [] }],
    parameters: parametersOf(api, contract, item.parameters, own.parameters),
    responses: isObject(own.responses)
      ? own.responses
      : { default: { description: "The answer of the API." } },
  };
}

/** The part that a reference leads to; references of the contract lead into the other document by now. */
function resolvedIn(api: DocumentedApi, contract: Json, part: unknown): unknown {
  if (!isObject(part) || typeof part.$ref !== "string") return part;
  const prefix = `${api.name}.`;
  const path = (localPath(part.$ref) ?? []).map((name, at) => {
    if (at === 1 && name.startsWith(`/${api.path}/`)) return name.slice(api.path.length + 1);
    return at === 2 && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  });
  return resolved(contract, partAt(contract, path), path)?.part;
}

/** The parameters of the path that the operation does not have itself, and its own. */
function parametersOf(api: DocumentedApi, contract: Json, ofPath: unknown, ofOperation: unknown): unknown[] {
  const own = Array.isArray(ofOperation) ? ofOperation : [];
  const keyOf = (one: unknown) => {
    const { in: place, name } = resolvedIn(api, contract, one) as Json;
    return `${place} ${name}`;
  };
  const known = new Set(own.map(keyOf));
  const inherited = (Array.isArray(ofPath) ? ofPath : []).filter((one) => !known.has(keyOf(one)));
  return [...inherited, ...own];
}

function addComponents({ components }: Merged, api: DocumentedApi, contract: Json): void {
  for (const [room, parts] of Object.entries((contract.components ?? {}) as Record<string, Json>)) {
    if (room === "securitySchemes" || room.startsWith("x-")) continue;
    components[room] ??= {};
    for (const [name, part] of Object.entries(parts)) components[room]![componentName(api, name)] = part;
  }
  const { paths, components: _, ...others } = contract;
  if (Object.keys(others).length > 0) components[`x-${api.name}`] = others;
}
