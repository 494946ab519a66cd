import { type INVALID, refuse, type ValidationIssue } from "./issues.ts";

const yes = /^(?:1|on|t|true|y|yes)$/i;
const no = /^(?:0|off|f|false|n|no)$/i;

/** A boolean in pydantic's lax mode: true and false, 1 and 0, and the usual words for them. */
export function checkBoolean(input: unknown, issues: ValidationIssue[]): boolean | typeof INVALID {
  if (typeof input === "boolean") return input;
  if (input === 1 || (typeof input === "string" && yes.test(input))) return true;
  if (input === 0 || (typeof input === "string" && no.test(input))) return false;
  if (typeof input === "string" || Number.isInteger(input)) {
    const message = "Input should be a valid boolean, unable to interpret input";
    return refuse(issues, "bool_parsing", message, input);
  }
  return refuse(issues, "bool_type", "Input should be a valid boolean", input);
}
