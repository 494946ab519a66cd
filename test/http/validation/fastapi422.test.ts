import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { secret } from "../../../src/http/validation/secrets.ts";
import { compileValidator, type RawInput, type Validator } from "../../../src/http/validation/validation.ts";
import { findSharedFile } from "../../shared-data.ts";

// Recorded requests and responses of FastAPI 0.142.2 with pydantic 2.13.5, of the model described in the same
// file.
const recorded = findSharedFile("data/fastapi422.jsonl");

interface Case {
  readonly case: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly status: number;
  readonly response: { readonly detail: { input: unknown }[] };
}

const granularity = z.enum(["hour", "day"]);
const model = z.strictObject({
  name: z.string().min(3).max(5),
  n: z.int(),
  f: z.number(),
  b: z.boolean(),
  pat: z.string().regex(/^[a-z]+$/),
  lit: z.literal(["a", "b"]),
  lit3: z.literal(["a", "b", "c"]),
  lit1: z.literal("a"),
  en: granularity,
  email: z.email(),
  dt: z.iso.datetime(),
  d: z.iso.date(),
  u: z.uuid(),
  url: z.url({ protocol: /^https?$/ }),
  lst: z.array(z.int()),
  dct: z.record(z.string(), z.int()),
  pos: z.int().positive(),
  ge: z.int().min(1).max(10),
  opt: z.int().nullable().default(null),
  lt: z.int().lt(10).default(1),
  un: z.union([z.int(), z.boolean()]).default(1),
  items: z.array(z.string()).min(1).max(2).default([]),
});
const signIn = z.object({ email: z.string(), password: secret(z.string()) });
const search = z.object({
  email: z.string(),
  page: z.int().min(1).default(1),
  b: z.boolean().default(false),
  e: granularity.optional(),
  l: z.literal(["a", "b"]).optional(),
  f: z.number().optional(),
  ids: z.array(z.int()).optional(),
});
const report = z.object({
  timestamp_ge: z.iso.datetime().optional(),
  timestamp_le: z.iso.datetime().optional(),
  page: z.int().default(1),
});

const endpoints: readonly { method: string; path: RegExp; validate: Validator }[] = [
  { method: "POST", path: /^\/m$/, validate: compileValidator({ body: model }) },
  { method: "POST", path: /^\/s$/, validate: compileValidator({ body: signIn }) },
  {
    method: "PATCH",
    path: /^\/users\/(?<user_id>[^/]+)$/,
    validate: compileValidator({ body: z.record(z.string(), z.unknown()) }),
  },
  { method: "GET", path: /^\/q$/, validate: compileValidator({ query: search }) },
  { method: "GET", path: /^\/reports\/byApi$/, validate: compileValidator({ query: report }) },
  {
    method: "GET",
    path: /^\/p\/(?<x>[^/]+)$/,
    validate: compileValidator({ params: z.object({ x: z.int() }) }),
  },
  {
    method: "GET",
    path: /^\/pl\/(?<id>[^/]+)$/,
    validate: compileValidator({ params: z.object({ id: z.string().min(5).max(17) }) }),
  },
  {
    method: "GET",
    path: /^\/$/,
    validate: compileValidator({ headers: z.object({ "api-key": z.string() }) }),
  },
  {
    method: "GET",
    path: /^\/hdr$/,
    validate: compileValidator({ headers: z.object({ "x-num": z.int() }) }),
  },
];

const redacted = "[redacted]";
const separator = "invalid date separator, expected `-`";

/** The stated differences: what the service answers instead, case by case. */
const differences: Readonly<
  Record<string, { why: string; status: number; response: (own: Case) => unknown }>
> = {
  ...redactions('body "{\\"password\\":\\"hunter2\\"}"', [0]),
  ...redactions('body "{\\"email\\":null,\\"password\\":5}"', [1]),
  ...redactions("content-type None", [0]),
  ...redactions("content-type text/plain", [0]),
  ...redactions("content-type application/x-www-form-urlencoded", [0]),
  ...redactions("content-type application/jsonx", [0]),
  ...digitsAreNoDateTime('dt="1700000000"', ["body", "dt"], "1700000000", separator),
  ...digitsAreNoDateTime('dt="20240101"', ["body", "dt"], "20240101", "input is too short"),
  ...digitsAreNoDateTime(
    "reports ?timestamp_ge=1700000000",
    ["query", "timestamp_ge"],
    "1700000000",
    separator,
  ),
};

function redactions(name: string, issues: readonly number[]) {
  const response = (own: Case) => {
    const changed = structuredClone(own.response);
    for (const index of issues) changed.detail[index]!.input = redacted;
    return changed;
  };
  return { [name]: { why: "a secret is never shown", status: 422, response } };
}

function digitsAreNoDateTime(name: string, loc: string[], input: string, error: string) {
  const msg = `Input should be a valid datetime or date, ${error}`;
  const issue = { type: "datetime_from_date_parsing", loc, msg, input, ctx: { error } };
  const response = () => ({ detail: [issue] });
  return { [name]: { why: "a numeric string is not a date-time", status: 422, response } };
}

/** Cases that do not concern the validator: credentials and routes come first. */
const others: Readonly<Record<number, string>> = {
  307: "redirects are the router's",
  400: "the validator only signals a body that is not UTF-8; the answer is the server's",
  401: "credentials are judged before any validation",
  405: "methods are the router's",
};

function rawInput(own: Case, params: Record<string, string>): RawInput {
  const headers = new Headers(own.headers);
  const sent = own.body === null || typeof own.body === "string" ? own.body : JSON.stringify(own.body);
  // The case of invalid UTF-8 was sent as Latin-1.
  const encoding = own.case === "bad utf8" ? "latin1" : "utf8";
  return {
    params,
    query: new URL(own.path, "http://localhost").searchParams,
    headers,
    contentType: headers.get("content-type"),
    body: sent === null ? null : Buffer.from(sent, encoding),
  };
}

function answer(own: Case) {
  const { pathname } = new URL(own.path, "http://localhost");
  const endpoint = endpoints.find(({ method, path }) => method === own.method && path.test(pathname));
  if (endpoint === undefined) throw new Error(`No endpoint for ${own.method} ${pathname}`);
  return endpoint.validate(rawInput(own, { ...endpoint.path.exec(pathname)?.groups }));
}

if (recorded !== undefined) {
  const cases = readFileSync(recorded, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
  describe("returns what FastAPI with pydantic 2 returned", () => {
    for (const own of cases.filter(({ status }) => status === 200 || status === 422)) {
      const difference = differences[own.case];
      test(difference === undefined ? own.case : `${own.case} (but ${difference.why})`, () => {
        const result = answer(own);
        const expected = difference?.response(own) ?? own.response;
        expect(result.ok ? 200 : 422).toBe(difference?.status ?? own.status);
        // As texts, so that the order of members is compared too.
        if (!result.ok) expect(JSON.stringify({ detail: result.detail })).toBe(JSON.stringify(expected));
      });
    }
    test("every difference is of a recorded case", () => {
      const names = new Set(cases.map((own) => own.case));
      expect(Object.keys(differences).filter((name) => !names.has(name))).toEqual([]);
    });
    test("a body that is not UTF-8 is signalled apart", () => {
      const result = answer(cases.find((own) => own.case === "bad utf8")!);
      expect(result).toEqual({
        ok: false,
        fault: "undecodable",
        detail: "There was an error parsing the body",
      });
    });
    test("omitted values are not the validator's", () => {
      const left = cases.filter(({ status }) => status !== 200 && status !== 422);
      for (const own of left)
        console.log(`not the validator's: ${own.case} (${own.status}): ${others[own.status]}`);
      expect(left.filter(({ status }) => others[status] === undefined)).toEqual([]);
    });
  });
} else test.skip("FastAPI's recorded answers", () => {});
