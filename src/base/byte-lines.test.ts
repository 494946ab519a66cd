import { expect, test } from "bun:test";
import { byteLines, lineBytesMax } from "./byte-lines.ts";

async function linesIn(pieces: readonly (string | Uint8Array)[], groupMax = 100): Promise<string[][]> {
  async function* stream() {
    for (const piece of pieces) yield typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
  }
  return await Array.fromAsync(byteLines(stream(), groupMax));
}

test("lines are returned as they arrive, in any pieces", async () => {
  expect(await linesIn(["a\r\nb", "c\n\nd"])).toEqual([["a"], ["bc", ""], ["d"]]);
  expect(await linesIn(["a\nb\nc\n"], 2)).toEqual([["a", "b"], ["c"]]);
  expect(await linesIn([])).toEqual([]);
});

test("a long line is cut, in one piece or in many, and the next one is whole", async () => {
  const cut = "x".repeat(lineBytesMax + 1);
  expect(await linesIn([`${"x".repeat(5000)}\nb\n`])).toEqual([[cut, "b"]]);
  expect(await linesIn([...Array.from({ length: 50 }, () => "x".repeat(100)), "\nb"])).toEqual([
    [cut],
    ["b"],
  ]);
});

test("what is no UTF-8 keeps its place", async () => {
  expect(await linesIn([Uint8Array.of(0x61, 0xff, 0x0a, 0x62)])).toEqual([["a\uFFFD"], ["b"]]);
});
