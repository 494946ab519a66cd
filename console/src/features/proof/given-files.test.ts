import { expect, test } from "bun:test";
import { addFiles, kindOf } from "./given-files.ts";

const file = (name: string, content: BlobPart) => new File([content], name);
const packed = file("calls.ndjson.gz", Bun.gzipSync('{"subscription":"a"}\n'));

test.each([
  ["a PDF", file("a.pdf", "%PDF-1.7\n"), "statement"],
  ["JSON", file("a", '{"account":{'), "statement"],
  ["packed lines", packed, "calls"],
  ["lines", file("calls", '{"subscription":"sub-1","day":"2026-10-01"'), "calls"],
  ["receipts", file("r.txt", "0f0f/7;1790812800000;3;c2ln\n"), "receipts"],
  ["an image", file("photo.png", "\x89PNG"), undefined],
  ["nothing", file("empty", ""), undefined],
] as const)("%p is known by its first bytes", async (_, one, kind) => {
  expect(await kindOf(one)).toBe(kind);
});

const [first, second, other] = [file("a.json", "{"), file("b.json", "{"), file("photo.png", "PNG")];
const receipts = file("r.txt", "0f0f/7;1790812800000;3;c2ln\n");

test("the later of two files of a kind is kept", async () => {
  expect(await addFiles({ calls: file("old", '{"subscription":') }, [other, first, second, packed])).toEqual({
    files: { statement: second, calls: packed },
    others: ["photo.png"],
  });
});

test("calls that wait for their statement are kept", async () => {
  expect((await addFiles({ calls: packed, receipts }, [first])).files).toEqual({
    statement: first,
    calls: packed,
    receipts,
  });
});

test("another statement replaces the calls of the one before", async () => {
  const before = { statement: first, calls: packed, receipts };
  expect((await addFiles(before, [second])).files).toEqual({ statement: second, receipts });
});
