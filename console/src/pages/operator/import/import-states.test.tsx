import { expect, test } from "bun:test";
import { attach, choose, click, press } from "../../../../../test/console/dom/act.ts";
import { all, control, get, has, text, textOf } from "../../../../../test/console/dom/find.ts";
import { importPreview } from "../../../../../test/console/dom/import-records.ts";
import {
  described,
  drop,
  file,
  found,
  give,
  imports,
  live,
  open,
  queries,
  refused,
  setUpImports,
  upload,
} from "../../../../../test/console/dom/imports.tsx";
import { setUp, step } from "../../../../../test/console/dom/page.ts";
import { answer, json, refuse, respond } from "../../../../../test/console/dom/service.ts";
import { importRecord, importSummary } from "../../../../../test/console/dom/service-records.ts";

setUp();
setUpImports();

test("while a file is validated another one is not taken", async () => {
  answer(upload, () => json(importRecord({ state: "running" }), 202));
  answer("GET /imports/{id}/events", () => new Response(new ReadableStream()));
  await give();
  await drop([file("b.csv")]);
  expect([queries().length, has("button", "Stop import")]).toEqual([1, true]);
});

test("a file that cannot be read says why, and is validated again", async () => {
  const failed = { state: "failed", error: "This is no table.", preview: null } as const;
  imports(failed, found());
  await give();
  expect(live()).toBe("Import failed. Nothing has changed. This is no table.");
  await press("Validate file again");
  expect(has("button", "Import 1,190 rows")).toBe(true);
});

test("a file whose columns cannot be read says why beside them", async () => {
  imports(refused({}, "Line 5 has 9 columns."));
  await give();
  expect([live(), text().includes("Line 5 has 9 columns.")]).toEqual([
    "An Excel workbook, sheet Sales: it cannot be imported",
    true,
  ]);
});

test.each([409, 413, 422, 503])("after a %p the file can be sent again", async (status) => {
  refuse(upload, status, "Not now.");
  await give();
  expect(textOf(get("alert"))).toStartWith("Could not import the file Not now.");
  await press("Validate file again");
  expect(queries()).toHaveLength(2);
});

test("a validation that is stopped can be repeated", async () => {
  imports({ state: "stopped", error: null, preview: importPreview() }, found());
  await give();
  expect(live()).toBe("Stopped. Nothing has changed.");
  await press("Validate file again");
  expect(has("button", "Import 1,190 rows")).toBe(true);
});

/** A stream of events that stays open until the test ends it. */
function openEvents() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
  });
  answer("GET /imports/{id}/events", () => new Response(body));
  return (event: string, data: unknown) =>
    step(() =>
      controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    );
}
test("while a file is read its progress is shown, and it can be stopped", async () => {
  answer(upload, () => json(importRecord({ state: "running" }), 202));
  const send = openEvents();
  await give();
  expect([
    text().includes("Starting"),
    (control("File").closest("fieldset") as HTMLFieldSetElement).disabled,
  ]).toEqual([true, true]);
  await send("progress", {
    stage: "read",
    bytes: 500_000,
    bytes_total: 1_000_000,
    rows: 1200,
    rejects: 3,
    rows_per_second: 400,
    seconds_left: 1,
  });
  expect(textOf(get("img", "50%").parentElement)).toBe(
    "Reading rows 1,200 rows, 3 rejected, 400 per second; 500 kB of 1.0 MB, about 1 second left. Stop import",
  );
  await send("end", importRecord({ dry_run: true, ...found() }));
  expect(has("button", "Import 1,190 rows")).toBe(true);
});
test("an import of another page is shown with its result, and is not imported from here", async () => {
  respond("get", "/imports", [importRecord({ id: "imp-9", state: "running" })]);
  const send = openEvents();
  await open();
  expect([has("button", "Stop import"), text().includes("Starting")]).toEqual([true, true]);
  await send("end", importRecord({ id: "imp-9", dry_run: true, ...found() }));
  expect([live().startsWith("Valid: 1,190 of 1,204 rows"), has("button", "Import 1,190 rows")]).toEqual([
    true,
    false,
  ]);
});
test("a list that still has the former import does not hide the next one", async () => {
  respond("get", "/imports", [importRecord({ id: "imp-1", state: "running" })]);
  imports(found(), found({ sheet: "Second" }));
  await give();
  await attach("File", file("b.xlsx"));
  expect(live()).toStartWith("An Excel workbook, sheet Second");
});
test("a public source has its address and fixed columns", async () => {
  imports({ summary: importSummary(), preview: null }, { dry_run: false, summary: importSummary() });
  const epa = {
    name: "epa",
    title: "EPA fuel economy",
    address: "https://www.fueleconomy.gov/vehicles.csv.zip",
    size: "2 MB",
    cadence: "weekly",
    licence: "US government work",
  };
  respond("get", "/datasets/{family}/columns", { ...described, sources: [epa] });
  await open();
  await choose("Source", "epa");
  expect(get("link", "the published file").getAttribute("href")).toBe(epa.address);
  await attach("File", file("vehicles.csv"));
  expect([live().startsWith("Valid: 1,500 of 1,510 rows"), has("table", "Columns of the file")]).toEqual([
    true,
    false,
  ]);
  await press("Import 1,500 rows");
  expect(queries().at(-1)).toEqual({
    mode: "replace",
    names: "vin",
    source: "epa",
    dry_run: "false",
    max_rejects: "0",
  });
});
test.each([
  ["FLAT_RCL_POST_2010.txt", "1\t2"],
  ["campaigns.txt", ["1", "26V123000", ...Array(22).fill("x")].join("\t")],
])("NHTSA's own file %p is validated as NHTSA's", async (name, content) => {
  imports({ summary: importSummary(), preview: null });
  const recalls = {
    name: "recalls",
    title: "NHTSA recall campaigns",
    address: "https://static.nhtsa.gov/FLAT_RCL_POST_2010.zip",
    size: "14 MB",
    cadence: "daily",
    licence: "US government work",
  };
  respond("get", "/datasets/{family}/columns", { ...described, sources: [recalls] });
  await give(new File([`${content}\n`], name));
  expect([control("Source").value, queries()[0]?.source]).toEqual(["recalls", "recalls"]);
});
test("without a file nothing can be imported, and a template can be downloaded", async () => {
  await open();
  expect(all("button").map(textOf)).toEqual(["Details", "Download template"]);
  await click(get("button", "Download template"));
});
