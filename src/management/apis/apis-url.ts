import { z } from "zod";
import { demoDatasetName } from "../../vehicles/families/record-family.ts";

function printable(text: string): boolean {
  return [...text].every((character) => character > " " && character !== "\x7f");
}

function hasNoUser(text: string): boolean {
  const url = URL.parse(text);
  return url?.username === "" && url.password === "";
}

export const webUrl = z
  .url({ protocol: /^https?$/ })
  .refine(printable, "must be one line without spaces")
  .refine(hasNoUser, "must not contain a user name or a password")
  .meta({ accepts: "^[Hh][Tt][Tt][Pp][Ss]?:[^\\u0000-\\u0020\\u007f]+$" });

/** The URL of a backend: calls have queries of their own. */
export const backendUrl = webUrl
  .refine((text) => (URL.parse(text)?.search ?? "") === "", "must not have a query: calls have their own")
  .meta({ accepts: "^[Hh][Tt][Tt][Pp][Ss]?:[^\\u0000-\\u0020\\u007f?]+$" });

/** The name of a source, as records and `x-data-source` show it. */
export const sourceName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/)
  .refine((name) => name !== demoDatasetName, "is the name of synthetic records");
