import { beforeEach, expect, test } from "bun:test";
import { cells, get, has, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import {
  dataset,
  importRecord,
  importSummary,
  systemState,
} from "../../../../test/console/dom/service-records.ts";
import type { Dataset, Import } from "../../api/datasets.ts";
import { Datasets } from "./datasets.tsx";

setUp();
beforeEach(() => respond("get", "/system", systemState()));

async function open(all: Dataset[], imports: Import[] = []) {
  respond("get", "/datasets", all);
  respond("get", "/imports", imports);
  await show(<Datasets />, { as: operator() });
}

test("current datasets are listed with source and age", async () => {
  const rejects = { rows: 12, by_reason: { "bad VIN": 12 } };
  await open([
    dataset({ rejects }),
    dataset({ state: "previous", version: "old" }),
    dataset({ family: "lien", name: "demo", source: "demo", licence: "", age_days: 0 }),
  ]);
  expect(textOf(one("h1"))).toBe("2 datasets, 1 synthetic (demo)");
  expect(cells("Current datasets").slice(1)).toEqual([
    ["Auction history", "1,500", "own auctions.csv", "2026-11", "20 Nov 2026 1 day ago", "12", "CC0"],
    ["Liens", "1,500", "demo", "2026-11", "20 Nov 2026 today", "none", "unknown"],
  ]);
  expect(has("heading", "Empty datasets")).toBe(false);
});

test("datasets of an older reader say so", async () => {
  await open([dataset({ reader: 0, older_reader: true })]);
  expect(cells("Current datasets")[1]![4]).toBe(
    "20 Nov 2026 1 day ago Read by an older reader: import the file again",
  );
});

test("synthetic and empty datasets are named", async () => {
  await open([dataset({ name: "demo" })]);
  expect(textOf(one("h1"))).toBe("1 dataset, all synthetic");
  expect(get("link", "Import liens").getAttribute("href")).toBe("/console/data/lien");
});

test("without datasets every family can be imported", async () => {
  await open([]);
  expect(textOf(one("h1"))).toBe("0 datasets");
  expect(names("link")).toEqual([
    "Import NHTSA's vPIC or roll back",
    "Import auction history",
    "Import liens",
  ]);
  expect(text()).toContain("No datasets yet");
  expect(text()).toEndWith("No imports yet.");
});

test("imports have state, rows and the one who started them", async () => {
  await open(
    [],
    [
      importRecord({ summary: importSummary(), rejects: { rows: 10, by_reason: {}, first: [] } }),
      importRecord({ id: "b", actor: "operator", mode: "merge", dry_run: true }),
      importRecord({ id: "c", actor: "command line", state: "failed", error: "No column vin." }),
    ],
  );
  expect(cells("Imports").slice(1)).toEqual([
    ["10:00:00 by an operator", "Auction history", "auctions.csv", "Done", "1,500", "10"],
    [
      "10:00:00 by the operator token",
      "Auction history",
      "auctions.csv, merge, validation only",
      "Done",
      "none",
      "none",
    ],
    [
      "10:00:00 by the command line",
      "Auction history",
      "auctions.csv",
      "Failed No column vin.",
      "none",
      "none",
    ],
  ]);
});

test("failures are shown where they happened", async () => {
  refuse("GET /datasets", 500, "Broken.");
  refuse("GET /imports", 403, "Operators only.");
  await show(<Datasets />, { as: operator() });
  expect(texts("[role=alert] > .strong")).toEqual([
    "Could not load the datasets",
    "Could not load the imports",
  ]);
});

test("the decoder's own data is listed", async () => {
  await open([dataset()]);
  const section = [...document.querySelectorAll("section")].find((one) =>
    textOf(one).startsWith("VIN decoder"),
  );
  expect(textOf(section ?? null)).toStartWith("VIN decoder Source");
  expect(textOf(section ?? null)).toContain("Version 2026-10");
});
