import type { Family } from "./family.ts";
import { lookupApis } from "./lookup-apis.ts";

/**
 * Whether an operator may name an upstream for a family: its answers are records. Decodes and estimates are computed
 * from the service's own data.
 */
export function canAsk({ from, estimates }: Pick<Family, "from" | "estimates">): boolean {
  if (!from || from.kind === "decoder") return false;
  return from.kind !== "computed" || (from.needs !== undefined && !estimates);
}

/** The same of a built-in API. */
export function asksUpstream(apiId: string): boolean {
  return lookupApis.some(({ id, families }) => id === apiId && families.some(canAsk));
}
