import { expect, test } from "bun:test";
import { readSource, recordedSource } from "./call-source.ts";

test.each([
  [undefined, undefined, { source: "http", dataSource: null }],
  ["demo", undefined, { source: "http", dataSource: "demo" }],
  [undefined, "mcp", { source: "mcp", dataSource: null }],
  ["vpic 2026-10, epa 2025-10", "mcp", { source: "mcp", dataSource: "vpic 2026-10, epa 2025-10" }],
] as const)("a record keeps the sources %p of a call by %p", (data, via, expected) => {
  expect(readSource(recordedSource(data, via) ?? null)).toEqual(expected);
});
