import type { Endpoint } from "./endpoint.ts";

const parameter = /\{([a-z_]+)\}/g;

/** A parameter of this name takes the rest of a path, slashes included. */
const rest = "object_name";

/** `/users/{user_id}` in the router's notation. */
export function routePath(path: string): string {
  return path.replace(parameter, (_, name: string) => (name === rest ? `**:${name}` : `:${name}`));
}

const patterns = new Map<string, RegExp>();

function pathPattern(template: string): RegExp {
  let pattern = patterns.get(template);
  if (!pattern) {
    const escaped = template
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(parameter, (_, name: string) => (name === rest ? ".+" : "[^/]+"));
    pattern = new RegExp(`^${escaped.replace(/(.)\/$/, "$1/?")}$`);
    patterns.set(template, pattern);
  }
  return pattern;
}

/** A path without its escapes; an escaped slash, which is part of a segment, becomes a NUL. */
export function decodedSegments(path: string): string {
  return path
    .split("/")
    .map((segment) => decodeURIComponent(segment).replaceAll("/", "\0"))
    .join("/");
}

const isLiteral = ({ path }: Endpoint) => !path.includes("{");

/**
 * The operations that a decodable path has, whatever the method; OPTIONS, which every path has, apart. Those
 * of a literal path are all it has: `/users/signup` is no user.
 */
export function operationsAt(operations: readonly Endpoint[], path: string): Endpoint[] {
  const decoded = decodedSegments(path);
  const found = operations.filter((one) => one.method !== "OPTIONS" && pathPattern(one.path).test(decoded));
  const literal = found.filter(isLiteral);
  return literal.length > 0 ? literal : found;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Literal paths that would also be a parameter's value, each with the methods that it does not have itself. */
export function unservedAtLiterals(operations: readonly Endpoint[]): { path: string; methods: string[] }[] {
  const literals = new Set(operations.filter(isLiteral).map((one) => one.path));
  const taken = (path: string) =>
    operations.some((one) => !isLiteral(one) && pathPattern(one.path).test(path));
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
 * Path and query of a request's URL as sent, or undefined where the path does not decode: broken escapes,
 * bytes that are no UTF-8, or a NUL, which no name here contains. Without a Host the URL is a path alone.
 */
export function placeOf(url: string): { path: string; search: string } | undefined {
  const authority = url.startsWith("/") ? 0 : url.indexOf("://") + 3;
  const mark = url.indexOf("?", authority);
  const end = mark < 0 ? url.length : mark;
  const start = authority === 0 ? 0 : url.indexOf("/", authority);
  const path = start < 0 || start >= end ? "/" : url.slice(start, end);
  return decodes(path) ? { path, search: mark < 0 ? "" : url.slice(mark) } : undefined;
}

function decodes(path: string): boolean {
  if (!path.includes("%")) return !path.includes("\0");
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** A Host header of one name or address with an optional port; none at all is HTTP/1.0's right. */
export function wellFormedHost(host: string | null): boolean {
  return host === null || /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(:\d{1,5})?$/.test(host);
}
