import type { Operation } from "../../calls/context.ts";

/** What all operations in vPIC's form have in common; `name` is vPIC's. A list costs nothing. */
export function compatibleLookup(name: string, cost: 0 | 1) {
  return {
    id: `vpic${name}`,
    method: "GET",
    tag: "vPIC",
    audience: "key",
    extension: true,
    compatible: true,
    types: ["application/json", "application/xml", "text/csv"],
    lookup: { api: "vehicles", cost, ...(cost === 0 && { options: true as const }) },
  } as const satisfies Partial<Operation>;
}
