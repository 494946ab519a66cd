import { expect, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { cells, control, facts, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { dataset } from "../../../../test/console/dom/service-records.ts";
import type { Dataset } from "../../api/datasets.ts";
import { DatasetPage } from "./dataset.tsx";

setUp();

const previous = dataset({ state: "previous", version: "2026-10", rows: 900, actor: null });
const changes = { added: 20, removed: 5, changed: 1, by_year: {}, by_make: {}, by_reader: "all" };

async function open(...versions: Dataset[]) {
  answer("GET /datasets/{family}", () => json({ family: "auction", versions }));
  respond("get", "/imports", []);
  respond("get", "/datasets/{family}/columns", { family: "auction", columns: [], sources: [] });
  respond("get", "/datasets/{family}/diff", changes as never);
  await show(<DatasetPage params={{ family: "auction" }} />, { as: operator() });
}

test("a dataset without records can be imported", async () => {
  await open();
  expect(textOf(one("h1"))).toBe("Auction history: no records");
  expect(document.title).toBe("Auction history · Vingate");
  expect(text()).toContain("Lookups return 404 until you import records.");
  expect(text()).toContain("No previous version yet.");
  expect(control("File").getAttribute("type")).toBe("file");
});

test("the current version has its details", async () => {
  await open(dataset());
  expect(textOf(one("h1"))).toBe("Auction history: 1,500 records");
  expect(text()).toContain("From own, version 2026-11, imported 1 day ago.");
  expect(facts(one("dl"))).toEqual([
    ["Source", "own, auctions.csv"],
    ["Version", "2026-11"],
    ["License", "CC0"],
    ["Records", "1,500"],
    ["Imported", "20 Nov 2026, 10:00:00 UTC by /users/op"],
    ["Checksum", "c0ffee"],
  ]);
});

test("rejected rows are counted by reason, most frequent first", async () => {
  await open(dataset({ name: "demo", rejects: { rows: 5, by_reason: { "no price": 1, "bad VIN": 4 } } }));
  expect(text()).toContain("Synthetic records, version 2026-11");
  expect(cells("Rejected rows by reason")).toEqual([
    ["Reason", "Rows"],
    ["bad VIN", "4"],
    ["no price", "1"],
  ]);
  answer("GET /imports/{id}/rejects", () => json({ detail: "Gone.", code: "not_found" }, 404));
  await press("Download rejected rows");
  expect([sent("GET /imports/imp-1/rejects").length, toast()]).toEqual([1, "Gone."]);
});

test("a previous version of an older reader needs no import", async () => {
  await open(dataset(), dataset({ state: "previous", older_reader: true }));
  expect(text()).not.toContain("Read by an older reader");
});

test("a dataset of an older reader is to be imported again", async () => {
  await open(dataset({ reader: 0, older_reader: true }));
  expect(text()).toContain("Read by an older reader: import the file again Until then its answers stay");
});

test("own rejected rows can be corrected", async () => {
  await open(dataset({ source: "the operator", rejects: { rows: 1, by_reason: { "bad VIN": 1 } } }));
  answer("GET /imports/{id}/rejects", () => json({ detail: "Gone.", code: "not_found" }, 404));
  await press("Download rows to correct");
  const [request] = sent("GET /imports/imp-1/rejects");
  expect([request?.query, toast()]).toEqual([{ as: "rows" }, "Gone."]);
});

test("the warnings of its import are counted by reason", async () => {
  await open(dataset({ doubtful: { "models other than the VIN's": 25 } }));
  expect(cells("Warnings by reason")).toEqual([
    ["Reason", "Rows"],
    ["models other than the VIN's", "25"],
  ]);
});

test("the previous version can be restored", async () => {
  await open(dataset(), previous);
  expect(text()).toContain(
    "Changes since 20 added, 5 removed, 1 changed. All of them come from another reader",
  );
  answer("POST /datasets/{family}/rollback", () => json(previous));
  await press("Roll back to 2026-10");
  expect(textOf(get("dialog"))).toContain("All nodes use its 900 records within two seconds.");
  await confirm();
  const [request] = sent("POST /datasets/auction/rollback");
  expect(request?.headers.get("idempotency-key")).toMatch(/^console-[a-z0-9]{16}$/);
  expect([toast(), has("dialog")]).toEqual(["Auction history rolled back to 2026-10", false]);
});

test("a first import is undone", async () => {
  await open(dataset());
  answer("POST /datasets/{family}/rollback", () => json({ family: "auction", versions: [] }));
  await press("Undo the import");
  expect(textOf(get("dialog", "Undo the import?"))).toContain("lookups return 404");
  await confirm();
  expect(toast()).toBe("Import of auction history undone");
});

test("without a current version there is nothing to compare", async () => {
  await open(previous);
  expect([sent("GET /datasets/{family}/diff"), has("button", "Roll back to 2026-10")]).toEqual([[], true]);
});

test("synthetic records are not undone", async () => {
  await open(dataset({ name: "demo" }));
  expect(has("button", "Undo the import")).toBe(false);
});

test("a refused roll back keeps the dialog", async () => {
  await open(dataset(), previous);
  refuse("POST /datasets/{family}/rollback", 409, "An import is running.");
  await press("Roll back to 2026-10");
  await confirm();
  expect(textOf(get("alert"))).toBe("An import is running.");
});

test("an unknown family is a failure", async () => {
  refuse("GET /datasets/{family}", 404, "No such dataset.");
  respond("get", "/imports", []);
  await show(<DatasetPage params={{ family: "boats" }} />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the dataset No such dataset.");
});
