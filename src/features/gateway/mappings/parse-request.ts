import {
  asText,
  type Fail,
  isObject,
  type Members,
  type Path,
  requireKnown,
} from "../../../vehicles/imports/columns/mapping-text.ts";
import { hopByHop } from "../request-headers.ts";
import { placeholdersOf, type RequestTemplate, type Template, templateOf } from "./request-template.ts";

/** What a request can name of a lookup. */
export interface Nameable {
  /** The parameters of the lookup's path. */
  readonly params: readonly string[];
  /** What the caller can leave out. */
  readonly optional: readonly string[];
}

/** Parses a vendor's request. */
export function parseRequest(given: unknown, nameable: Nameable, path: Path, fail: Fail): RequestTemplate {
  if (!isObject(given)) return fail(path, 'must have path; write {path: "/v2/vehicles/{vin}"}');
  requireKnown(given, ["path", "query", "headers"], path, fail);
  const { path: own, query, headers } = given;
  if (typeof own !== "string") return fail([...path, "path"], "must be a path such as /v2/vehicles/{vin}");
  return {
    path: pathOf(own, nameable, [...path, "path"], fail),
    query: entriesOf(query, [...path, "query"], fail).map(([name, value]) => {
      const at = [...path, "query", name];
      requireNoCredential(name, at, "query", fail);
      return [encodeURIComponent(name), parsed(value, nameable, encoded, at, fail)] as const;
    }),
    headers: entriesOf(headers, [...path, "headers"], fail).map(([name, value]) => {
      const at = [...path, "headers", name];
      requireHeader(name, value, at, fail);
      return [name.toLowerCase(), parsed(value, nameable, (text) => text, at, fail)] as const;
    }),
  };
}

/** Characters of a path's segment that need no escape, and escapes. */
const segment = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/;

function pathOf(text: string, { params }: Nameable, at: Path, fail: Fail): readonly Template[] {
  if (!text.startsWith("/")) return fail(at, "must begin with /");
  if (/[?#]/.test(text)) return fail(at, "has a query or a fragment; write parameters in query");
  return text
    .slice(1)
    .split("/")
    .map((part) => {
      // What the caller can leave out cannot be a segment.
      const template = parsed(part, { params, optional: [] }, (one) => one, at, fail);
      const fixed = template.filter((_, index) => index % 2 === 0);
      const dots = part.replace(/%2e/gi, ".");
      if (part === "" || dots === "." || dots === "..")
        return fail(at, "has an empty segment, or one of dots; write the path without it");
      if (!fixed.every((one) => segment.test(one)))
        return fail(at, "has a character that a path cannot have; write it escaped, such as %20");
      return template;
    });
}

const encoded = (text: string): string => encodeURIComponent(text);

/** A text with placeholders, what stands between them encoded. */
function parsed(
  text: string,
  { params, optional }: Nameable,
  encode: (text: string) => string,
  at: Path,
  fail: Fail,
): Template {
  const template = templateOf(text);
  const known = [...params, ...optional];
  for (const name of placeholdersOf(template))
    if (!known.includes(name))
      fail(
        at,
        `has the placeholder {${name}}, which this lookup lacks; write ${known.map((one) => `{${one}}`).join(", ")}`,
      );
  const rest = template.filter((_, index) => index % 2 === 0);
  if (rest.some((one) => /[{}]/.test(one)))
    fail(at, "has a brace that is no placeholder; write {vin}, for example");
  return template.map((one, index) => (index % 2 === 0 ? encode(one) : one));
}

/** The members of a query or of headers, as texts. */
function entriesOf(given: unknown, at: Path, fail: Fail): readonly (readonly [string, string])[] {
  if (given === undefined || given === null) return [];
  if (!isObject(given)) return fail(at, "must name values, such as {limit: 50}");
  return Object.entries(given as Members).map(([name, value]) => {
    const text = asText(value);
    return text === undefined ? fail([...at, name], "must be a text") : [name, text];
  });
}

const secretEnds = ["apikey", "accesskey", "token", "secret", "password", "passwd", "pwd", "signature"];
const secretWords: ReadonlySet<string> = new Set(["auth", "authorization", "credential", "credentials"]);
const keysOf: ReadonlySet<string | undefined> = new Set([
  ...[undefined, "x", "api", "access", "auth", "subscription", "client", "consumer", "private", "app"],
]);

function isCredential(name: string): boolean {
  const words = name.toLowerCase().split(/[-_.]/);
  const last = words.at(-1)!;
  if (last === "key") return keysOf.has(words.at(-2));
  return secretWords.has(last) || secretEnds.some((end) => last.endsWith(end));
}

function requireNoCredential(name: string, at: Path, place: string, fail: Fail): void {
  if (isCredential(name))
    fail(at, `is a credential; write it in auth of the API, as its ${place}, where it is kept encrypted`);
}

/** Headers of the gateway and of its connection, and those by which the answer would be another one. */
const owned: ReadonlySet<string> = new Set([
  ...hopByHop,
  ...["authorization", "host", "cookie", "x-authkey", "via", "x-request-id", "content-length", "expect"],
  ...["accept-encoding", "forwarded", "traceparent", "tracestate", "range", "x-real-ip"],
]);

const ownedBeginnings = ["proxy-", "x-forwarded-", "if-", "sec-"];

function requireHeader(name: string, value: string, at: Path, fail: Fail): void {
  const lower = name.toLowerCase();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(lower)) fail(at, "is no name of a header");
  if (owned.has(lower) || ownedBeginnings.some((beginning) => lower.startsWith(beginning)))
    fail(at, "is a header that the gateway sets itself; leave it out");
  requireNoCredential(lower, at, "header", fail);
  if (!/^[\x20-\x7e]*$/.test(value)) fail(at, "has a character that a header cannot have");
}
