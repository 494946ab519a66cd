import {
  type Check,
  type CompiledSchema,
  compileRules,
  type DefOf,
  leaf,
  type Rule,
  rule,
} from "./compiled-schema.ts";
import { compileEmail } from "./emails.ts";
import { alternatives, codePoints, counted, refuse } from "./issues.ts";
import { checkDate, checkDateTime } from "./moments.ts";

/** Compiles a string schema by its format: `z.string()`, `z.email()`, `z.iso.datetime()` and so on. */
export function compileText(def: DefOf<"string">): CompiledSchema {
  const rules = compileRules(def.checks, stringRule);
  const format = "format" in def ? String(def.format) : "";
  switch (format) {
    case "":
      return leaf(rules.length === 0 ? "str" : "constrained-str", checkString, rules);
    case "email":
      return compileEmail(rules);
    case "datetime":
      return leaf("datetime", checkDateTime, rules);
    case "date":
      return leaf("date", checkDate, rules);
    case "uuid":
      if ("version" in def && def.version !== undefined)
        throw new TypeError("A request's schema cannot limit a UUID to a version");
      return leaf("uuid", checkUuid, rules);
    case "url":
      return compileUrl(def, rules);
    default:
      throw new TypeError(`A request's schema has an unknown string format: ${format}`);
  }
}

/** Accepts strings only; no other value is coerced. */
export const checkString: Check = (input, issues) =>
  typeof input === "string" ? input : refuse(issues, "string_type", "Input should be a valid string", input);

/** A rule of strings; they apply in the order of the schema. Lengths are in code points. */
function stringRule(def: Parameters<Parameters<typeof compileRules>[1] & object>[0]): Rule | null {
  switch (def.check) {
    case "min_length":
      return lengthMin(def.minimum);
    case "max_length":
      return lengthMax(def.maximum);
    case "overwrite":
      return (value) => def.tx(value);
    case "string_format":
      return def.format === "regex" && def.pattern !== undefined ? matches(def.pattern) : null;
    default:
      return null;
  }
}

function lengthMin(min: number): Rule {
  const msg = `String should have at least ${counted(min, "character")}`;
  return rule((value: string) => codePoints(value) >= min, "string_too_short", msg, { min_length: min });
}

function lengthMax(max: number): Rule {
  const msg = `String should have at most ${counted(max, "character")}`;
  const accepts = (value: string) => value.length <= max || codePoints(value) <= max;
  return rule(accepts, "string_too_long", msg, { max_length: max });
}

/** Shows the expression in Python's notation. */
function matches(expression: RegExp): Rule {
  // A sticky or global expression would keep state between requests.
  const stateless = new RegExp(expression.source, expression.flags.replace(/[gy]/g, ""));
  const pattern = expression.source.replaceAll("\\/", "/");
  const msg = `String should match pattern '${pattern}'`;
  return rule((value: string) => stateless.test(value), "string_pattern_mismatch", msg, { pattern });
}

/** A UUID in any of its spellings; the value is the hyphenated one in lower case. */
const checkUuid: Check = (input, issues) => {
  if (typeof input !== "string") {
    return refuse(issues, "uuid_type", "UUID input should be a string, bytes or UUID object", input);
  }
  const hex = uuidDigits(input);
  if (hex !== null) return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const error = uuidFault(input);
  return refuse(issues, "uuid_parsing", `Input should be a valid UUID, ${error}`, input, { error });
};

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidDigits(text: string): string | null {
  if (/^[0-9a-f]{32}$/i.test(text)) return text.toLowerCase();
  const { body } = unwrapUuid(text);
  return hyphenated.test(body) ? body.replaceAll("-", "").toLowerCase() : null;
}

function unwrapUuid(text: string): { body: string; offset: number } {
  if (text.startsWith("{") && text.endsWith("}") && text.length > 1)
    return { body: text.slice(1, -1), offset: 1 };
  if (text.startsWith("urn:uuid:")) return { body: text.slice(9), offset: 9 };
  return { body: text, offset: 0 };
}

const groupLengths = [8, 4, 4, 4, 12];

/** The reason in the words of the parser that pydantic uses (Rust's uuid crate). */
function uuidFault(text: string): string {
  const { body, offset } = unwrapUuid(text);
  const invalid = /[^0-9a-f-]/iu.exec(body);
  if (invalid !== null) {
    return `invalid character: found \`${invalid[0]}\` at ${invalid.index + offset + 1}`;
  }
  const groups = body.split("-");
  if (groups.length === 1 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`;
  const wrong = groups.slice(0, 4).findIndex((group, index) => group.length !== groupLengths[index]);
  const index = wrong === -1 ? 4 : wrong;
  // The crate counts the last group to the end of the whole text, a closing brace included.
  const found = index === 4 ? text.length - 24 : groups[index]!.length;
  return `invalid group length in group ${index}: expected ${groupLengths[index]}, found ${found}`;
}

const schemesKnown = ["http", "https", "ws", "wss", "ftp"];
const urlLengthMax = 2083;

/** Compiles an absolute URL, `protocol` naming its schemes. The value is the text as sent, trimmed. */
function compileUrl(def: DefOf<"string">, rules: readonly Rule[]): CompiledSchema {
  const { protocol, hostname } = def as { protocol?: RegExp; hostname?: RegExp };
  if (hostname !== undefined || protocol === undefined)
    throw new TypeError("A request's URL must be limited to schemes, and to nothing else");
  const schemes = schemesKnown.filter((scheme) => protocol.test(scheme));
  const expected_schemes = alternatives(schemes);
  const check: Check = (input, issues) => {
    if (typeof input !== "string") {
      return refuse(issues, "url_type", "URL input should be a string or URL", input);
    }
    if (input.length > urlLengthMax) {
      const message = `URL should have at most ${urlLengthMax} characters`;
      return refuse(issues, "url_too_long", message, input, { max_length: urlLengthMax });
    }
    const url = URL.parse(input);
    if (url === null) {
      const error = urlFault(input.trim());
      return refuse(issues, "url_parsing", `Input should be a valid URL, ${error}`, input, { error });
    }
    if (schemes.includes(url.protocol.slice(0, -1))) return input.trim();
    const message = `URL scheme should be ${expected_schemes}`;
    return refuse(issues, "url_scheme", message, input, { expected_schemes });
  };
  return leaf("function-wrap[wrap_val()]", check, rules);
}

/** The reason in the words of the parser that pydantic uses (Rust's url crate). */
function urlFault(text: string): string {
  if (text === "") return "input is empty";
  const authority = /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return "relative URL without a base";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  if (host.startsWith("[")) return "invalid IPv6 address";
  const [name, port] = host.split(":", 2);
  if (name === "") return "empty host";
  if (port !== undefined && !(/^\d*$/.test(port) && Number(port) <= 65535)) return "invalid port number";
  return /(?:^|\.)\d+$/.test(name!) ? "invalid IPv4 address" : "invalid international domain name";
}
