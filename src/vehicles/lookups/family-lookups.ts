import type { LookupOperation } from "../../calls/context.ts";
import type { AnswerSource, Family, LookupApi } from "../families/family.ts";
import { lookupApis } from "../families/lookup-apis.ts";
import { lookupEndpoints } from "./endpoints.ts";

/** A lookup of one way to name a vehicle. */
export interface FamilyLookup {
  readonly operation: Extract<LookupOperation, { answers?: "json" }>;
  readonly api: LookupApi;
  readonly family: Family;
  readonly from: AnswerSource;
  /** The parameters of its path. */
  readonly names: readonly string[];
}

/** Every lookup but the selectors, in the order of the specification. */
export const familyLookups: readonly FamilyLookup[] = lookupEndpoints.flatMap((operation) => {
  if (!operation.lookup || operation.lookup.options || operation.answers === "lines") return [];
  const api = lookupApis.find(({ id }) => id === operation.lookup.api)!;
  const family = api.families.find((one) => isOf(operation.path, one))!;
  return [{ operation, api, family, from: family.from!, names: Object.keys(operation.params?.shape ?? {}) }];
});

function isOf(path: string, { base, from }: Family): boolean {
  return from !== undefined && path.startsWith(`${base}/{`);
}
