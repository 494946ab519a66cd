import { nearest } from "../base/edit-distance.ts";
import { findRecordFamily, recordFamilies } from "../vehicles/families/record-families.ts";
import type { RecordFamily } from "../vehicles/families/record-family.ts";
import { UsageError } from "./command.ts";

/** The family of records that a command line names. */
export function familyOf(name: string | undefined): RecordFamily {
  const family = findRecordFamily(name ?? "");
  if (family) return family;
  const all = recordFamilies.map((one) => one.name);
  const near = nearest(name ?? "", all);
  const told = name === undefined ? "name a family" : `there is no family "${name}"`;
  throw new UsageError(`${told}${near ? `; is "${near}" meant?` : ""} (${all.join(", ")})`);
}
