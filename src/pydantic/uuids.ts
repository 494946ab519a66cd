import { refuse } from "./issues.ts";
import { type Check, type DefOf, leaf, type Node } from "./node.ts";
import { ruled } from "./rules.ts";
import { stringRules } from "./strings.ts";

/** Compiles a UUID in any of its spellings; the value is the hyphenated one in lower case. */
export function compileUuid(def: DefOf<"string">): Node {
  const version = "version" in def && typeof def.version === "string" ? Number(def.version.slice(1)) : null;
  const check: Check = (input, issues) => {
    if (typeof input !== "string") {
      return refuse(issues, "uuid_type", "UUID input should be a string, bytes or UUID object", input);
    }
    const hex = parse(input);
    if (hex === null) {
      const error = whyNot(input);
      return refuse(issues, "uuid_parsing", `Input should be a valid UUID, ${error}`, input, { error });
    }
    if (version !== null && Number.parseInt(hex[12]!, 16) !== version) {
      const message = `UUID version ${version} expected`;
      return refuse(issues, "uuid_version", message, input, { expected_version: version });
    }
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
  return leaf("uuid", ruled(check, stringRules(def.checks)));
}

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function parse(text: string): string | null {
  if (/^[0-9a-f]{32}$/i.test(text)) return text.toLowerCase();
  const { body } = unwrap(text);
  return hyphenated.test(body) ? body.replaceAll("-", "").toLowerCase() : null;
}

function unwrap(text: string): { body: string; offset: number } {
  if (text.startsWith("{") && text.endsWith("}") && text.length > 1)
    return { body: text.slice(1, -1), offset: 1 };
  if (text.startsWith("urn:uuid:")) return { body: text.slice(9), offset: 9 };
  return { body: text, offset: 0 };
}

const groupLengths = [8, 4, 4, 4, 12];

/** The reason in the words of the parser that pydantic uses (Rust's uuid crate). */
function whyNot(text: string): string {
  const { body, offset } = unwrap(text);
  const stranger = /[^0-9a-f-]/iu.exec(body);
  if (stranger !== null) {
    return `invalid character: found \`${stranger[0]}\` at ${stranger.index + offset + 1}`;
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
