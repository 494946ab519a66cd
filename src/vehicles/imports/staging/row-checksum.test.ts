import { expect, test } from "bun:test";
import { RowChecksum } from "./row-checksum.ts";

function sumOf(...parts: readonly (string | Uint8Array)[]): string {
  const checksum = new RowChecksum();
  for (const part of parts) checksum.add(part);
  return checksum.text;
}

test("equal rows have equal checksums, different rows different ones", () => {
  const rows = ["1HGCM82633A004352\n", new Uint8Array([0, 1]), "1HGCM82633A004353\n", new Uint8Array([2])];
  const sum = sumOf(...rows);
  expect(sum).toMatch(/^[0-9a-f]{16}$/);
  expect(sumOf(...rows)).toBe(sum);
  const others = [rows.toReversed(), rows.slice(1), rows.slice(0, -1), [...rows, ""], rows.with(1, "\0")];
  expect(new Set([sum, ...others.map((other) => sumOf(...other))]).size).toBe(others.length + 1);
});

test("the checksum depends on all bits of the first part", () => {
  const sums = Array.from({ length: 1000 }, (_, at) => sumOf(`${at}`, "the same"));
  expect(new Set(sums).size).toBe(sums.length);
});
