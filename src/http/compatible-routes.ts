import { addRoute, createRouter, findRoute } from "rou3";
import type { Endpoint } from "./endpoint.ts";
import { decodedSegments, routePath } from "./paths.ts";

/** The route of a method and a path, with the path's parameters. */
export interface Found<T> {
  readonly route: T;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a method and a decodable path as it was sent. */
export type Router<T> = (method: string, path: string) => Found<T> | undefined;

interface Compatible<T> {
  readonly endpoint: Endpoint;
  readonly route: T;
}

/** The router of compatible operations: any case, `/api` before the path or not, a slash at its end or not. */
export function compileCompatible<T>(operations: readonly Compatible<T>[]): Router<T> {
  const router = createRouter<{ readonly route: T; readonly template: readonly string[] }>();
  for (const { endpoint, route } of operations) {
    const path = endpoint.path.toLowerCase();
    addRoute(router, endpoint.method, routePath(path), { route, template: path.split("/") });
  }
  return (method, path) => {
    const plain = decodedSegments(path)
      .replace(/^\/api(?=\/)/i, "")
      .replace(/(.)\/$/, "$1");
    const found = findRoute(router, method, plain.toLowerCase());
    if (!found?.data) return undefined;
    const { route, template } = found.data;
    // Parameters keep their case, since responses repeat them.
    const segments = plain.split("/");
    const params = template.flatMap((part, index) =>
      part.startsWith("{") ? [[part.slice(1, -1), segments[index]!.replaceAll("\0", "/")] as const] : [],
    );
    return { route, params: Object.fromEntries(params) };
  };
}
