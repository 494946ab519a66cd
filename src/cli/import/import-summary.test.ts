import { expect, test } from "bun:test";
import type { ImportSummary } from "../../vehicles/imports/jobs/import-plan.ts";
import { changesText, summaryText } from "./import-summary.ts";

const changes = { added: 0, removed: 0, changed: 2, by_year: {}, by_make: {} };
const summary: ImportSummary = {
  id: "1",
  family: "lien",
  source: "records lien",
  input: "liens.csv",
  mode: "replace",
  dry_run: false,
  name: "own",
  version: "1",
  reader: 1,
  rows_read: 3,
  rows_accepted: 2,
  rows_kept: 0,
  rows_rejected: 1,
  rejected: { "vin is wrong": 1 },
  first_rejects: [],
  reject_file: "liens.csv.rejects.csv",
  rows_file: "liens.csv.rows.csv",
  passed_over: {},
  doubtful: {},
  rows: 2,
  input_sha256: "ab",
  rows_checksum: "cd",
  seconds: 1,
  changes,
};

test("the summary names the file of rows to correct", () => {
  expect(summaryText(summary).split("\n").slice(2, 5)).toEqual([
    "  rejected   1, listed in liens.csv.rejects.csv",
    "             to correct them and import them alone, with --mode merge: liens.csv.rows.csv",
    "             1 vin is wrong",
  ]);
  expect(summaryText({ ...summary, rows_file: "" })).not.toContain("to correct");
});

test("the changes say which of them come from readers", () => {
  const last = (by_reader?: "none" | "all" | "unknown") =>
    changesText({ ...changes, ...(by_reader && { by_reader }) })
      .trimEnd()
      .split("\n")
      .at(-1);
  expect([last(), last("none")]).toEqual(Array(2).fill("  changes    0 added, 0 removed, 2 changed"));
  expect(last("all")).toStartWith("  by reader  all of them: it is the same file");
  expect(last("unknown")).toStartWith("  by reader  another reader");
});
