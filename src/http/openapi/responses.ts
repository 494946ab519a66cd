import { z } from "zod";
import { type Endpoint, typesOf } from "../endpoint.ts";
import { ApiError, type ErrorCode, errors, problem } from "../errors.ts";
import { hasEtag, isManaged, isOpen } from "../etag.ts";
import { compileValidator } from "../validation/validation.ts";
import type { Components, Json } from "./components.ts";
import { headersOf } from "./headers.ts";
import { HttpValidationError, Problem } from "./schemas.ts";

const lookupErrors: readonly ErrorCode[] = [
  "credits_exhausted",
  "subscription_inactive",
  "api_not_in_product",
  "ip_not_allowed",
  "rate_limited",
  "quota_exceeded",
];

/** What an operation can answer follows from what it asks for; only the rest is declared beside it. */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  if (!isOpen(endpoint)) codes.add("not_authenticated").add("invalid_credential").add("unavailable");
  if (isManaged(endpoint) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method)) codes.add("precondition_failed");
  if (endpoint.idempotent) codes.add("conflict");
  if (isManaged(endpoint)) codes.add("forbidden");
  if (endpoint.audience === "customer") codes.add("rate_limited");
  if (endpoint.lookup) for (const code of lookupErrors) codes.add(code);
  if (endpoint.body || endpoint.upload) codes.add("content_too_large");
  // Every operation may be refused: escapes in the path, or a Host, that do not decode.
  codes.add("bad_request");
  return [...codes];
}

/** One example of each of these errors, as references name them. */
export function errorExamples(codes: Iterable<ErrorCode>, publicUrl: string): Json {
  const entries = [...codes].map((code) => {
    const { title, meaning } = errors[code];
    const value = JSON.parse(problem(new ApiError(code, meaning), "7b0c1d5e", publicUrl)) as Json;
    return [code, { summary: title, value }];
  });
  return { ...Object.fromEntries(entries), invalid: { summary: "Invalid request", value: invalidExample() } };
}

function invalidExample(): Json {
  const verdict = compileValidator({ query: z.object({ page: z.int() }) })({
    params: {},
    query: new URLSearchParams("page=two"),
    headers: new Headers(),
    contentType: null,
    body: null,
  });
  return { detail: verdict.ok ? [] : verdict.detail };
}

const exampleNamed = (name: string): Json => ({ $ref: `#/components/examples/${name}` });

/** The responses of an operation by status; `example` is the body of a success. */
export function responsesOf(components: Components, endpoint: Endpoint, example: unknown): Json {
  const responses: Json = { "200": success(components, endpoint, example) };
  if (hasEtag(endpoint, { body: "", type: typesOf(endpoint)[0] }))
    responses["304"] = {
      description: "The version that `If-None-Match` names is still the current one.",
      headers: headersOf(endpoint, 304),
    };
  const byStatus = Map.groupBy(errorCodes(endpoint), (code) => errors[code].status);
  const problemSchema = components.convert(Problem, "output");
  for (const [status, codes] of byStatus)
    responses[String(status)] = {
      description: codes.map((code) => `\`${code}\`: ${errors[code].meaning}`).join("\n\n"),
      headers: headersOf(endpoint, status),
      content: {
        "application/problem+json": {
          schema: problemSchema,
          examples: Object.fromEntries(codes.map((code) => [code, exampleNamed(code)])),
        },
      },
    };
  if (endpoint.params || endpoint.query || endpoint.headers || endpoint.body)
    responses["422"] = {
      description: "The request is invalid; `detail` lists every refused input.",
      headers: headersOf(endpoint, 422),
      content: {
        "application/json": {
          schema: components.convert(HttpValidationError, "output"),
          examples: { invalid: exampleNamed("invalid") },
        },
      },
    };
  return responses;
}

function success(components: Components, endpoint: Endpoint, example: unknown): Json {
  const schema = endpoint.response
    ? components.convert(endpoint.response, "output", endpoint.id)
    : { type: "string" };
  const [type, ...others] = typesOf(endpoint);
  const shown = example === undefined ? {} : { examples: { example: { value: example } } };
  return {
    description: "Success",
    headers: headersOf(endpoint, 200),
    content: {
      [type]: { schema, ...shown },
      ...Object.fromEntries(others.map((other) => [other, { schema: { type: "string" } }])),
    },
  };
}
