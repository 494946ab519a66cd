import { expect, test } from "bun:test";
import { saleRecords } from "../../families/apis/saleshistory.ts";
import { RecordError } from "../input/import-error.ts";
import type { Batch } from "../readers/row-batch.ts";
import { decidedRows } from "./read-ahead.ts";
import { ColumnValues } from "./row-values.ts";

type Row = Readonly<Record<string, unknown>>;

/** Batches of one row each; a text without digits is a row that could not be read. */
async function* batchesOf(days: readonly string[]): AsyncGenerator<Batch<Row>> {
  for (const [index, post_date] of days.entries())
    yield {
      rows: [{ post_date, data: { price: index } }],
      faults: new Map(/\d/.test(post_date) ? [] : [[0, new RecordError("at", post_date, "is none")]]),
      lineOf: () => index + 2,
    };
}

/** What comes of the batches: the day that was read and the line, or the fault; and how many were empty. */
async function decided(days: readonly string[], inMemoryMost: number) {
  const columns = new ColumnValues(saleRecords, { until: "2028-12-31" });
  const read: string[] = [];
  let empty = 0;
  for await (const { rows, faults, lineOf } of decidedRows(batchesOf(days), columns, inMemoryMost)) {
    if (rows.length === 0) empty += 1;
    for (const [index, row] of rows.entries()) {
      const fault = faults.get(index);
      const given = structuredClone(row) as Record<string, unknown>;
      if (!fault) columns.take(given, () => lineOf(index));
      read.push(`${lineOf(index)} ${fault ? `${fault.message} ${fault.value}` : given.post_date}`);
    }
  }
  return { read, empty };
}

const midnight = "00:00:00+00:00";

test.each([
  ["in memory", 1e9],
  ["in a file", 0],
  ["in both", 120],
])("rows wait %s until their column is decided", async (_, inMemoryMost) => {
  const days = ["2026-01-02", "03/04/2026", "soon", "05/06/2026", "13/02/2026", "01/02/2026"];
  expect(await decided(days, inMemoryMost)).toEqual({
    read: [
      `2 2026-01-02 ${midnight}`,
      `3 2026-04-03 ${midnight}`,
      "4 at is none soon",
      `5 2026-06-05 ${midnight}`,
      `6 2026-02-13 ${midnight}`,
      `7 2026-02-01 ${midnight}`,
    ],
    // Whoever reads them reports that the import goes on.
    empty: 3,
  });
});

test("rows that nothing decides are refused", () =>
  expect(decided(["03/04/2026", "04/04/2026"], 0)).rejects.toThrow("line 2: the column post_date"));
