import { families } from "../../api/families.ts";
import { t } from "../../base/language/language.ts";

/** The label of each record family of the service. */
export const familyNames = families.records;

/** A record family's label, or its own name. */
export const familyName = (family: string): string =>
  family === "vpic" ? t("VIN decoder") : (familyNames[family] ?? family);

/** The same within a sentence: OEM and countries keep their capitals. */
export const familyNameWithin = (family: string): string =>
  familyName(family).replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
