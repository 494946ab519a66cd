import { expect, test } from "bun:test";
import { attach, choose, confirm, press, type } from "../../../../../test/console/dom/act.ts";
import { all, cells, control, get, has, text, textOf } from "../../../../../test/console/dom/find.ts";
import { importPreview } from "../../../../../test/console/dom/import-records.ts";
import {
  drop,
  file,
  found,
  give,
  imported,
  imports,
  live,
  open,
  queries,
  setUpImports,
} from "../../../../../test/console/dom/imports.tsx";
import { setUp, toast } from "../../../../../test/console/dom/page.ts";
import { answer, json, refuse, respond, sent } from "../../../../../test/console/dom/service.ts";
import { dataset, importSummary } from "../../../../../test/console/dom/service-records.ts";

setUp();
setUpImports();

test("a chosen file is validated at once, and counts all rejected rows", async () => {
  imports(found());
  await give();
  expect(queries()).toEqual([{ mode: "replace", names: "vin", dry_run: "true", max_rejects: "100%" }]);
  expect(live()).toBe("An Excel workbook, sheet Sales: 1,204 rows; 1,190 will be imported, 14 rejected");
  expect(text()).toContain(
    "Its columns were recognized by their usual names. Compared with the current records: 20 added, 5 removed, 1 changed. Nothing has changed yet.",
  );
  expect(
    all("button")
      .filter((button) => button.className.includes("btn-primary"))
      .map(textOf),
  ).toEqual(["Import 1,190 rows"]);
});

test("a dropped file is validated as a chosen one", async () => {
  imports(found());
  await open();
  await drop([file("a.csv"), file("b.csv")]);
  expect(queries()).toHaveLength(1);
  expect(text()).toContain("Only the first file was taken. Drop one file at a time.");
  expect(has("button", "Import 1,190 rows")).toBe(true);
});

test("a dropped text is no file", async () => {
  await open();
  await drop([], ["text/plain"]);
  expect(queries()).toEqual([]);
});

test("rows are shown as they are given beside what is stored", async () => {
  imports(found());
  await give();
  expect(cells("First rows as they will be read")).toEqual(
    [
      ["Line", "FIN vin", "Preis price", "Has_Keys data.keys", "Rejected"],
      ["2", "5J6RW2H59JL990075", "17.550,00 € is read as 17550", "YES", ""],
      ["3", "1HGCM82633A004352", "N/A is read as nothing", "YES", ""],
      ["4", "1HGCM82633A004399", "1 €", "MAYBE", "data.keys is not among the words of the mapping's values"],
    ].map((row) =>
      row.map((cell) =>
        expect.stringMatching(new RegExp(`^${RegExp.escape(cell).replaceAll("\\x20", "\\s*")}$`)),
      ),
    ),
  );
});

test("columns have their form, their values and their words for nothing", async () => {
  imports(found());
  await give();
  expect(text()).toContain("3 of 4 columns imported");
  expect(cells("Columns of the file").map(([name, , , ...rest]) => [name, ...rest])).toEqual([
    ["Column of the file", "First values", "Words for nothing"],
    ["FIN", "5J6RW2H59JL990075 · 1HGCM82633A004352", ""],
    ["Preis", "17.550,00 € · 9.900 €", "N/A 3×- 1×"],
    ["Has_Keys", "YES · MAYBE", ""],
    ["Bemerkung", "keine", ""],
  ]);
  expect([control("Form of Preis").value, cells("Columns of the file")[2]?.[2]]).toEqual([
    "comma",
    "Decimal comma Decimal point as line 12 shows",
  ]);
});

test("the import sends what was validated, and accepts the rejected rows that were shown", async () => {
  imports(found(), found(), imported);
  await give();
  await choose("Mode", "merge");
  await type("Source name", "own");
  await press("Import 1,190 rows");
  expect(queries().at(-1)).toEqual({
    mode: "merge",
    names: "vin",
    mapping: importPreview().mapping?.text ?? "",
    dry_run: "false",
    max_rejects: "14",
    name: "own",
  });
});

test("a maximum of rejected rows that is typed is sent", async () => {
  imports(found(), imported);
  await give();
  await type("Max. rejected rows", "2%");
  await press("Import 1,190 rows");
  expect(queries().at(-1)?.max_rejects).toBe("2%");
});

test("an import ends with its result, what it changed, and a way to undo it", async () => {
  const versions = [
    dataset({ import: "imp-2" }),
    dataset({ state: "previous", version: "2026-10", rows: 900, import: "imp-0" }),
  ];
  respond("get", "/datasets/{family}", { family: "auction", versions });
  respond("get", "/datasets/{family}/diff", {
    added: 20,
    removed: 5,
    changed: 1,
    by_year: { "2018": { added: 20, removed: 5, changed: 1 } },
    by_make: {},
  } as never);
  imports(found(), imported);
  await give();
  await press("Import 1,190 rows");
  expect(live()).toStartWith("Imported: 1,190 of 1,204 rows.");
  expect([has("table", "Changes by year"), has("button", "Import 1,190 rows")]).toEqual([true, false]);
  expect(text()).toContain(
    "You can undo this. All nodes use the 900 previous records of version 2026-10 again within two seconds.",
  );
  answer("POST /datasets/{family}/rollback", () => json({ family: "auction", versions: [] }));
  await press("Undo this import");
  await confirm();
  expect([toast(), has("button", "Undo this import"), live()]).toEqual([
    "Import of auction history undone",
    false,
    "",
  ]);
});

test("a first import is undone too, and one that is no longer current is not", async () => {
  respond("get", "/datasets/{family}", { family: "auction", versions: [dataset({ import: "imp-2" })] });
  imports(found(), imported, found(), imported);
  await give();
  await press("Import 1,190 rows");
  expect(text()).toContain("All nodes stop using the 1,500 imported records within two seconds");
  await attach("File", file());
  await press("Import 1,190 rows");
  expect([live().startsWith("Imported"), has("button", "Undo this import")]).toEqual([true, false]);
});

test("each undo has a key of its own", async () => {
  respond("get", "/datasets/{family}", { family: "auction", versions: [dataset({ import: "imp-2" })] });
  refuse("POST /datasets/{family}/rollback", 409, "An import is running.");
  imports(found(), imported);
  await give();
  await press("Import 1,190 rows");
  for (const _ of [1, 2]) {
    await press("Undo this import");
    await confirm();
    await press("Cancel");
  }
  const keys = sent("POST /datasets/{family}/rollback").map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(2);
});

test("an import that fails leaves the preview, to try again", async () => {
  imports(found(), { ...imported, state: "failed", summary: null, error: "Too large." });
  await give();
  await press("Import 1,190 rows");
  expect(live()).toStartWith("Import failed. Nothing has changed. Too large.");
  expect(has("button", "Import 1,190 rows")).toBe(true);
});

test("rejected rows are counted, and downloaded in both forms", async () => {
  imports(found());
  await give();
  expect(cells("Rejected rows by reason")).toEqual([
    ["Reason", "Rows"],
    ["no such word", "12"],
    ["bad VIN", "2"],
  ]);
  answer("GET /imports/{id}/rejects", () => new Response("a\n"));
  await press("Download rejected rows");
  await press("Download rows to correct");
  expect(sent("GET /imports/imp-1/rejects").map(({ query }) => query)).toEqual([{}, { as: "rows" }]);
});

test("a file of which no row can be imported is not", async () => {
  imports(found({}, { summary: importSummary({ rows_read: 3, rows_accepted: 0 }) }));
  await give();
  expect((get("button", "Import 0 rows") as HTMLButtonElement).disabled).toBe(true);
  expect(text()).toContain("No row can be imported.");
});
