import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Encoding, utf8Of } from "./utf8.ts";

/** Chunks that share one buffer, as in reading files. */
async function* overwritten(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(Math.max(1, ...sizes));
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    memory.fill(0xff);
    yield memory.subarray(0, bytes.copy(memory, 0, at, at + size));
    at += size;
  }
}

async function read(bytes: Buffer, sizes: readonly number[], encoding?: Encoding): Promise<string> {
  let text = "";
  for await (const piece of utf8Of(overwritten(bytes, sizes), encoding)) text += piece.toString();
  return text;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
const texts = fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed());

test("text does not depend on chunks, with and without a byte order mark", async () => {
  await fc.assert(
    fc.asyncProperty(texts, sizes, async (text, cuts) => {
      const bytes = Buffer.from(text);
      expect(await read(bytes, cuts)).toBe(text.replace(/^\ufeff/, ""));
      expect(await read(Buffer.concat([Buffer.from("\ufeff"), bytes]), cuts)).toBe(text);
      const wide = Buffer.from(`\ufeff${text}`, "utf16le");
      expect(await read(wide, cuts)).toBe(text);
      expect(await read(wide.swap16(), cuts)).toBe(text);
    }),
  );
});

test("ASCII followed by invalid UTF-8 is read as Latin-1", async () => {
  const bytes = Buffer.from("name\nCitroën €\né", "latin1");
  for (let size = 1; size <= bytes.length; size += 1)
    expect(await read(bytes, [size])).toBe(new TextDecoder("windows-1252").decode(bytes));
});

test("invalid bytes are reported with their line", async () => {
  const broken = Buffer.concat([Buffer.from("é\nb\nc"), Buffer.from([0xff]), Buffer.from("\nd\n")]);
  const brokenOff = Buffer.from("é\nb\n€").subarray(0, -1);
  for (let size = 1; size <= broken.length; size += 1) {
    await expect(read(broken, [size])).rejects.toThrow(/^line 3: the text is not UTF-8; /);
    await expect(read(brokenOff, [size])).rejects.toThrow(/^line 3: the text is not UTF-8; /);
    await expect(read(Buffer.from("a\n\xe9\n", "latin1"), [size], "utf-8")).rejects.toThrow(/^line 2: /);
  }
});
