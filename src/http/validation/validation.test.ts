import { expect, test } from "bun:test";
import { z } from "zod";
import { issuesMax } from "./issues.ts";
import { compileValidator, type RawInput } from "./validation.ts";

function request(
  given: Partial<Omit<RawInput, "query" | "body">> & { query?: string; body?: string | Uint8Array },
) {
  const { query = "", body = null, ...rest } = given;
  return {
    params: {},
    headers: new Headers(),
    contentType: "application/json",
    ...rest,
    query: new URLSearchParams(query),
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
  };
}

const validate = compileValidator({
  params: z.object({ id: z.int() }),
  query: z.object({ page: z.int().min(1).default(1), ids: z.array(z.int()).optional() }),
  headers: z.object({ "Idempotency-Key": z.string().max(5) }),
  body: z.object({ name: z.string() }),
});
const headers = new Headers({ "idempotency-key": "k" });
const int = "Input should be a valid integer, unable to parse string as an integer";
const required = { type: "missing", msg: "Field required" };

test("returns a valid request in the types of its schemas", () => {
  const verdict = validate(
    request({ params: { id: "7" }, query: "ids=1&ids=2&x=y", headers, body: '{"name":"a"}' }),
  );
  expect(verdict).toEqual({
    ok: true,
    params: { id: 7 },
    query: { page: 1, ids: [1, 2] },
    headers: { "Idempotency-Key": "k" },
    body: { name: "a" },
  });
  // The types follow the schemas, without a cast.
  if (verdict.ok) expect(verdict.params.id + verdict.query.page + verdict.body.name.length).toBe(9);
});

test("lists issues in the order path, query, header, body", () => {
  const verdict = validate(request({ params: { id: "z" }, query: "page=1&page=x&ids=1&ids=q", body: "{}" }));
  expect(verdict).toEqual({
    ok: false,
    fault: "invalid",
    detail: [
      { type: "int_parsing", loc: ["path", "id"], msg: int, input: "z" },
      { type: "int_parsing", loc: ["query", "page"], msg: int, input: "x" },
      { type: "int_parsing", loc: ["query", "ids", 1], msg: int, input: "q" },
      { ...required, loc: ["header", "Idempotency-Key"], input: null },
      { ...required, loc: ["body", "name"], input: {} },
    ],
  });
  if (!verdict.ok && verdict.fault === "invalid") {
    expect(Object.keys(verdict.detail[0]!)).toEqual(["type", "loc", "msg", "input"]);
  }
});

test("an unreadable body is the only issue", () => {
  expect(validate(request({ params: { id: "z" }, body: "{bad}" }))).toEqual({
    ok: false,
    fault: "invalid",
    detail: [
      {
        type: "json_invalid",
        loc: ["body", 1],
        msg: "JSON decode error",
        input: {},
        ctx: { error: "Expecting property name enclosed in double quotes" },
      },
    ],
  });
});

for (const [name, bytes] of [
  ["a stray byte", [0xff, 0xfe, 0x7b]],
  ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a cut sequence", [0x22, 0xf0, 0x9f]],
] as const) {
  test(`${name} is not UTF-8, with any content type`, () => {
    for (const contentType of ["application/json", null]) {
      expect(validate(request({ contentType, body: Uint8Array.from(bytes) }))).toEqual({
        ok: false,
        fault: "undecodable",
        detail: "There was an error parsing the body",
      });
    }
  });
}

const optional = compileValidator({ body: z.object({ n: z.int().default(1) }).optional() });
const needed = compileValidator({ body: z.strictObject({ n: z.int() }) });

test("an empty body and null are no body", () => {
  for (const body of [undefined, "", "null", " null\n"]) {
    const given = request(body === undefined ? {} : { body });
    expect(needed(given)).toEqual({
      ok: false,
      fault: "invalid",
      detail: [{ ...required, loc: ["body"], input: null }],
    });
    expect(optional(given)).toMatchObject({ ok: true, body: undefined });
  }
  expect(optional(request({ body: "{}" }))).toMatchObject({ ok: true, body: { n: 1 } });
});

test("a byte order mark is skipped", () => {
  expect(needed(request({ body: '\ufeff{"n":1}' }))).toMatchObject({ ok: true, body: { n: 1 } });
});

for (const contentType of [
  "application/json",
  "APPLICATION/JSON",
  "application/json; charset=utf-8",
  "application/json ",
  "application/vnd.api+json",
]) {
  test(`${contentType} is JSON`, () => {
    expect(needed(request({ contentType, body: '{"n":1}' })).ok).toBe(true);
  });
}

for (const contentType of [null, "", "text/plain", "text/json", "application/jsonx", "application/json/x"]) {
  test(`${contentType} is a text`, () => {
    expect(needed(request({ contentType, body: '{"n":1}' }))).toMatchObject({
      detail: [{ type: "model_attributes_type", loc: ["body"], input: '{"n":1}' }],
    });
  });
}

test("strict query parameters refuse others, repeated ones as a list", () => {
  const strict = compileValidator({ query: z.strictObject({ a: z.int().optional() }) });
  const forbidden = { type: "extra_forbidden", msg: "Extra inputs are not permitted" };
  expect(strict(request({ query: "z=1&a=1&__proto__=2&z=3" }))).toEqual({
    ok: false,
    fault: "invalid",
    detail: [
      { ...forbidden, loc: ["query", "z"], input: ["1", "3"] },
      { ...forbidden, loc: ["query", "__proto__"], input: "2" },
    ],
  });
});

test("parts without a schema are not read", () => {
  const verdict = compileValidator({})(request({ query: "a=1", body: "{bad" }));
  expect(verdict).toEqual({
    ok: true,
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
  });
});

test("parameters are objects without checks of their own", () => {
  const query = z.object({ a: z.int() }).refine(() => true);
  expect(() => compileValidator({ query })).toThrow(TypeError);
  expect(() => compileValidator({ body: z.date() })).toThrow(TypeError);
});

test("issues are limited, and 1 MiB is checked within a second of a core", () => {
  const lists = compileValidator({ body: z.array(z.int()) });
  const good = `[${"1,".repeat(500_000)}1]`;
  const bad = `[${'"x",'.repeat(250_000)}1]`;
  const before = process.cpuUsage();
  expect(lists(request({ body: good })).ok).toBe(true);
  const verdict = lists(request({ body: bad }));
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  expect(!verdict.ok && verdict.detail.length).toBe(issuesMax);
});
