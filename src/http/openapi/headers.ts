import type { Endpoint } from "../endpoint.ts";
import { hasEtag, isManaged } from "../etag.ts";
import { eventStreamType } from "../event-text.ts";
import type { Json } from "./components.ts";

const header = (component: string, description: string, example: string): [string, Json] => [
  component,
  { description, schema: { type: "string" }, example },
];

/** The component of each response header. Components have short names, since every response refers to some. */
const components: Readonly<Record<string, readonly [name: string, header: Json]>> = {
  "x-request-id": header(
    "id",
    "The request ID: the one that the caller sent, if it is safe, else a new one.",
    "7b0c1d5e",
  ),
  "x-ignored-parameters": header(
    "ignored",
    "The names of query parameters that the operation does not have and ignored.",
    "colour, sort",
  ),
  "x-credits-charged": header(
    "charged",
    "The credits that the call cost, as the request log has them; 0 if it was free.",
    "1",
  ),
  "x-credits-remaining": header("credits", "The credits left in the subscription, or `unlimited`.", "14"),
  "x-data-source": header(
    "source",
    "The dataset of the response, with its version, or the upstream with the day on which it answered. `demo` data is synthetic.",
    "demo",
  ),
  "x-match": header(
    "match",
    "How the record was found: `exact`, or `model` if the trim of the vehicle could not be determined.",
    "exact",
  ),
  "x-vin-read": header(
    "read",
    "The VIN that was read, if the one in the path had to be repaired, and what was repaired: `around` (stars or quotes around it), `leading_i` (the I of a scanned label), `alphabet` (full width, Cyrillic or Greek characters), `o`, `i`, `q` (letters that no VIN has). Absent for any other VIN; spaces, hyphens and lower case are no repair.",
    '"5J6RW2H59JL990075";repairs="leading_i o"',
  ),
  "x-test": header("test", "`true` in every response to a test key; else absent.", "true"),
  RateLimit: header(
    "limit",
    "The remaining calls of the rate limit or quota, and when it resets.",
    '"default";r=59;t=60',
  ),
  "RateLimit-Policy": header("policy", "The rate limit or quota of the product.", '"default";q=60;w=60'),
  "Retry-After": header("retry", "The seconds to wait before the call is repeated.", "60"),
  ETag: header(
    "etag",
    "The version of the resource, for `If-Match` and `If-None-Match`.",
    '"x4Vd0rT2kQ9sLm8eYbNc3w"',
  ),
  Link: header(
    "link",
    "The URLs of the first, last, previous and next page (RFC 8288).",
    '<https://vingate.example/users/?page=2&page_size=100>; rel="next"',
  ),
  "X-Total-Count": header("total", "The number of entries on all pages.", "1042"),
  Location: header(
    "location",
    "The URL of the import that the call started.",
    "https://vingate.example/imports/7b0c1d5e",
  ),
  "Idempotent-Replayed": header(
    "replayed",
    "`true` if this is the first response to this `Idempotency-Key`, sent again.",
    "true",
  ),
  "WWW-Authenticate": header("credential", "The kind of credential required.", 'Bearer realm="vingate"'),
};

/** The headers of responses, as the components of the document. */
export const responseHeaders: Json = Object.fromEntries(Object.values(components));

/** The media types of a 200, the default first. */
export function typesOf({
  types,
  answers,
}: Pick<Endpoint, "types" | "answers">): readonly [string, ...string[]] {
  return types ?? [answers === "events" ? eventStreamType : "application/json"];
}

/** Whether an operation is a lookup with an ETag. */
export function hasVersion(endpoint: Endpoint): boolean {
  return "version" in endpoint && endpoint.version !== undefined;
}

/** Whether the responses of an operation have an ETag. */
export function isVersioned(endpoint: Endpoint): boolean {
  const stored = "if-none-match" in (endpoint.headers?.shape ?? {});
  return stored || hasVersion(endpoint) || hasEtag(endpoint, { body: "", type: typesOf(endpoint)[0] });
}

/** Whether a response states its cost. The lines of a batch are charged while it is sent. */
function isCharged({ lookup, callsLookups, answers }: Endpoint, status: string): boolean {
  const isBatch = answers === "lines" || answers === "stream";
  return (lookup !== undefined || callsLookups === true) && !(isBatch && status === "200");
}

/** The headers that a response of an operation can have by its status, as references to components. */
export function headersOf(endpoint: Endpoint, status: string): Json {
  const names = ["x-request-id", "x-ignored-parameters"];
  if (endpoint.lookup) names.push("RateLimit", "RateLimit-Policy");
  if (isCharged(endpoint, status)) names.push("x-credits-charged");
  if (endpoint.lookup) {
    if (/^(200|304|402|404)$/.test(status)) names.push("x-credits-remaining");
    if (status === "200") names.push("x-data-source", "x-test");
    if (status === "200" && !endpoint.lookup.options && !endpoint.compatible) names.push("x-match");
  }
  if (endpoint.params && "vin" in endpoint.params.shape && !endpoint.compatible && status === "200")
    names.push("x-vin-read");
  if (/^(429|default)$/.test(status)) names.push("Retry-After");
  if (endpoint.idempotent && status === "200") names.push("Idempotent-Replayed");
  if (status === "401") names.push("WWW-Authenticate");
  if (endpoint.tag === "Datasets" && endpoint.upload && status === "200") names.push("Location");
  if (isVersioned(endpoint) && /^(200|304)$/.test(status)) names.push("ETag");
  if (isManaged(endpoint) && status === "200" && endpoint.response?.def.type === "array")
    names.push("Link", "X-Total-Count");
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${components[name]![0]}` }]),
  );
}
