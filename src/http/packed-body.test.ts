import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { PackedBody } from "./packed-body.ts";
import { storedBody } from "./stored-body.ts";

const identity = new TextEncoder().encode("a document, ".repeat(1000));

test("each form of a packed body is the whole body", async () => {
  const body = await PackedBody.of("text/plain", identity);
  const read = async (name: Parameters<typeof body.form>[0]) => (await body.form(name)).bytes();
  const forms = [
    await read("identity"),
    brotliDecompressSync(await read("br")),
    zstdDecompressSync(await read("zstd")),
    gunzipSync(await read("gzip")),
  ];
  expect(forms.map((bytes) => Buffer.from(bytes).equals(identity))).toEqual([true, true, true, true]);
  expect(body.etag).toBe(storedBody("text/plain", identity).etag);
});

test("a form is made when it is first requested, kept, and dropped", async () => {
  let grown = 0;
  const body = await PackedBody.of("text/plain", identity, () => {
    grown += 1;
  });
  const packed = body.bytes;
  const [first, second] = await Promise.all([body.form("identity"), body.form("identity")]);
  expect(first).toBe(second);
  expect([grown, body.bytes]).toEqual([1, packed + identity.length]);
  body.dropForms();
  expect(body.bytes).toBe(packed);
  expect(await (await body.form("identity")).bytes()).toEqual(identity);
});
