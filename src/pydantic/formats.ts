import { compileIp } from "./addresses.ts";
import { compileEmail } from "./emails.ts";
import { checkDate, checkDateTime } from "./moments.ts";
import { type DefOf, leaf, type Node } from "./node.ts";
import { ruled } from "./rules.ts";
import { compileString, stringRules } from "./strings.ts";
import { compileUrl } from "./urls.ts";
import { compileUuid } from "./uuids.ts";

/** Compiles a string schema by its format: `z.string()`, `z.email()`, `z.iso.datetime()` and so on. */
export function compileText(def: DefOf<"string">): Node {
  const format = "format" in def ? String(def.format) : "";
  switch (format) {
    case "":
      return compileString(def);
    case "email":
      return compileEmail(def);
    case "datetime":
      return leaf("datetime", ruled(checkDateTime, stringRules(def.checks)));
    case "date":
      return leaf("date", ruled(checkDate, stringRules(def.checks)));
    case "uuid":
    case "guid":
      return compileUuid(def);
    case "url":
      return compileUrl(def);
    case "ipv4":
    case "ipv6":
    case "cidrv4":
    case "cidrv6":
      return compileIp(def, format);
    default:
      throw new TypeError(`A request's schema has an unknown string format: ${format}`);
  }
}
