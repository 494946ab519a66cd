import type { z } from "zod";
import { compileSchema } from "./compile.ts";
import type { CompiledSchema } from "./compiled-schema.ts";
import { ABSENT, INVALID, locate, refuse, type ValidationIssue } from "./issues.ts";
import { compileParameters, fromHeaders, fromPath, fromQuery } from "./parameters.ts";
import { parseJson } from "./python-json.ts";
import { omitLong, redact } from "./secrets.ts";

/** The schemas of an operation's request; a part without a schema is neither read nor checked. */
export interface RequestSchemas {
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly headers?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  /** The body is a form (`application/x-www-form-urlencoded`), despite its content type. */
  readonly form?: true | undefined;
}

/** A request before validation; `body` is null or empty if none was sent. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly contentType: string | null;
  readonly body: Uint8Array | null;
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A request in the types of its schemas. */
export interface ValidInput<S extends RequestSchemas> {
  readonly ok: true;
  readonly params: OutputOf<S["params"]>;
  readonly query: OutputOf<S["query"]>;
  readonly headers: OutputOf<S["headers"]>;
  readonly body: OutputOf<S["body"]>;
}

/** A refused request: 422 with the issues, or 400 for a body that is not UTF-8. */
export type RefusedInput =
  | { readonly ok: false; readonly fault: "invalid"; readonly detail: ValidationIssue[] }
  | { readonly ok: false; readonly fault: "undecodable"; readonly detail: string };

export type Validator<S extends RequestSchemas = RequestSchemas> = (
  input: RawInput,
) => ValidInput<S> | RefusedInput;

/**
 * Compiles an operation's schemas into its validator, which reports issues as FastAPI with pydantic 2 does. Throws
 * a TypeError on a schema that it cannot compile, so that no such operation is ever served; the validator
 * itself never throws.
 */
export function compileValidator<const S extends RequestSchemas>(schemas: S): Validator<S> {
  const params = schemas.params && compileParameters(schemas.params, "path");
  const query = schemas.query && compileParameters(schemas.query, "query");
  const headers = schemas.headers && compileParameters(schemas.headers, "header");
  const body = schemas.body && compileSchema(schemas.body);
  return (input) => {
    const read = body === undefined ? noBody : readBody(input.body, input.contentType, schemas.form);
    // As in FastAPI, a body that cannot be read is the only issue.
    if (read.kind === "undecodable") return undecodable;
    if (read.kind === "invalid") return { ok: false, fault: "invalid", detail: [read.issue] };
    const issues: ValidationIssue[] = [];
    const values = {
      ok: true,
      params: params?.(fromPath(input.params), issues),
      query: query?.(fromQuery(input.query), issues),
      headers: headers?.(fromHeaders(input.headers), issues),
      body: body && checkBody(body, read, issues),
    };
    if (issues.length === 0) return values as ValidInput<S>;
    omitLong(issues);
    if (body && body.secretNames.length > 0) redact(issues.filter(ofBody), body);
    return { ok: false, fault: "invalid", detail: issues };
  };
}

const ofBody = ({ loc }: ValidationIssue) => loc[0] === "body";

const noBody = { kind: "absent" } as const;

const undecodable: RefusedInput = {
  ok: false,
  fault: "undecodable",
  detail: "There was an error parsing the body",
};

/** A body as FastAPI reads it, before validation. */
type ReadBody =
  | { readonly kind: "absent" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly issue: ValidationIssue }
  | { readonly kind: "undecodable" };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body: a form, JSON by its content type, else the text as one string, which no object schema accepts. */
function readBody(body: Uint8Array | null, contentType: string | null, form: true | undefined): ReadBody {
  if (body === null || body.byteLength === 0) return { kind: "absent" };
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { kind: "undecodable" };
  }
  if (form) return { kind: "value", value: formOf(text) };
  if (!isJson(contentType)) return { kind: "value", value: text };
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value === null ? { kind: "absent" } : { kind: "value", value: parsed.value };
  const issues: ValidationIssue[] = [];
  refuse(issues, "json_invalid", "JSON decode error", {}, { error: parsed.error });
  issues[0]!.loc.push("body", parsed.position);
  return { kind: "invalid", issue: issues[0]! };
}

/** The fields of a form, by their names in lower case; of a repeated one the last counts. */
function formOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** application/json and application/…+json, with or without parameters, in any case. */
export function isJson(contentType: string | null): boolean {
  const essence = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  return /^application\/(?:json|[^/]*\+json)$/.test(essence);
}

function checkBody(
  compiled: CompiledSchema,
  read: Extract<ReadBody, { kind: "absent" | "value" }>,
  issues: ValidationIssue[],
): unknown {
  const from = issues.length;
  const value =
    read.kind === "value"
      ? compiled.check(read.value, issues)
      : compiled.absent === undefined
        ? refuse(issues, "missing", "Field required", null)
        : compiled.absent();
  if (value === INVALID) locate(issues, from, "body");
  return value === ABSENT ? undefined : value;
}
