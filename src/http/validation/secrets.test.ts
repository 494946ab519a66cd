import { expect, test } from "bun:test";
import { z } from "zod";
import { secret } from "./secrets.ts";
import { compileValidator } from "./validation.ts";

const redacted = "[redacted]";
const own = secret(z.string()).min(4);
const validate = compileValidator({
  headers: z.object({ "x-token": secret(z.int()).optional() }),
  body: z.strictObject({
    email: z.string(),
    password: own,
    auth: z.object({ header: z.string(), value: own.optional() }).optional(),
    keys: z.array(own).max(2).optional(),
  }),
});

function inputs(body: string, contentType = "application/json", headers = {}): unknown[] {
  const verdict = validate({
    params: {},
    query: new URLSearchParams(),
    headers: new Headers(headers),
    contentType,
    body: new TextEncoder().encode(body),
  });
  if (verdict.ok || verdict.fault !== "invalid") throw new Error("Expected a refusal");
  return verdict.detail.map((issue) => issue.input);
}

const cases: readonly [name: string, body: string, shown: unknown[]][] = [
  ["a secret of the wrong type", '{"email":"a","password":5}', [redacted]],
  ["a secret that is too short", '{"email":"a","password":"abc"}', [redacted]],
  ["the object around it, of a missing member", '{"password":"hunter2"}', [redacted]],
  ["an object around none", '{"email":"a"}', [{ email: "a" }]],
  ["an empty object", "{}", [{}, {}]],
  ["a nested object", '{"email":"a","password":"abcd","auth":{"value":"abcd"}}', [redacted]],
  ["a secret's name in another place", '{"email":{"password":"x"},"password":"abcd"}', [redacted]],
  ["a secret's name beyond the schema", '{"email":"a","password":"abcd","x":[{"password":1}]}', [redacted]],
  ["a list of secrets", '{"email":"a","password":"abcd","keys":["a","b","c"]}', [redacted]],
  ["an item of such a list", '{"email":"a","password":"abcd","keys":["a"]}', [redacted]],
  ["an object quoted twice", '"{\\"password\\":\\"hunter2\\"}"', [redacted]],
  ["a list around it", '[{"password":"hunter2"}]', [redacted]],
  ["a member under another name", '{"email":"a","password":"abcd","pasword":"hunter2"}', [redacted]],
  ["the object around such a one", '{"email":"a","pasword":"hunter2"}', [redacted, redacted]],
  ["a text that mentions it, in a text's place", '{"email":5,"password":"abcd"}', [5]],
];

for (const [name, body, shown] of cases) {
  test(`shows nothing of ${name}`, () => {
    expect(inputs(body)).toEqual(shown);
  });
}

test("a raw text of another content type is hidden", () => {
  expect(inputs("password=hunter2&email=a", "application/x-www-form-urlencoded")).toEqual([redacted]);
  expect(inputs("hunter2", "text/plain")).toEqual([redacted]);
});

test("an input of more than 2 KiB of JSON is left out, however often it would be shown", () => {
  const open = compileValidator({
    query: z.object({ q: z.string().max(3) }),
    body: z.strictObject({ a: z.string().max(5000), b: z.int(), c: z.int(), d: z.array(z.int()).optional() }),
  });
  const shown = (body: object, q: string) => {
    const verdict = open({
      params: {},
      query: new URLSearchParams({ q }),
      headers: new Headers(),
      contentType: "application/json",
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    return verdict.ok || verdict.fault !== "invalid" ? [] : verdict.detail.map(({ input }) => input);
  };
  // {"a":"…"} has 8 bytes around the text, a lone text 2.
  const fits = { a: "x".repeat(2040) };
  expect(shown(fits, "q".repeat(2046))).toEqual(["q".repeat(2046), fits, fits]);
  const omitted = "[omitted: longer than 2 KiB]";
  expect(shown({ a: "x".repeat(2041) }, "q".repeat(2047))).toEqual([omitted, omitted, omitted]);
  expect(shown({ a: "", b: "é".repeat(1024), c: 1, d: {} }, "")).toEqual([omitted, {}]);
  expect(shown({ a: "", b: 1, c: 1, d: "\u0001".repeat(400) }, "")).toEqual([omitted]);
  expect(shown({ a: "", b: 1, c: Array.from({ length: 600 }, () => 1.5), d: [] }, "")).toEqual([omitted]);
});

test("a secret header is hidden", () => {
  expect(inputs('{"email":"a","password":"abc"}', "application/json", { "x-token": "x" })).toEqual([
    redacted,
    redacted,
  ]);
});

test("the API's document says that a secret is written only", () => {
  expect(z.toJSONSchema(secret(z.string().meta({ description: "A password" })).min(4))).toMatchObject({
    type: "string",
    description: "A password",
    format: "password",
    writeOnly: true,
    minLength: 4,
  });
});
