import { expect, test } from "bun:test";
import { datasetsText } from "./datasets.ts";

const dataset = {
  id: 1,
  family: "lien",
  state: "current",
  name: "own",
  version: "1",
  source: "the operator",
  licence: "ours",
  recordCount: 2,
  checksum: "c",
  loadedAt: 0,
} as const;

const table =
  "family  state    dataset  records  loaded (UTC)      licence\nlien    current  own 1    2        1970-01-01 00:00  ours\n";

test("datasets of an older reader have the command that imports them again", () => {
  expect(datasetsText([{ ...dataset, reader: 1 }])).toBe(table);
  expect(datasetsText([{ ...dataset, reader: 0 }])).toBe(
    `${table}\nRead by an older reader; import the file again:\n  lien: vingate import records lien FILE\n`,
  );
});
