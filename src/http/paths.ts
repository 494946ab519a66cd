import type { Endpoint } from "./endpoint.ts";

const parameter = /\{([a-z_]+)\}/g;

/** A parameter of this name matches the rest of a path, slashes included. */
export const rest = "object_name";

/** A template such as `/users/{user_id}` in the router's notation. */
export function routePath(path: string): string {
  return path.replace(parameter, (_, name: string) => (name === rest ? `**:${name}` : `:${name}`));
}

/** The optional prefix of compatible operations. */
const apiPrefix = "(?:/api(?=/))?";
const patterns = new Map<string, RegExp>();

function pathPattern({
  path: template,
  compatible,
  finalSlash,
}: Pick<Endpoint, "path" | "compatible" | "finalSlash">): RegExp {
  let pattern = patterns.get(template);
  if (!pattern) {
    const escaped = template
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(parameter, (_, name: string) => (name === rest ? ".+" : "[^/]+"));
    pattern = compatible
      ? new RegExp(`^${apiPrefix}${escaped}/?$`, "i")
      : new RegExp(`^${escaped.replace(/(.)\/$/, "$1/?")}${finalSlash ? "/?" : ""}$`);
    patterns.set(template, pattern);
  }
  return pattern;
}

/** A path without its percent-escapes; an escaped slash, which is part of a segment, becomes a NUL. */
export function decodedSegments(path: string): string {
  return path
    .split("/")
    .map((segment) => decodeURIComponent(segment).replaceAll("/", "\0"))
    .join("/");
}

export const isLiteral = ({ path }: Endpoint) => !path.includes("{");

/**
 * The operations of a decodable path, of any method, without OPTIONS, which every path has. A literal
 * path has only its own operations: `/users/signup` is not a user.
 */
export function operationsAt(operations: readonly Endpoint[], path: string): Endpoint[] {
  const decoded = decodedSegments(path);
  const found = operations.filter((one) => one.method !== "OPTIONS" && pathPattern(one).test(decoded));
  const literal = found.filter(isLiteral);
  return literal.length > 0 ? literal : found;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Literal paths that a parameter would also match, each with the methods that it lacks itself. */
export function unservedAtLiterals(operations: readonly Endpoint[]): { path: string; methods: string[] }[] {
  const literals = new Set(operations.filter(isLiteral).map((one) => one.path));
  const taken = (path: string) => operations.some((one) => !isLiteral(one) && pathPattern(one).test(path));
  return [...literals].filter(taken).map((path) => ({
    path,
    methods: methods.filter(
      (method) => !operations.some((one) => one.path === path && one.method === method),
    ),
  }));
}

/** The value of `Allow` for the operations of one path. */
export function allowedMethods(found: readonly Endpoint[]): string {
  const methods = found.flatMap((one) => (one.head ? [one.method, "HEAD"] : [one.method]));
  return [...new Set([...methods, "OPTIONS"])].join(", ");
}

/**
 * The path and query of a request's URL as sent, or undefined if the path does not decode: it has broken
 * escapes, bytes that are not UTF-8, or a NUL, which no name here contains. Without a Host the URL is only a path.
 */
export function placeOf(url: string): { path: string; search: string } | undefined {
  const authority = url.startsWith("/") ? 0 : url.indexOf("://") + 3;
  const mark = url.indexOf("?", authority);
  const end = mark < 0 ? url.length : mark;
  const start = authority === 0 ? 0 : url.indexOf("/", authority);
  const path = start < 0 || start >= end ? "/" : url.slice(start, end);
  if (decodes(path)) return { path, search: mark < 0 ? "" : url.slice(mark) };
  // The console shows its own page for an address that it does not have.
  return path.startsWith("/console/") ? { path: "/console/", search: "" } : undefined;
}

function decodes(path: string): boolean {
  if (!path.includes("%")) return !path.includes("\0");
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** Whether a Host header is one name or address with an optional port. HTTP/1.0 may leave it out. */
export function wellFormedHost(host: string | null): boolean {
  return host === null || /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(:\d{1,5})?$/.test(host);
}
