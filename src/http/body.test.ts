import { expect, test } from "bun:test";
import { formFault, readBody, shapeFault } from "./body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const members = "An object or array in the body may have at most 1000 members.";
const inAll = "The body may have at most 10000 members in all.";
const levels = "The body may have at most 32 levels.";
const list = (count: number) => `[${Array.from({ length: count }, () => 1).join(",")}]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}":1`).join(",")}}`;

const shapes: readonly [name: string, json: string, fault: string | undefined][] = [
  ["1,000 items", list(1000), undefined],
  ["1,001 items", list(1001), members],
  ["1,000 members", object(1000), undefined],
  ["1,001 members", object(1001), members],
  ["1,001 members within", `{"a":[${object(1001)}]}`, members],
  ["a thousand lists of a few", `[${Array.from({ length: 1000 }, () => list(9)).join(",")}]`, undefined],
  ["10,001 members in all", `[${Array.from({ length: 999 }, () => list(10)).join(",")}]`, inAll],
  ["32 levels", "[".repeat(32) + "]".repeat(32), undefined],
  ["33 levels", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, levels],
  ["levels that never close", "[".repeat(100_000), levels],
  ["many levels beside each other", `[${"[[]],".repeat(900)}1]`, undefined],
  ["brackets and commas in strings", `["${"[,{".repeat(2000)}\\"[[${"[".repeat(50)}\\\\"]`, undefined],
  ["closing brackets alone", "]".repeat(100), undefined],
  ["a string that never ends", `["${"a,".repeat(5000)}\\`, undefined],
  ["nothing", "", undefined],
];
for (const [name, json, fault] of shapes)
  test(`the shape of ${name}`, () => expect(shapeFault(bytes(json))).toBe(fault));

function post(body: string | ReadableStream, type = "application/json"): Request {
  return new Request("http://localhost/", { method: "POST", body, headers: { "content-type": type } });
}

test("reads a body up to its limit, with or without Content-Length", async () => {
  expect(await readBody(post("x".repeat(10)), { bytes: 10 })).toEqual(bytes("x".repeat(10)));
  await expect(readBody(post("x".repeat(11)), { bytes: 10 })).rejects.toMatchObject({
    code: "content_too_large",
  });
  const chunks = (count: number) =>
    new ReadableStream({
      start(controller) {
        for (let i = 0; i < count; i++) controller.enqueue(bytes("12345"));
        controller.close();
      },
    });
  expect(await readBody(post(chunks(2)), { bytes: 10 })).toEqual(bytes("1234512345"));
  await expect(readBody(post(chunks(3)), { bytes: 10 })).rejects.toMatchObject({
    code: "content_too_large",
    detail: "Body too large. Maximum: 10 bytes.",
    extra: { headers: { connection: "close" } },
  });
});

test("limits the shape of JSON only", async () => {
  await expect(readBody(post(list(1001)))).rejects.toMatchObject({
    code: "content_too_large",
    detail: members,
  });
  expect((await readBody(post(list(1001), "text/plain")))?.length).toBe(2003);
});

test("limits the parameters of a form of any media type", async () => {
  const form = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
  const fault = "A form may have at most 100 parameters.";
  expect(
    [form(100), form(101), "", "&".repeat(99), "&".repeat(100)].map((each) => formFault(bytes(each))),
  ).toEqual([undefined, fault, undefined, undefined, fault]);
  for (const type of ["application/x-www-form-urlencoded", "text/plain"])
    await expect(readBody(post(form(30_000), type), { bytes: 512 * 1024, form: true })).rejects.toMatchObject(
      {
        code: "content_too_large",
        detail: fault,
      },
    );
});

test("refuses compressed bodies, and forms of other media types", async () => {
  const refused = (headers: Record<string, string>, form = true) =>
    readBody(new Request("http://a/", { method: "POST", body: "DATA=x", headers }), { form }).then(
      (body) => body?.length,
      ({ code, detail }: { code: string; detail: string }) => [code, detail],
    );
  expect(await refused({ "content-encoding": "gzip" }, false)).toEqual([
    "unsupported_media_type",
    "Content-Encoding gzip is not supported. Send the body as it is.",
  ]);
  const fault = "The body is a form. Send it as application/x-www-form-urlencoded.";
  for (const type of ["application/json", "multipart/form-data; boundary=x"])
    expect(await refused({ "content-type": type })).toEqual(["unsupported_media_type", fault]);
  expect(await refused({ "content-type": "text/plain", "content-encoding": "identity" })).toBe(6);
  expect(await refused({ "content-type": "multipart/form-data; boundary=x" }, false)).toBe(6);
});

test("refuses a body whose client disconnects", async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes("123"));
      controller.error(new Error("the connection was closed"));
    },
  });
  await expect(readBody(post(broken))).rejects.toMatchObject({
    code: "bad_request",
    detail: "The body ended before it was complete.",
  });
});
