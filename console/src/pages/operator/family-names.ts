import { families } from "../../api/families.ts";

/** The label of each record family of the service. */
export const familyNames = families.records;

/** A record family's label, or its own name. */
export const familyName = (family: string): string =>
  family === "vpic" ? "VIN decoder" : (familyNames[family] ?? family);
