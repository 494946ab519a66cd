import { expect, test } from "bun:test";
import fc from "fast-check";
import { rowMax } from "./bounds.ts";
import { readJsonArray } from "./json-array.ts";

/** Pieces that share one buffer, as in reading files. */
async function* overwritten(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    memory.fill("}");
    yield memory.subarray(0, bytes.copy(memory, 0, at, at + size));
  }
}

async function read(text: string, size = 1 << 16) {
  const rows: unknown[] = [];
  for await (const batch of readJsonArray(overwritten(Buffer.from(text), size)))
    batch.rows.forEach((row, index) => {
      rows.push([batch.lineOf(index), batch.faults.get(index)?.message ?? row]);
    });
  return rows;
}

const refusal = (text: string, size?: number) =>
  read(text, size).then(
    () => "read",
    (error: Error) => `${error.name}: ${error.message}`,
  );

test("an array's objects are those that JSON.parse reads, in pieces of any size", async () => {
  const objects = fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()));
  await fc.assert(
    fc.asyncProperty(
      objects,
      fc.constantFrom(undefined, 1),
      fc.integer({ min: 1, max: 9 }),
      async (all, indent, size) => {
        const text = JSON.stringify(all, undefined, indent);
        const found = await read(`\n ${text}\n`, size);
        expect(found.map((row) => (row as unknown[])[1])).toEqual(JSON.parse(text));
      },
    ),
  );
});

test("objects have the line on which they begin; in one line, their number", async () => {
  const lines = '[{"a":1}\n,{"a":\n2}\r\n,\n\n{"a":3}\n]\n';
  for (const size of [1, 3, 99])
    expect(await read(lines, size)).toEqual([
      [1, { a: 1 }],
      [2, { a: 2 }],
      [6, { a: 3 }],
    ]);
  expect(await read('[{"a":1},{"a":2},{"a":3}]')).toEqual([
    [1, { a: 1 }],
    [2, { a: 2 }],
    [3, { a: 3 }],
  ]);
});

test("what is no object costs its row", async () => {
  const rows = ["1", '"a ]b"', "null", "[1,[2]]", '{"a" 1}', "{}"];
  for (const size of [1, 99])
    expect(await read(`[${rows.join(" ,")}]`, size)).toEqual([
      [expect.any(Number), "not a JSON object"],
      [2, "not a JSON object"],
      [3, "not a JSON object"],
      [4, "not a JSON object"],
      [5, expect.stringMatching(/^not JSON: /)],
      [6, {}],
    ]);
});

test.each([
  [
    "a comma that is missing",
    '[{"a":1}\n{"a":2}]',
    "line 2: between two objects of the array there is no comma, or at its end no ]",
  ],
  ["a comma without an object", '[{"a":1},\n]', "line 2: after a comma of the array no object follows"],
  [
    "the file is cut after an object",
    '[{"a":1},\n{"a":2}',
    "line 2: between two objects of the array there is no comma, or at its end no ]; the file may be cut off: export or download it again",
  ],
  ["the file is cut in an object", '[{"a":1},\n{"a":', "line 2: the array does not end with ]"],
  ["more after the array", "[]\n[]", "line 2: after the array comes more"],
  ["nothing in it", "[", "line 1: the array does not end with ]"],
])("a broken array is refused with its line: %s", async (_, text, message) => {
  for (const size of [1, 99])
    expect((await refusal(text, size)).slice(0, 13 + message.length)).toBe(`ImportError: ${message}`);
});

test("an object without an end is refused before it fills memory", async () => {
  expect(await refusal(`[{"a":1},\n{"a":"${"x".repeat(rowMax + 70_000)}`)).toBe(
    "ImportError: line 2: an object of more than 4 MiB begins here",
  );
});
