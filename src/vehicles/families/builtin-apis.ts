import type { LookupApi } from "./family.ts";
import { lookupApis } from "./lookup-apis.ts";

/** An API that is part of the program; id, name and path are the first segment of its operations. */
export type BuiltinApi = Pick<LookupApi, "id" | "displayName" | "description">;

/** Every API of lookups, and that of NHTSA's own form. */
export const builtinApis: readonly BuiltinApi[] = [
  ...lookupApis,
  {
    id: "vehicles",
    displayName: "Vehicles",
    description: "VIN decoding in the form of NHTSA's vPIC API.",
  },
];
