import type { Operation } from "../../calls/context.ts";

/** The types of every response. */
export const compatibleTypes = ["application/json", "application/xml", "text/csv"] as const;

/** Members common to all vPIC operations; `name` is vPIC's. Lists are free. */
export function compatibleLookup(name: string, cost: 0 | 1) {
  return {
    id: `vpic${name}`,
    method: "GET",
    tag: "vPIC",
    audience: "key",
    extension: true,
    compatible: true,
    types: compatibleTypes,
    lookup: { api: "vehicles", cost, ...(cost === 0 && { options: true as const }) },
  } as const satisfies Partial<Operation>;
}
