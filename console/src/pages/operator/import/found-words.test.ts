import { expect, test } from "bun:test";
import { importPreview } from "../../../../../test/console/dom/import-records.ts";
import { importRecord, importSummary } from "../../../../../test/console/dom/service-records.ts";
import { foundWords, mappingWords } from "./found-words.ts";

const rejects = { rows: 14, by_reason: { "bad VIN": 14 }, first: [] };
const summary = importSummary({ rows_read: 1204, rows_accepted: 1190 });
const validated = importRecord({ dry_run: true, summary, rejects });

test.each([
  [{}, "An Excel workbook, sheet Sales"],
  [{ sheet: null }, "An Excel workbook"],
  [{ encoding: "windows-1252" }, "An Excel workbook, sheet Sales"],
  [{ format: "csv", delimiter: "," }, "A CSV file"],
  [{ format: "csv", delimiter: ";" }, "A CSV file with semicolons"],
  [{ format: "csv", delimiter: "\t", encoding: "utf-16le" }, "A CSV file with tabs, encoded as utf-16le"],
  [{ format: "csv", delimiter: "|", encoding: "UTF-8" }, "A CSV file with vertical bars"],
  [{ format: "json" }, "A JSON list"],
  [{ format: "ndjson" }, "JSON, one record per line"],
] as const)("%j is %p", (file, words) =>
  expect(foundWords(validated, importPreview(file))).toBe(
    `${words}: 1,204 rows; 1,190 will be imported, 14 rejected`,
  ));

test("a file without rejected rows, or that cannot be imported yet", () => {
  const preview = importPreview({ sheet: null });
  const all = (rows: number) =>
    importRecord({ dry_run: true, summary: importSummary({ rows_read: rows, rows_accepted: rows }) });
  const failed = importRecord({ dry_run: true, state: "failed", error: "No." });
  const question = { column: "Sold", as: "sold", reason: "", lines: [], readings: [] };
  expect([
    foundWords(all(1), preview),
    foundWords(all(1204), preview),
    foundWords(failed, preview),
    foundWords(failed, { ...preview, question }),
    foundWords(failed, { ...preview, required: ["vin"] }),
  ]).toEqual([
    "An Excel workbook: 1 row will be imported",
    "An Excel workbook: 1,204 rows, all will be imported",
    "An Excel workbook: it cannot be imported",
    "An Excel workbook: one question before it can be imported",
    "An Excel workbook: a required column is missing",
  ]);
});

test("a preview says where its columns come from", () => {
  const made = { name: "salvage-auction", title: "Salvage auction", proposed: true, text: "{}" };
  expect(
    [null, made, { ...made, name: null, title: null }, { ...made, proposed: false }].map((mapping) =>
      mappingWords(importPreview({ mapping })),
    ),
  ).toEqual([
    "Its columns have the documented names.",
    "Its columns were recognized: Salvage auction.",
    "Its columns were recognized by their usual names.",
    "Its columns are read as you have chosen.",
  ]);
});
