import { addRoute, createRouter, findRoute } from "rou3";
import { compileCompatible, type Router } from "./compatible-routes.ts";
import type { Endpoint } from "./endpoint.ts";
import { compileItems } from "./item-routes.ts";
import { decodedSegments, routePath, unservedAtLiterals } from "./paths.ts";

const noParams = {};

/**
 * Makes a route of every operation. A literal segment takes precedence over a parameter. The trailing slash of a
 * template is optional, and no other is allowed, except for `finalSlash` and compatible operations. HEAD is routed as
 * GET, and OPTIONS to its one operation for any path.
 */
export function compileRouter<T>(
  operations: readonly Endpoint[],
  routeOf: (endpoint: Endpoint) => T,
): Router<T> {
  const router = createRouter<{ readonly route: T; readonly slash: boolean } | undefined>();
  // /users/signup is never a user: its other methods must not reach /users/{user_id}.
  for (const { path, methods } of unservedAtLiterals(operations))
    for (const method of methods) addRoute(router, method, path, undefined);
  let options: T | undefined;
  const routes = new Map(operations.map((endpoint) => [endpoint, routeOf(endpoint)]));
  const compatible: { readonly endpoint: Endpoint; readonly route: T }[] = [];
  for (const [endpoint, route] of routes) {
    if (endpoint.method === "OPTIONS") options = route;
    else {
      const slash = endpoint.finalSlash ?? endpoint.path.endsWith("/");
      addRoute(router, endpoint.method, routePath(endpoint.path), { route, slash });
    }
    if (endpoint.compatible) compatible.push({ endpoint, route });
  }
  const findCompatible = compileCompatible(compatible);
  const findItem = compileItems(operations, (endpoint) => routes.get(endpoint)!);
  return (method, path) => {
    if (method === "OPTIONS") return options && { route: options, params: { path } };
    const escaped = path.includes("%");
    const routedMethod = method === "HEAD" ? "GET" : method;
    const item = escaped ? undefined : findItem(routedMethod, path);
    if (item) return item;
    const found = findRoute(router, routedMethod, escaped ? decodedSegments(path) : path);
    if (!found?.data || (path.endsWith("/") && !found.data.slash)) return findCompatible(routedMethod, path);
    const { data, params = noParams } = found;
    return { route: data.route, params: escaped ? withSlashes(params) : params };
  };
}

function withSlashes(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.replaceAll("\0", "/")]),
  );
}
