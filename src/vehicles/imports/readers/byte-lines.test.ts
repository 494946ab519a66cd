import { expect, test } from "bun:test";
import fc from "fast-check";
import { rowMax } from "./bounds.ts";
import { readByteLines } from "./byte-lines.ts";

/** Chunks that share one buffer, as in reading files. */
async function* overwritten(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const memory = Buffer.alloc(Math.max(1, ...sizes));
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    memory.fill("\n");
    yield memory.subarray(0, bytes.copy(memory, 0, at, at + size));
    at += size;
  }
}

test("lines and their numbers do not depend on chunks", async () => {
  const lines = fc
    .array(fc.string({ unit: fc.constantFrom("a", "b", "\r", "\n") }))
    .map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (text, sizes) => {
        const found: string[] = [];
        for await (const { bytes, ends, first } of readByteLines(overwritten(text, sizes))) {
          expect(first).toBe(found.length + 1);
          let from = 0;
          for (const end of ends) {
            found.push(bytes.toString("utf8", from, end));
            from = end + 1;
          }
        }
        const whole = text.endsWith("\n") ? text.slice(0, -1) : text;
        expect(found).toEqual(text === "" ? [] : whole.split("\n"));
      },
    ),
  );
});

test("a line without an end is refused before it fills memory", async () => {
  async function* endless() {
    yield Buffer.from("a\nb\n");
    for (let at = 0; at <= rowMax; at += 1 << 20) yield Buffer.alloc(1 << 20, "x");
  }
  const reading = Array.fromAsync(readByteLines(endless()));
  await expect(reading).rejects.toThrow(/^line 3: a line of more than 4 MiB begins here/);
});
