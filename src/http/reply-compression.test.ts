import { expect, test } from "bun:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { type Reply, type ReplyContext, type StreamedReply, send } from "./reply.ts";
import { pieceBytes, Unsent } from "./unsent.ts";

const text = JSON.stringify({ data: Array.from({ length: 100 }, (_, index) => ({ index })) });
const decompress = { gzip: gunzipSync, zstd: zstdDecompressSync };

function sent(reply: Partial<Reply> | Partial<StreamedReply>, accepted?: string, change = {}) {
  const headers: Record<string, string> = accepted === undefined ? {} : { "accept-encoding": accepted };
  const context: ReplyContext = {
    requestId: "request-1",
    publicUrl: "http://vingate.test",
    bodiless: false,
    shared: {},
    headers: {},
    unsent: new Unsent(),
    client: "192.0.2.1",
    request: new Request("http://vingate.test", { headers }),
    ...change,
  };
  return send(context, { status: 200, type: "application/json", body: text, ...reply } as Reply);
}

const headersOf = (response: Response) => Object.fromEntries(response.headers);
const plainHeaders = {
  "content-type": "application/json",
  vary: "Accept-Encoding",
  "x-content-type-options": "nosniff",
  "x-request-id": "request-1",
};

test.each(["gzip", "zstd"] as const)("a body is compressed as %s", async (encoding) => {
  const long = Buffer.from(text.repeat(200));
  expect(long.length).toBeGreaterThan(2 * pieceBytes);
  for (const body of [text, Buffer.from(text), long, new Blob([long]).stream()]) {
    const response = sent({ body, headers: { etag: '"1"' } } as Partial<Reply>, encoding);
    expect(headersOf(response)).toEqual({
      ...plainHeaders,
      "content-encoding": encoding,
      etag: `"1-${encoding}"`,
    });
    const bytes = await response.bytes();
    const whole =
      typeof body === "string" || (body instanceof Buffer && body.length === text.length)
        ? text
        : long.toString();
    expect(bytes.length).toBeLessThan(whole.length / 2);
    expect(decompress[encoding](bytes).toString()).toBe(whole);
  }
});

test("each piece of a stream is sent when it is made", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const reader = sent({ type: "application/x-ndjson", body: readable }, "gzip").body!.getReader();
  const pieces = new DecompressionStream("gzip");
  const input = pieces.writable.getWriter();
  const output = pieces.readable.getReader();
  for (const line of ['{"a":1}\n', '{"a":2}\n']) {
    void writer.write(Buffer.from(line));
    void input.write((await reader.read()).value as Uint8Array<ArrayBuffer>);
    expect(Buffer.from((await output.read()).value!).toString()).toBe(line);
  }
  void writer.close();
  expect((await reader.read()).done).toBe(false);
  expect((await reader.read()).done).toBe(true);
});

test("a client that leaves ends the stream's source", async () => {
  const left = Promise.withResolvers<unknown>();
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(Buffer.from(text));
  const reader = sent({ body: new ReadableStream({ pull, cancel: left.resolve }) }, "zstd").body!.getReader();
  await reader.read();
  await reader.cancel("gone");
  expect(await left.promise).toBe("gone");
});

test("a source that fails cuts its connection", async () => {
  const pull = () => Promise.reject(new Error("broken"));
  const reader = sent({ body: new ReadableStream({ pull }, { highWaterMark: 0 }) }, "gzip").body!.getReader();
  expect(await reader.read().catch((error: Error) => error.message)).toBe("broken");
});

test("some bodies are sent as they are", () => {
  const headers = { "cache-control": "no-store" };
  const accepted = "gzip, zstd";
  for (const response of [
    sent({}),
    sent({}, "br"),
    sent({}, "gzip;q=0"),
    sent({ body: "a".repeat(1024) }, accepted),
    sent({ body: text, headers }, accepted),
    sent({ status: 304, body: "" }, accepted),
    sent({ type: "text/event-stream" }, accepted),
    sent({ type: "image/png" }, accepted),
    sent({ body: new Blob([text]) } as unknown as Reply, accepted),
  ])
    expect(response.headers.get("content-encoding")).toBeNull();
});

test("every form of text varies by its coding", () => {
  const varyOf = (reply: Partial<Reply>, shared = {}) =>
    sent(reply, undefined, { shared }).headers.get("vary");
  expect([
    varyOf({ body: "{}" }),
    varyOf({ status: 304 }, { vary: "Origin" }),
    varyOf({ headers: { vary: "Accept" } }, { vary: "Origin" }),
    varyOf({ headers: { vary: "accept-encoding" } }),
    varyOf({ type: "text/event-stream" }, { vary: "Origin" }),
    varyOf({ type: "image/png" }),
  ]).toEqual([
    "Accept-Encoding",
    "Origin, Accept-Encoding",
    "Accept, Accept-Encoding",
    "accept-encoding",
    "Origin",
    null,
  ]);
});

test("HEAD has the headers of GET, with its length or none", async () => {
  const { byteLength } = await sent({}, "gzip").arrayBuffer();
  const head = sent({}, "gzip", { bodiless: true });
  expect([headersOf(head), await head.text()]).toEqual([
    { ...plainHeaders, "content-encoding": "gzip", "content-length": String(byteLength) },
    "",
  ]);
  const long = sent({ body: text.repeat(100) }, "gzip", { bodiless: true });
  expect(headersOf(long)).toEqual({ ...plainHeaders, "content-encoding": "gzip" });
});
