import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem, signUp, startService, type TestService } from "../harness.ts";

const kind = kinds[0]!;

function pathIssue(type: string, msg: string, input: string, ctx: object): object {
  return { detail: [{ type, loc: ["path", "vin"], msg, input, ctx }] };
}

const tooShort = (vin: string) =>
  pathIssue("string_too_short", "String should have at least 17 characters", vin, { min_length: 17 });
const tooLong = (vin: string) =>
  pathIssue("string_too_long", "String should have at most 17 characters", vin, { max_length: 17 });
const mismatch = (vin: string) =>
  pathIssue("string_pattern_mismatch", "String should match pattern '^[A-HJ-NPR-Z0-9]{17}$'", vin, {
    pattern: "^[A-HJ-NPR-Z0-9]{17}$",
  });

describe("VINs of every wrong kind", () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startService(kind);
    key = (await signUp(service)).key;
  });
  afterAll(() => service.end());

  const long = "A".repeat(10_240);
  const wrong: [name: string, path: string, body: object][] = [
    ["16 characters", "1HGCM82633A00435", tooShort("1HGCM82633A00435")],
    ["18 characters", "1HGCM82633A0043520", tooLong("1HGCM82633A0043520")],
    ["one character", "1", tooShort("1")],
    ["spaces alone", "%20%20", tooShort("  ")],
    ["10 KB", long, tooLong(long)],
    ["the letter I", "IHGCM82633A004352", mismatch("IHGCM82633A004352")],
    ["the letter O", "1HGCM82633AO04352", mismatch("1HGCM82633AO04352")],
    ["the letter Q", "1HGCM82633AQ04352", mismatch("1HGCM82633AQ04352")],
    ["punctuation", "1HGCM82633A00435'", mismatch("1HGCM82633A00435'")],
    ["an escaped slash", "1HGCM82633A%2F04352", mismatch("1HGCM82633A/04352")],
    ["full-width digits", encodeURIComponent("１HGCM82633A004352"), mismatch("１HGCM82633A004352")],
    ["a letter with an accent", encodeURIComponent("1HGCM82633Á004352"), mismatch("1HGCM82633Á004352")],
    // Seventeen characters that are two UTF-16 units each: lengths are counted in characters.
    ["emoji", encodeURIComponent("🚗".repeat(17)), mismatch("🚗".repeat(17))],
    [
      "a right-to-left mark",
      encodeURIComponent("1HGCM82633A00435\u200f"),
      mismatch("1HGCM82633A00435\u200f"),
    ],
    ["a template", "%7Bvin%7D", tooShort("{vin}")],
    ["an injection", encodeURIComponent("' OR 1=1; DROP--"), tooShort("' OR 1=1; DROP--")],
  ];
  for (const [name, path, body] of wrong) {
    test(name, async () => {
      const got = await service.ask("GET", `/vin-decoder/${path}`, { headers: { "x-AuthKey": key } });
      expect([got.status, got.body]).toEqual([422, body]);
    });
  }

  test("an empty VIN is no such path", async () => {
    const got = await service.ask("GET", "/vin-decoder/", { headers: { "x-AuthKey": key } });
    const detail = "There is nothing at /vin-decoder/; /openapi.json lists what there is.";
    expect(got.body).toEqual(problem("not_found", 404, "Not found", detail, got));
  });

  test("escapes that do not decode are 400, even before the credential", async () => {
    for (const path of ["%", "%E0%A4%A", "%C0%AF", "%ED%A0%80", "1HGCM82633A0043%0"]) {
      const got = await service.ask("GET", `/vin-decoder/${path}`);
      const detail = "The path holds escapes that do not decode.";
      expect(got.body).toEqual(problem("bad_request", 400, "Bad request", detail, got));
    }
  });

  test("nothing was charged for any of them", async () => {
    const got = await service.ask("GET", "/", { headers: { "api-key": key } });
    expect(got.body).toMatchObject({ credits: { used: 0, remaining: 15 } });
  });
});

describe("bodies of every wrong kind", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
  });
  afterAll(() => service.end());

  const post = (body: string | Uint8Array | undefined, type: string | undefined = "application/json") =>
    service.ask("POST", "/auth/signin", {
      headers: { ...service.clientHeaders, ...(type !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
    });

  test("none at all", async () => {
    const got = await post(undefined);
    expect([got.status, got.body]).toEqual([
      422,
      { detail: [{ type: "missing", loc: ["body"], msg: "Field required", input: null }] },
    ]);
  });

  test("broken JSON says where", async () => {
    const got = await post('{"email": "a@example.com", "password": }');
    expect([got.status, got.body]).toEqual([
      422,
      {
        detail: [
          {
            type: "json_invalid",
            loc: ["body", 39],
            msg: "JSON decode error",
            input: {},
            ctx: { error: "Expecting value" },
          },
        ],
      },
    ]);
  });

  test("bytes that are no UTF-8 are 400", async () => {
    const got = await post(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d));
    const detail = "There was an error parsing the body";
    expect(got.body).toEqual(problem("bad_request", 400, "Bad request", detail, got));
  });

  test("another content type is read as text, whose secrets are not shown", async () => {
    const got = await post('{"email":"a@example.com","password":"hidden secret"}', "text/plain");
    expect(got.status).toBe(422);
    expect(got.text).not.toContain("hidden secret");
    expect(got.body).toEqual({
      detail: [
        {
          type: "model_attributes_type",
          loc: ["body"],
          msg: "Input should be a valid dictionary or object to extract fields from",
          input: "[redacted]",
        },
      ],
    });
  });

  test("an array, a text, a number, null", async () => {
    for (const body of ["[]", '"text"', "1", "true"]) {
      const got = await post(body);
      expect([body, got.status]).toEqual([body, 422]);
      expect(got.body).toMatchObject({ detail: [{ type: "model_attributes_type", loc: ["body"] }] });
    }
    expect((await post("null")).body).toEqual({
      detail: [{ type: "missing", loc: ["body"], msg: "Field required", input: null }],
    });
  });

  test("100,000 open brackets", async () => {
    const got = await post("[".repeat(100_000));
    expect(got.status).toBe(422);
    expect(got.body).toMatchObject({ detail: [{ type: "json_invalid" }] });
  });

  test("__proto__ is an extra member like any other", async () => {
    const got = await post('{"email":"a@example.com","password":"x","__proto__":{"role":"operator"}}');
    expect(got.body).toEqual({
      detail: [
        {
          type: "extra_forbidden",
          loc: ["body", "__proto__"],
          msg: "Extra inputs are not permitted",
          input: { role: "operator" },
        },
      ],
    });
  });

  test("NaN, Infinity, lone surrogates and NUL are never a 500", async () => {
    for (const value of ["NaN", "Infinity", "-Infinity", '"\\ud800"', '"a\\u0000b"', "1e999"]) {
      const got = await post(`{"email":${value},"password":${value}}`);
      expect([value, got.status]).toEqual([value, 422]);
    }
  });
});
