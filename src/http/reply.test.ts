import { expect, test } from "bun:test";
import { type Reply, type ReplyContext, send } from "./reply.ts";
import { pieceBytes, Unsent } from "./unsent.ts";

const shared = { vary: "Origin", "cache-control": "private" };

const context = (change: Partial<ReplyContext> = {}): ReplyContext => ({
  requestId: "request-1",
  publicUrl: "http://vingate.test",
  bodiless: false,
  shared,
  headers: {},
  unsent: new Unsent(),
  client: "192.0.2.1",
  request: new Request("http://vingate.test"),
  ...change,
});

const reply = (change: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: "application/json",
  body: "{}",
  ...change,
});

const headersOf = (response: Response) => Object.fromEntries(response.headers);

const alike = {
  "cache-control": "private",
  "content-type": "application/json",
  vary: "Origin, Accept-Encoding",
  "x-content-type-options": "nosniff",
};

test("own headers replace shared ones, in their own reply only", () => {
  const first = send(
    context({ headers: { "cache-control": "no-store", ratelimit: "r=1" } }),
    reply({ headers: { vary: "Accept" } }),
  );
  const second = send(context({ requestId: "request-2" }), reply());
  expect(headersOf(first)).toEqual({
    ...alike,
    "cache-control": "no-store",
    ratelimit: "r=1",
    vary: "Accept, Accept-Encoding",
    "x-request-id": "request-1",
  });
  expect(headersOf(second)).toEqual({ ...alike, "x-request-id": "request-2" });
});

test("sends the media type of the reply, and none with 304", async () => {
  const problem = send(context(), reply({ status: 404, type: "application/problem+json" }));
  expect(headersOf(problem)["content-type"]).toBe("application/problem+json");
  const unchanged = send(context(), reply({ status: 304 }));
  expect([unchanged.headers.get("content-type"), await unchanged.text()]).toEqual([null, ""]);
});

test("Strict-Transport-Security is sent only with an https public URL", () => {
  const secure = send(context({ publicUrl: "https://vingate.test" }), reply());
  const plain = send(context(), reply());
  const named = "strict-transport-security";
  expect([secure, plain].map((one) => one.headers.get(named))).toEqual(["max-age=31536000", null]);
});

test("a page loads nothing unless its own policy allows it", () => {
  const policy = "content-security-policy";
  const page = { type: "text/html; charset=utf-8", body: "<p>" };
  const own = send(context(), reply({ ...page, headers: { [policy]: "default-src 'self'" } }));
  const plain = send(context(), reply(page));
  expect([own, plain].map((one) => one.headers.get(policy)?.split(";")[0])).toEqual([
    "default-src 'self'",
    "default-src 'none'",
  ]);
});

test("paths in Link become absolute URLs", () => {
  const link = '</users/?page=2>; rel="next", </users/?page=9>; rel="last"';
  expect(send(context(), reply({ headers: { link } })).headers.get("link")).toBe(
    '<http://vingate.test/users/?page=2>; rel="next", <http://vingate.test/users/?page=9>; rel="last"',
  );
});

test("a long body is sent in pieces, with its length", async () => {
  const unsent = new Unsent();
  for (const body of ["é".repeat(pieceBytes + 1), new Uint8Array(3 * pieceBytes).fill(65)]) {
    const response = send(context({ unsent }), reply({ body }));
    const length = String(Buffer.byteLength(body));
    expect(headersOf(response)).toEqual({ ...alike, "content-length": length, "x-request-id": "request-1" });
    expect(Buffer.compare(await response.bytes(), Buffer.from(body))).toBe(0);
  }
  expect(unsent.inAll).toBe(0);
  const head = send(context({ unsent, bodiless: true }), reply({ body: "a".repeat(1e6) }));
  expect([headersOf(head)["content-length"], await head.text()]).toEqual(["1000000", ""]);
  expect(headersOf(send(context({ unsent }), reply()))).toEqual({ ...alike, "x-request-id": "request-1" });
});
