import { recordFamilies } from "../vehicles/families/record-families.ts";
import type { RecordFamily } from "../vehicles/families/record-family.ts";
import { requireNamed } from "./command.ts";

/** The record family of a command line. Throws `UsageError` for an unknown name. */
export const familyOf = (name: string | undefined): RecordFamily =>
  requireNamed("family", name, recordFamilies);
