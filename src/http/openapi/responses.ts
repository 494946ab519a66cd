import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { ApiError, type ErrorCode, errors, problem } from "../errors.ts";
import { isManaged, isOpen } from "../etag.ts";
import { compileValidator } from "../validation/validation.ts";
import type { Components, Json } from "./components.ts";
import { headersOf, isVersioned, typesOf } from "./headers.ts";
import { HttpValidationError, Problem } from "./schemas.ts";

const lookupErrors: readonly ErrorCode[] = [
  "credits_exhausted",
  "subscription_inactive",
  "api_not_in_product",
  "ip_not_allowed",
  "rate_limited",
  "quota_exceeded",
];

/** The errors that every operation can return. */
const generalErrors: readonly ErrorCode[] = ["bad_request", "internal", "unavailable"];

/** The errors of an operation: those of every operation, those that follow from its audience and inputs, its own. */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...generalErrors, ...(endpoint.errors ?? [])]);
  if (!isOpen(endpoint)) codes.add("not_authenticated").add("invalid_credential");
  if (isManaged(endpoint) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method)) codes.add("precondition_failed");
  if (endpoint.idempotent || endpoint.callsLookups || endpoint.answers === "lines") codes.add("conflict");
  if (isManaged(endpoint)) codes.add("forbidden").add("step_up_required").add("insufficient_scope");
  if (endpoint.audience === "customer") codes.add("rate_limited");
  if (endpoint.lookup) for (const code of lookupErrors) codes.add(code);
  if (endpoint.body || endpoint.upload) codes.add("content_too_large");
  return [...codes];
}

/** One example of each error, by the names of the components. */
export function errorExamples(codes: Iterable<ErrorCode>, publicUrl: string): Json {
  const entries = [...codes].map((code) => {
    const error = new ApiError(code, errors[code].meaning);
    return [code, { value: JSON.parse(problem(error, "7b0c1d5e", publicUrl)) as Json }];
  });
  return { ...Object.fromEntries(entries), invalid: { value: invalidExample() } };
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

/** The responses of an operation by status; `example` is the body of the 200. */
export function responsesOf(components: Components, endpoint: Endpoint, example: unknown): Json {
  const responses: Json = { [endpoint.success ?? 200]: success(components, endpoint, example) };
  if (isVersioned(endpoint))
    responses["304"] = {
      description: "The version in `If-None-Match` is current.",
      headers: headersOf(endpoint, "304"),
    };
  const validated = endpoint.params || endpoint.query || endpoint.headers || endpoint.body;
  const codes = errorCodes(endpoint);
  // Every operation states a 4XX of its own, since linters require one.
  const general = validated || codes.length > generalErrors.length ? generalErrors : generalErrors.slice(1);
  const byStatus = Map.groupBy(codes, (code) =>
    general.includes(code) ? "default" : String(errors[code].status),
  );
  const problemSchema = components.convert(Problem, "output");
  for (const [status, own] of byStatus) {
    const meaningOf = (code: ErrorCode) =>
      `${status === "default" ? `${errors[code].status} ` : ""}\`${code}\`: ${errors[code].meaning}`;
    responses[status] = {
      description: own.map(meaningOf).join("\n\n"),
      headers: headersOf(endpoint, status),
      content: {
        "application/problem+json": {
          schema: problemSchema,
          examples: Object.fromEntries(own.map((code) => [code, exampleNamed(code)])),
        },
      },
    };
  }
  addProtocolErrors(components, endpoint, responses);
  if (validated)
    responses["422"] = {
      description: "The request is invalid. `detail` lists every invalid input.",
      headers: headersOf(endpoint, "422"),
      content: {
        "application/json": {
          schema: components.convert(HttpValidationError, "output"),
          examples: { invalid: exampleNamed("invalid") },
        },
      },
    };
  return responses;
}

/** A status that a protocol has in its own form, and the service in its own, has both. */
function addProtocolErrors(components: Components, endpoint: Endpoint, responses: Json): void {
  const { statuses, schema } = endpoint.protocolErrors ?? { statuses: [] };
  for (const status of statuses) {
    const known = (responses[status] ?? responses.default) as { content: Json; description: string };
    responses[status] = {
      ...known,
      ...(!responses[status] && { description: "An error in the form of the protocol, or of the service." }),
      headers: headersOf(endpoint, String(status)),
      content: {
        "application/json": { schema: components.convert(schema!, "output", endpoint.id) },
        ...known.content,
      },
    };
  }
}

export const ndjson = "application/x-ndjson";

/** Whether an operation takes and returns lines of JSON if the request's Content-Type is that of JSON lines. */
export function takesLines({ answers, form }: Endpoint): boolean {
  return answers === "lines" && form !== true;
}

/** The example of a parameter or body. Tools find the request of a response by the name that both have. */
export const namedExample = (value: unknown): Json =>
  value === undefined ? {} : { examples: { example: { value } } };

/** The schema of a body that has no schema of its own. */
export const textOf = (type: string): Json => ({ type: "string", contentMediaType: type });

function success(components: Components, endpoint: Endpoint, example: unknown): Json {
  // Parameters of media types are for readers of the body: tools find a body by its bare type.
  const [type = "", ...others] = typesOf(endpoint).map((one) => one.split(";", 1)[0]!);
  const { response, line } = endpoint;
  const schema = response
    ? components.convert(response, "output", endpoint.id)
    : line
      ? { ...textOf(type), contentSchema: components.convert(line, "output", endpoint.id) }
      : { type: "string" };
  if (takesLines(endpoint)) others.push(ndjson);
  return {
    description: "OK",
    headers: headersOf(endpoint, "200"),
    ...(endpoint.success !== 302 && {
      content: {
        [type]: { schema, ...namedExample(example) },
        ...Object.fromEntries(
          others.map((other) => [other, { schema: other.endsWith("/xml") ? schema : textOf(other) }]),
        ),
      },
    }),
  };
}
