import { refuse } from "./issues.ts";
import { type Check, type DefOf, leaf, type Node } from "./node.ts";
import { alternatives } from "./python-text.ts";
import { ruled } from "./rules.ts";
import { stringRules } from "./strings.ts";

const schemesKnown = ["http", "https", "ws", "wss", "ftp"];
const lengthMax = 2083;

/** Compiles an absolute URL, `protocol` naming its schemes. The value is the text as sent, trimmed. */
export function compileUrl(def: DefOf<"string">): Node {
  const { protocol, hostname } = def as { protocol?: RegExp; hostname?: RegExp };
  if (hostname !== undefined) throw new TypeError("A request's URL cannot be limited to host names");
  const schemes = protocol && schemesKnown.filter((scheme) => protocol.test(scheme));
  const expected_schemes = alternatives(schemes ?? []);
  const check: Check = (input, issues) => {
    if (typeof input !== "string") {
      return refuse(issues, "url_type", "URL input should be a string or URL", input);
    }
    if (schemes !== undefined && input.length > lengthMax) {
      const message = `URL should have at most ${lengthMax} characters`;
      return refuse(issues, "url_too_long", message, input, { max_length: lengthMax });
    }
    const url = URL.parse(input);
    if (url === null) {
      const error = whyNot(input.trim());
      return refuse(issues, "url_parsing", `Input should be a valid URL, ${error}`, input, { error });
    }
    if (schemes !== undefined && !schemes.includes(url.protocol.slice(0, -1))) {
      const message = `URL scheme should be ${expected_schemes}`;
      return refuse(issues, "url_scheme", message, input, { expected_schemes });
    }
    return input.trim();
  };
  return leaf("function-wrap[wrap_val()]", ruled(check, stringRules(def.checks)));
}

/** The reason in the words of the parser that pydantic uses (Rust's url crate). */
function whyNot(text: string): string {
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
