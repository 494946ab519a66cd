import { nearest } from "../base/edit-distance.ts";
import { findRecordFamily, recordFamilies } from "../vehicles/families/record-families.ts";
import type { RecordFamily } from "../vehicles/families/record-family.ts";
import { UsageError } from "./command.ts";

/** The record family of a command line. Throws `UsageError` for an unknown name. */
export function familyOf(name: string | undefined): RecordFamily {
  const family = findRecordFamily(name ?? "");
  if (family) return family;
  const all = recordFamilies.map((one) => one.name);
  const near = nearest(name ?? "", all);
  const problem = name === undefined ? "name a family" : `no family "${name}"`;
  throw new UsageError(`${problem}${near ? `; did you mean "${near}"?` : ""} (${all.join(", ")})`);
}
