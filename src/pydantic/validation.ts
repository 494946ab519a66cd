import type { z } from "zod";
import { readBody } from "./bodies.ts";
import { compileSchema } from "./compile.ts";
import { ABSENT, INVALID, locate, refuse, type ValidationIssue } from "./issues.ts";
import type { Node } from "./node.ts";
import { compileParameters, fromHeaders, fromPath, fromQuery } from "./parameters.ts";
import { redact } from "./secrets.ts";

/** The schemas of an operation's request; what has none is neither read nor judged. */
export interface RequestSchemas {
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly headers?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
}

/** A request before validation; `body` is null or empty where none was sent. */
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

/** A request that is refused: 422 with the issues, or 400 for a body that is not UTF-8. */
export type RefusedInput =
  | { readonly ok: false; readonly fault: "invalid"; readonly detail: ValidationIssue[] }
  | { readonly ok: false; readonly fault: "undecodable"; readonly detail: string };

export type Validator<S extends RequestSchemas = RequestSchemas> = (
  input: RawInput,
) => ValidInput<S> | RefusedInput;

/**
 * Compiles an operation's schemas into its validator, which judges as FastAPI with pydantic 2 does. Throws
 * a TypeError on a schema that it cannot compile, so that no such operation is ever served; the validator
 * itself never throws.
 */
export function compileValidator<const S extends RequestSchemas>(schemas: S): Validator<S> {
  const params = schemas.params && compileParameters(schemas.params, "path");
  const query = schemas.query && compileParameters(schemas.query, "query");
  const headers = schemas.headers && compileParameters(schemas.headers, "header");
  const body = schemas.body && compileSchema(schemas.body);
  return (input) => {
    const read = body === undefined ? noBody : readBody(input.body, input.contentType);
    // As in the framework, a body that cannot be read is all that is wrong.
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
    if (issues.length > 0) return { ok: false, fault: "invalid", detail: issues };
    return values as ValidInput<S>;
  };
}

const noBody = { kind: "absent" } as const;

const undecodable: RefusedInput = {
  ok: false,
  fault: "undecodable",
  detail: "There was an error parsing the body",
};

type Read = { kind: "absent" } | { kind: "value"; value: unknown };

function checkBody(node: Node, read: Read, issues: ValidationIssue[]): unknown {
  const from = issues.length;
  const value =
    read.kind === "value"
      ? node.check(read.value, issues)
      : node.absent === undefined
        ? refuse(issues, "missing", "Field required", null)
        : node.absent();
  if (value === INVALID) {
    locate(issues, from, "body");
    if (node.secretNames.length > 0) redact(issues.slice(from), node.secretNames);
  }
  return value === ABSENT ? undefined : value;
}
