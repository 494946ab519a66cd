import { expect, test } from "bun:test";
import { cells, has, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { importRecord, importSummary } from "../../../../test/console/dom/service-records.ts";
import { ImportOutcome } from "./import-outcome.tsx";

setUp();

const reject = { line: 1200, column: "vin", value: "BAD", reason: "bad VIN" };

test.each([
  ["failed", "Import failed. Nothing has changed. No column vin."],
  ["stopped", "Stopped. Nothing has changed. No column vin."],
] as const)("a %s import", async (state, words) => {
  await show(<ImportOutcome done={importRecord({ state, error: "No column vin." })} />);
  expect(text()).toBe(words);
});

test("a valid file without changes", async () => {
  const summary = importSummary({
    rows_read: 1,
    rows_accepted: 1,
    changes: { added: 0, removed: 0, changed: 0 },
  });
  await show(<ImportOutcome done={importRecord({ dry_run: true, summary })} />);
  expect(text()).toBe(
    "Valid: 1 of 1 row. Compared with the current records: No changes. Nothing has changed yet.",
  );
});

test("all rejected rows are listed", async () => {
  const rejects = { rows: 1, by_reason: { "bad VIN": 1 }, first: [reject] };
  await show(<ImportOutcome done={importRecord({ summary: importSummary(), rejects })} />);
  expect(texts("h3")).toEqual(["1 rejected row", "All rejected rows"]);
  expect(cells("Rejected rows")).toEqual([
    ["Line", "Column", "Value", "Reason"],
    ["1,200", "vin", "BAD", "bad VIN"],
  ]);
});

test("of many rejected rows the first are listed", async () => {
  const rejects = { rows: 9, by_reason: { "bad VIN": 9 }, first: [{ ...reject, column: "" }] };
  await show(<ImportOutcome done={importRecord({ summary: importSummary(), rejects })} />);
  expect(texts("h3")).toEqual(["9 rejected rows", "First 1"]);
  expect(cells("Rejected rows")[1]?.[1]).toBe("entire row");
});

test("without rejected rows there is no table", async () => {
  const rejects = { rows: 0, by_reason: {}, first: [] };
  await show(<ImportOutcome done={importRecord({ summary: importSummary(), rejects })} />);
  expect(has("table")).toBe(false);
});

test("warnings on imported rows are counted by reason", async () => {
  const doubtful = { "years other than the VIN's": 2, "models other than the VIN's": 25 };
  await show(<ImportOutcome done={importRecord({ summary: importSummary({ doubtful }) })} />);
  expect([texts("h3"), cells("Warnings by reason")]).toEqual([
    ["Imported with warnings"],
    [
      ["Reason", "Rows"],
      ["models other than the VIN's", "25"],
      ["years other than the VIN's", "2"],
    ],
  ]);
});
