import { addRoute, createRouter, findRoute } from "rou3";
import type { Endpoint } from "./endpoint.ts";
import { decodedSegments, routePath, unservedAtLiterals } from "./paths.ts";

/** The route of a method and a path, with the path's parameters. */
export interface Found<T> {
  readonly route: T;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a method and a decodable path as it was sent. */
export type Router<T> = (method: string, path: string) => Found<T> | undefined;

const noParams = {};

/**
 * Makes a route of every operation. A literal segment takes precedence over a parameter. The trailing slash of a
 * template may be left out, and none may be added. HEAD is routed as GET, and OPTIONS to its one operation whatever
 * the path.
 */
export function compileRouter<T>(
  operations: readonly Endpoint[],
  routeOf: (endpoint: Endpoint) => T,
): Router<T> {
  const router = createRouter<{ readonly route: T; readonly slash: boolean } | undefined>();
  // Whatever the method, /users/signup is not a user: its other methods must not reach /users/{user_id}.
  for (const { path, methods } of unservedAtLiterals(operations))
    for (const method of methods) addRoute(router, method, path, undefined);
  let options: T | undefined;
  for (const endpoint of operations)
    if (endpoint.method === "OPTIONS") options = routeOf(endpoint);
    else {
      const slash = endpoint.path.endsWith("/");
      addRoute(router, endpoint.method, routePath(endpoint.path), { route: routeOf(endpoint), slash });
    }
  return (method, path) => {
    if (method === "OPTIONS") return options && { route: options, params: { path } };
    const escaped = path.includes("%");
    const found = findRoute(
      router,
      method === "HEAD" ? "GET" : method,
      escaped ? decodedSegments(path) : path,
    );
    if (!found?.data || (path.endsWith("/") && !found.data.slash)) return undefined;
    const { data, params = noParams } = found;
    return { route: data.route, params: escaped ? withSlashes(params) : params };
  };
}

function withSlashes(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.replaceAll("\0", "/")]),
  );
}
