import { t } from "../base/language/language.ts";
import { servicePath } from "../base/service-path.ts";
import { reach } from "./client.ts";
import { sentenceOf } from "./issue-sentence.ts";
import { Problem, retryAfterOf } from "./problem.ts";

/** The result of a lookup with any status. */
export interface LookupResult {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** The duration until the complete response. */
  readonly milliseconds: number;
  readonly requestId: string;
  /** The credits that it cost. */
  readonly charged: string | undefined;
  /** The key's credits left: a number or "unlimited". */
  readonly remaining: string | undefined;
  readonly source: string | undefined;
}

interface LookupOptions {
  readonly signal?: AbortSignal | undefined;
  /** The request ID of a charged call of the last day: this one is free. */
  readonly repeatOf?: string | undefined;
  readonly method?: string;
  /** JSON. */
  readonly body?: string | undefined;
}

/** Sends the same request as a program with this key. */
export async function lookUp(
  path: string,
  key: string,
  { signal, repeatOf, method = "GET", body }: LookupOptions = {},
): Promise<LookupResult> {
  const started = performance.now();
  const headers = new Headers({ "x-authkey": key });
  if (repeatOf) headers.set("x-repeat-of", repeatOf);
  if (body !== undefined) headers.set("content-type", "application/json");
  const init = { method, headers, cache: "no-store", signal, ...(body !== undefined && { body }) } as const;
  const response = await reach(new Request(servicePath + path, init));
  const text = await response.text();
  const { status } = response;
  return {
    path,
    status,
    body: parsed(text),
    headers: response.headers,
    milliseconds: performance.now() - started,
    requestId: response.headers.get("x-request-id") ?? "",
    charged: response.headers.get("x-credits-charged") ?? undefined,
    remaining: response.headers.get("x-credits-remaining") ?? undefined,
    source: response.headers.get("x-data-source") ?? undefined,
  };
}

/** `lookUp` that throws a Problem unless the status is 200 or one of `accepted`. */
export async function requireLookup(
  path: string,
  key: string,
  { accepted = [], ...options }: LookupOptions & { readonly accepted?: readonly number[] } = {},
): Promise<LookupResult> {
  const result = await lookUp(path, key, options);
  if (result.status === 200 || accepted.includes(result.status)) return result;
  throw new Problem(result.status, messageOf(result), codeOf(result), {
    requestId: result.requestId,
    retryAfter: retryAfterOf(result.headers),
  });
}

/** The choices that a list of a family returns. */
export async function choicesAt(path: string, key: string, signal: AbortSignal): Promise<string[]> {
  return ((await requireLookup(path, key, { signal })).body as { data: string[] }).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The message of a response other than 200. */
export function messageOf({ body, status }: LookupResult): string {
  const { detail } = (body ?? {}) as { detail?: unknown };
  if (Array.isArray(detail)) return detail.map(sentenceOf).join(" ");
  return typeof detail === "string" ? detail : t("The service returned {status}.", { status });
}

/** The error code of a response other than 200; a 422 has none of its own. */
export function codeOf({ body, status }: LookupResult): string {
  const { code } = (body ?? {}) as { code?: string };
  return code ?? (status === 422 ? "validation_error" : "internal");
}
