import { expect, test } from "bun:test";
import { zstdCompressSync } from "node:zlib";
import { openStream } from "./input.ts";

const options = { members: /x/, bytesMax: 2 ** 30, folder: "" };

test("an input whose source fails while it is read can be closed", async () => {
  const bytes = zstdCompressSync(crypto.getRandomValues(new Uint8Array(400_000)));
  const stopping = Promise.withResolvers<never>();
  const ended = Promise.withResolvers<void>();
  async function* source() {
    try {
      yield bytes.subarray(0, 300_000);
      await stopping.promise;
    } finally {
      ended.resolve();
    }
  }
  const input = await openStream("a", source(), options);
  const reading = input.read()[Symbol.asyncIterator]();
  expect((await reading.next()).value?.length).toBeGreaterThan(0);
  stopping.reject(new Error("the import was stopped"));
  await ended.promise;
  // The stream in between fails after its source.
  await new Promise((resolve) => setImmediate(resolve));
  await input[Symbol.asyncDispose]();
});
