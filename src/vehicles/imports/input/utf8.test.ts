import { expect, test } from "bun:test";
import fc from "fast-check";
import { sampleBytes } from "../../../base/reading/encodings.ts";
import { type Encoding, findEncoding, utf8Of } from "./utf8.ts";

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
// Four bytes of 0 at every second place show UTF-16.
const texts = fc
  .string({ unit: "grapheme" })
  .filter((text) => text.isWellFormed() && text.split("\0").length <= 4);

const header = "vin;Größe;as_of\n";
/** Characters beside which the header shows UTF-16: not more than twice as many, and none whose lower byte is 0. */
function besideHeader(text: string): string {
  let beside = "";
  for (const character of text) {
    const isZero = character.split("").some((unit) => (unit.charCodeAt(0) & 0xff) === 0);
    if (!isZero && beside.length + character.length <= 2 * header.length) beside += character;
  }
  return beside;
}

test("text does not depend on chunks, with and without a byte order mark", async () => {
  await fc.assert(
    fc.asyncProperty(texts, sizes, async (text, cuts) => {
      const bytes = Buffer.from(text);
      expect(await read(bytes, cuts)).toBe(text.replace(/^\ufeff/, ""));
      expect(await read(Buffer.concat([Buffer.from("\ufeff"), bytes]), cuts)).toBe(text);
      const wide = Buffer.from(`\ufeff${text}`, "utf16le");
      expect(await read(wide, cuts)).toBe(text);
      expect(await read(wide.swap16(), cuts)).toBe(text);
      // What follows the sample shows no encoding: it can be any text.
      const plain = `${header}${besideHeader(text)}\n${header.repeat(sampleBytes / header.length)}${text}`;
      const unmarked = Buffer.from(plain, "utf16le");
      expect(await read(unmarked, cuts)).toBe(plain);
      expect(await read(unmarked.swap16(), cuts)).toBe(plain);
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

const japanese = Buffer.from("76696e2c6d616b650a412c8367838883" + "5e0a", "hex");

test("text of another script is refused with its line and what it may be, unless it is declared", async () => {
  for (const size of [1, 5, 99]) {
    await expect(read(japanese, [size])).rejects.toThrow(
      /^line 2: the text is neither UTF-8 nor Windows-1252; save it as UTF-8, or name its encoding: this line has "\p{L}+"/u,
    );
    expect(await read(japanese, [size], "shift_jis")).toBe("vin,make\nA,トヨタ\n");
  }
  const russian = Buffer.from("a\nb\n\xcb\xe0\xe4\xe0, \xcd\xe8\xe2\xe0\n", "latin1");
  await expect(read(russian, [9])).rejects.toThrow(/^line 3: .*"Лада" in windows-1251/);
  expect(await read(russian, [9], "windows-1251")).toBe("a\nb\nЛада, Нива\n");
});

test("Western words are read as Windows-1252, however many", async () => {
  const words = "Citroën, Škoda, été, créée, GRÖSSE, ÇA, «Où», ½°, €, “É”, Coupé – 5 türig";
  const bytes = Buffer.concat(
    [...`${words}\n`.repeat(100)].map((character) => {
      const old: Readonly<Record<string, number>> = { Š: 0x8a, "€": 0x80, "“": 0x93, "”": 0x94, "–": 0x96 };
      return Buffer.from([old[character] ?? character.charCodeAt(0)]);
    }),
  );
  for (const size of [7, 99_999]) expect(await read(bytes, [size])).toBe(`${words}\n`.repeat(100));
});

test("a wrong declared encoding is reported with its line", async () => {
  const text = Buffer.from("a\nb\n\x83", "latin1");
  for (const size of [1, 99])
    await expect(read(text, [size], "shift_jis")).rejects.toThrow(/^line 3: the text is not SHIFT_JIS; /);
  expect([findEncoding("SJIS"), findEncoding("latin1"), findEncoding("none")]).toEqual([
    "shift_jis",
    "windows-1252",
    undefined,
  ]);
});
