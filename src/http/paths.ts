import type { Endpoint } from "./endpoint.ts";

const parameter = /\{([a-z_]+)\}/g;

/** A parameter of this name takes the rest of a path, slashes included. */
const rest = "object_name";

/** `/users/{user_id}` in the router's notation. */
export function routePath(path: string): string {
  return path.replace(parameter, (_, name: string) => (name === rest ? `:${name}{.+}` : `:${name}`));
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

// An escaped slash is part of a segment and must not become a separator.
function decodedSegments(path: string): string {
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

// "0" sorts before "1": at the first differing segment a literal comes before a parameter.
function rank(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "1" : "0"))
    .join("");
}

/** The router answers in order of registration: literal segments must come before parameters. */
export function literalFirst(endpoints: readonly Endpoint[]): Endpoint[] {
  return [...endpoints].sort((a, b) =>
    rank(a.path) < rank(b.path) ? -1 : rank(a.path) > rank(b.path) ? 1 : 0,
  );
}

/**
 * The path of a request's URL as sent, or undefined when it does not decode: broken escapes,
 * bytes that are no UTF-8, or a NUL, which no name here contains.
 */
export function decodablePath(url: string): string | undefined {
  const path = /^[a-z]+:\/\/[^/?#]*(\/[^?#]*)?/.exec(url)?.[1] ?? "/";
  try {
    return decodeURIComponent(path).includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** A Host header of one name or address with an optional port; none at all is HTTP/1.0's right. */
export function wellFormedHost(host: string | null): boolean {
  return host === null || /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(:\d{1,5})?$/.test(host);
}
