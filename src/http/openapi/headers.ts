import { type Endpoint, typesOf } from "../endpoint.ts";
import { hasEtag, isManaged } from "../etag.ts";
import type { Json } from "./components.ts";

const header = (description: string, example: string, type = "string"): Json => ({
  description,
  schema: { type },
  example,
});

/** Headers of answers, as the document's components. */
export const responseHeaders: Json = {
  "x-request-id": header("The call's id: the caller's own where it sent a safe one.", "7b0c1d5e"),
  "x-ignored-parameters": header(
    "The names of query parameters that the operation does not have and ignored.",
    "colour, sort",
  ),
  "x-credits-remaining": header("The credits that the subscription has left, or `unlimited`.", "14"),
  "x-data-source": header("The dataset that answered, with its version; `demo` is synthetic.", "demo"),
  "x-match": header(
    "How the record was found: `exact`, or `model` where the vehicle's trim could not be told.",
    "exact",
  ),
  RateLimit: header("What is left of the rate or quota, and when it is renewed.", '"default";r=59;t=60'),
  "RateLimit-Policy": header("The rate or quota that the product sets.", '"default";q=60;w=60'),
  "Retry-After": header("Seconds after which the call may be repeated.", "60"),
  ETag: header(
    "The version of the resource: for `If-Match` and `If-None-Match`.",
    '"x4Vd0rT2kQ9sLm8eYbNc3w"',
  ),
  Link: header(
    "The addresses of the first, the last, the previous and the next page (RFC 8288).",
    '<https://vingate.example/users/?page=2&page_size=100>; rel="next"',
  ),
  "X-Total-Count": header("The number of entries on all pages.", "1042"),
  Location: header("The address of what the call has begun.", "https://vingate.example/imports/7b0c1d5e"),
  "WWW-Authenticate": header("The kind of credential that is asked for.", 'Bearer realm="vingate"'),
};

/** The headers that an operation's answer of a status may carry, as references to the components. */
export function headersOf(endpoint: Endpoint, status: number): Json {
  const names = ["x-request-id", "x-ignored-parameters"];
  if (endpoint.lookup) {
    names.push("RateLimit", "RateLimit-Policy");
    if (status === 200 || status === 402 || status === 404) names.push("x-credits-remaining");
    if (status === 200) names.push("x-data-source", "x-match");
  }
  if (status === 429 || status === 503) names.push("Retry-After");
  if (status === 401) names.push("WWW-Authenticate");
  if (endpoint.upload && status === 200) names.push("Location");
  const versioned = hasEtag(endpoint, { body: "", type: typesOf(endpoint)[0] });
  if (versioned && (status === 200 || status === 304)) names.push("ETag");
  if (isManaged(endpoint) && status === 200 && endpoint.response?.def.type === "array")
    names.push("Link", "X-Total-Count");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
