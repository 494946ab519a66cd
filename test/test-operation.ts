import type { Endpoint } from "../src/http/endpoint.ts";

/** An operation that is routed and never run; its ID is its method and path. */
export const testOperation = (method: Endpoint["method"], path: string, compatible?: true): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  tag: "",
  summary: "",
  audience: "none",
  ...(compatible && { compatible }),
  handle: () => ({ body: "", type: "text/plain" }),
});
