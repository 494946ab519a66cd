import type { Found, Router } from "./compatible-routes.ts";
import type { Endpoint } from "./endpoint.ts";
import { isLiteral, rest } from "./paths.ts";

const item = /^([^{]*\/)\{([a-z_]+)\}$/;

/**
 * The router of templates that end in their only parameter, as lookups do. It looks up the path before the
 * parameter: a walk through the tree of all routes takes several times longer. Not for paths with escapes.
 */
export function compileItems<T>(
  operations: readonly Endpoint[],
  routeOf: (endpoint: Endpoint) => T,
): Router<T> {
  const literals = new Set(operations.filter(isLiteral).map(({ path }) => path));
  const byMethod = new Map<string, Map<string, { readonly route: T; readonly name: string }>>();
  for (const endpoint of operations) {
    const [, before, name] = item.exec(endpoint.path) ?? [];
    if (before === undefined || name === undefined || name === rest) continue;
    const byBefore = byMethod.get(endpoint.method) ?? new Map();
    byMethod.set(endpoint.method, byBefore.set(before, { route: routeOf(endpoint), name }));
  }
  return (method, path): Found<T> | undefined => {
    const end = path.lastIndexOf("/") + 1;
    const found = byMethod.get(method)?.get(path.slice(0, end));
    if (!found || end === path.length || literals.has(path)) return undefined;
    return { route: found.route, params: { [found.name]: path.slice(end) } };
  };
}
