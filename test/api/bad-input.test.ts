import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Got, kinds, problem, signUp, startService, type TestService, testOrigin } from "../harness.ts";

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

describe("invalid VINs", () => {
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
    ["18 characters", "1HGCM82633A0043599", tooLong("1HGCM82633A0043599")],
    ["one character", "1", tooShort("1")],
    ["spaces alone", "%20%20", tooShort("  ")],
    ["10 KB", long, tooLong("[omitted: longer than 2 KiB]")],
    // Their check digits are wrong: other faults than the letter are possible.
    ["the letter I", "IHGCM82633A004353", mismatch("IHGCM82633A004353")],
    ["the letter O", "1HGCM82633AO04353", mismatch("1HGCM82633AO04353")],
    ["the letter Q", "1HGCM82633AQ04353", mismatch("1HGCM82633AQ04353")],
    ["punctuation", "1HGCM82633A00435'", mismatch("1HGCM82633A00435'")],
    ["an escaped slash", "1HGCM82633A%2F04352", mismatch("1HGCM82633A/04352")],
    ["a star within", "1HGCM82633A*04352", mismatch("1HGCM82633A*04352")],
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

  test("an empty VIN is an unknown path", async () => {
    const got = await service.ask("GET", "/vin-decoder/", { headers: { "x-AuthKey": key } });
    const detail = "No operation at /vin-decoder/. See /openapi.json.";
    expect(got.body).toEqual(problem("not_found", 404, "Not found", detail, got));
  });

  test("undecodable escapes are 400, before the credential is checked", async () => {
    for (const path of ["%", "%E0%A4%A", "%C0%AF", "%ED%A0%80", "1HGCM82633A0043%0"]) {
      const got = await service.ask("GET", `/vin-decoder/${path}`);
      const detail = "The path has percent-escapes that do not decode.";
      expect(got.body).toEqual(problem("bad_request", 400, "Bad request", detail, got));
    }
  });

  test("none of them was charged", async () => {
    const got = await service.ask("GET", "/", { headers: { "api-key": key } });
    expect(got.body).toMatchObject({ credits: { used: 0, remaining: 15 } });
  });
});

describe("invalid bodies", () => {
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

  test("no body", async () => {
    const got = await post(undefined);
    expect([got.status, got.body]).toEqual([
      422,
      { detail: [{ type: "missing", loc: ["body"], msg: "Field required", input: null }] },
    ]);
  });

  test("broken JSON reports its position", async () => {
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

  test("invalid UTF-8 is 400", async () => {
    const got = await post(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d));
    const detail = "There was an error parsing the body";
    expect(got.body).toEqual(problem("bad_request", 400, "Bad request", detail, got));
  });

  test("another content type is read as text without showing secrets", async () => {
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

  const tooLarge = (detail: string, got: Got) =>
    problem("content_too_large", 413, "Content too large", detail, got);

  test("100,000 open brackets", async () => {
    const got = await post("[".repeat(16_000));
    expect(got.body).toEqual(tooLarge("The body may have at most 32 levels.", got));
  });

  test("more than 1,000 members are 413, not repeated", async () => {
    const members = Array.from({ length: 1001 }, (_, index) => `"${index}":0`);
    const got = await post(`{${members}}`);
    const detail = "An object or array in the body may have at most 1000 members.";
    expect(got.body).toEqual(tooLarge(detail, got));
    expect((await post(`{${members.slice(1)}}`)).status).toBe(422);
  });

  test("more than 16 KiB are 413, announced or not", async () => {
    const body = new TextEncoder().encode(`{"email":"${"a".repeat(17_000)}"}`);
    const detail = "Body too large. Maximum: 16384 bytes.";
    const announced = await post(body);
    expect(announced.body).toEqual(tooLarge(detail, announced));
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < body.length; at += 4096) controller.enqueue(body.subarray(at, at + 4096));
        controller.close();
      },
    });
    const headers = { ...service.clientHeaders, "content-type": "application/json" };
    const request = new Request(`${testOrigin}/auth/signin`, { method: "POST", headers, body: stream });
    expect((await service.serve(request, "127.0.0.1")).status).toBe(413);
  });

  test("more than 256 KiB are 413 for management", async () => {
    const ask = (bytes: number) =>
      service.ask("POST", "/users/large", {
        headers: service.operatorHeaders,
        json: { email: "a@example.com", first_name: "A", last_name: "B", note: "x".repeat(bytes) },
      });
    expect((await ask(261_000)).status).toBe(422);
    const got = await ask(262_144);
    expect(got.body).toEqual(tooLarge("Body too large. Maximum: 262144 bytes.", got));
  });

  test("an address over its limit is refused before its body is read", async () => {
    const ask = (body: ReadableStream | string) => {
      const headers = { ...service.clientHeaders, "content-type": "application/json" };
      const request = new Request(`${testOrigin}/auth/signin`, { method: "POST", headers, body });
      return service.serve(request, "192.0.2.7");
    };
    for (let call = 0; call < 60; call++) expect((await ask("{}")).status).toBe(422);
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
    const refused = await ask(body);
    expect([refused.status, pulled]).toEqual([429, 0]);
  });

  test("a reset never repeats its token under any member name", async () => {
    const token = "vgr_not-a-token-but-secret";
    const texts = [`"${token}"`, `["${token}"]`, `{"a":{"b":"${token}"}}`];
    const bodies = ["token", "resetToken", "reset_token", "password", "constructor"].flatMap((name) =>
      [...texts, "5"].map((value) => `{"${name}":${value},"${token}":1}`),
    );
    for (const body of [...bodies, ...texts, token]) {
      const got = await service.ask("POST", "/auth/reset", {
        headers: { ...service.clientHeaders, "content-type": "application/json" },
        body,
      });
      expect([body, got.status]).toEqual([body, 422]);
      const { detail } = got.body as { detail: { input: unknown }[] };
      expect([body, JSON.stringify(detail.map(({ input }) => input))]).not.toEqual([
        body,
        expect.stringContaining(token),
      ]);
    }
    const form = await service.ask("POST", "/auth/reset", {
      headers: { ...service.clientHeaders, "content-type": "application/x-www-form-urlencoded" },
      body: `token=${token}`,
    });
    expect([form.status, form.text.includes(token)]).toEqual([422, false]);
  });

  test("__proto__ is an ordinary extra member", async () => {
    const got = await post('{"email":"a@example.com","password":"x","__proto__":{"role":"operator"}}');
    expect(got.body).toEqual({
      detail: [
        {
          type: "extra_forbidden",
          loc: ["body", "__proto__"],
          msg: "Extra inputs are not permitted",
          input: "[redacted]",
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
