import { notFound } from "../../../http/errors.ts";
import { findRecordFamily, recordFamilies } from "../../families/record-families.ts";
import type { RecordFamily } from "../../families/record-family.ts";

/** The family that a path names. Throws 404. */
export function familyAt(name: string): RecordFamily {
  const family = findRecordFamily(name);
  if (family) return family;
  const all = recordFamilies.map((one) => one.name).join(", ");
  throw notFound(`There is no family of records "${name}"; there are ${all}.`);
}
