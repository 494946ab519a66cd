import { expect, test } from "bun:test";
import { attach, choose, keyDown, press, toggle, type } from "../../../../../test/console/dom/act.ts";
import { all, cells, get, has, options, text, textOf } from "../../../../../test/console/dom/find.ts";
import { fileColumn } from "../../../../../test/console/dom/import-records.ts";
import {
  file,
  found,
  give,
  imported,
  imports,
  live,
  mappingSent,
  queries,
  refused,
  setUpImports,
  summary,
} from "../../../../../test/console/dom/imports.tsx";
import { setUp } from "../../../../../test/console/dom/page.ts";

setUp();
setUpImports();

const question = {
  column: "Verkauft",
  as: "data.note",
  reason: "can be read in more than one way",
  lines: [2, 1203],
  readings: [
    { form: "day_first", example: "3/2/2024", read: "2024-02-03" },
    { form: "month_first", example: "3/2/2024", read: "2024-03-02" },
  ],
};

test("a question shows both readings, and a click validates the file again", async () => {
  imports(refused({ question }), found());
  await give();
  expect(live()).toBe("An Excel workbook, sheet Sales: one question before it can be imported");
  expect(textOf(get("group", "How is Verkauft written?"))).toBe(
    "How is Verkauft written? Verkauft can be read in more than one way (lines 2 and 1,203) 3/2/2024 is 3 Feb 2024 Day first 3/2/2024 is 2 Mar 2024 Month first",
  );
  expect(all("button").filter((button) => button.className.includes("btn-primary"))).toEqual([]);
  await toggle("3/2/2024 is 3 Feb 2024 Day first");
  expect(mappingSent(1)).toMatchObject({
    columns: { "data.note": { from: "Verkauft", form: "day_first" }, vin: { from: "FIN" } },
  });
  expect(has("button", "Import 1,190 rows")).toBe(true);
});

test("arrow keys mark a reading, and a button takes it", async () => {
  imports(refused({ question }), found());
  await give();
  await keyDown(get("group", "How is Verkauft written?"), "ArrowDown");
  await toggle("3/2/2024 is 2 Mar 2024 Month first");
  expect(queries()).toHaveLength(1);
  await press("Use this reading");
  expect(mappingSent(1).columns["data.note"].form).toBe("month_first");
});

test("the sheets of a workbook are chosen, and each has its own columns", async () => {
  imports(
    found({ sheets: ["Sales", "Notes"] }),
    found({ sheet: "Notes", sheets: ["Sales", "Notes"] }),
    imported,
  );
  await give();
  expect(options("Sheet").map(([name]) => name)).toEqual(["Sales", "Notes"]);
  await choose("Sheet", "Notes");
  expect([queries()[1]?.sheet, queries()[1]?.mapping]).toEqual(["Notes", undefined]);
  await press("Import 1,190 rows");
  expect(queries()[2]?.sheet).toBe("Notes");
});

test("the first sheet of several is imported by its name", async () => {
  imports(found({ sheets: ["Sales", "Notes"] }), imported);
  await give();
  await press("Import 1,190 rows");
  expect(queries()[1]?.sheet).toBe("Sales");
});

test("a required column is chosen, which validates the file again", async () => {
  const columns = [fileColumn("Nummer", null), fileColumn("Preis", "price")];
  const mapping = {
    name: null,
    title: null,
    proposed: true,
    text: '{"family":"auction","columns":{"price":{"from":"Preis"}},"ignore":["Nummer"]}',
  };
  imports(refused({ required: ["vin"], columns, mapping }), found());
  await give();
  expect(live()).toEndWith("a required column is missing");
  expect([text().includes("Choose a column for vin."), text().includes("No.")]).toEqual([true, false]);
  await choose("Import Nummer as", "vin");
  expect(mappingSent(1)).toEqual({
    family: "auction",
    columns: { price: { from: "Preis" }, vin: { from: "Nummer" } },
    ignore: [],
  });
});

test("a column's form is changed", async () => {
  imports(found(), found());
  await give();
  await choose("Form of Preis", "point");
  expect(mappingSent(1).columns.price).toEqual({ from: "Preis", form: "point" });
});

test("words are translated, or mean nothing", async () => {
  imports(found(), found());
  await give();
  expect(cells("Words without a translation").map(([word, as, rows]) => [word, as, rows])).toEqual([
    ["Word", "Import as", "Rows"],
    ["MAYBE", "Has_Keys → data.keys", "12"],
    ["LOST", "Has_Keys → data.keys", "2"],
  ]);
  expect((get("button", "Use translations") as HTMLButtonElement).disabled).toBe(true);
  await type("Value of MAYBE", "no");
  await toggle("LOST means nothing");
  await press("Use translations");
  expect(mappingSent(1).columns["data.keys"]).toEqual({
    from: "Has_Keys",
    values: { YES: "yes", MAYBE: "no", LOST: null },
  });
});

test("a file that was refused has no button", async () => {
  imports(refused({ required: ["vin"] }), { ...refused({ question }), summary });
  await give();
  expect(all("button").filter((button) => textOf(button).startsWith("Import"))).toEqual([]);
  await attach("File", file("b.csv"));
  expect(all("button").filter((button) => textOf(button).startsWith("Import"))).toEqual([]);
});

test("another file is read without what was chosen for the one before", async () => {
  imports(found(), found(), found(), found());
  await give();
  await choose("Form of Preis", "point");
  await choose("Encoding", "windows-1250");
  await attach("File", file("b.csv"));
  expect(queries()[3]).toEqual({ mode: "replace", names: "vin", dry_run: "true", max_rejects: "100%" });
});

test("an encoding is chosen", async () => {
  imports(found(), found(), imported);
  await give();
  await choose("Encoding", "windows-1250");
  await press("Import 1,190 rows");
  expect(queries().map(({ encoding }) => encoding)).toEqual([undefined, "windows-1250", "windows-1250"]);
});

test("corrected rows of an earlier import keep the other records by one press", async () => {
  const columns = [fileColumn("vin", "vin"), fileColumn("vingate_reason", null)];
  const words = "These are rows to correct of an earlier import: alone they would replace all records.";
  imports(found({ columns }), found({ columns }, { mode: "merge" }), imported);
  await give();
  expect(text()).toContain(words);
  await press("Keep the other records");
  expect([text().includes(words), queries()[1]?.mode]).toEqual([false, "merge"]);
  await press("Import 1,190 rows");
  expect(queries()[2]?.mode).toBe("merge");
});
