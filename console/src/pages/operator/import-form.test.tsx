import { beforeEach, expect, test } from "bun:test";
import { attach, choose, press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, messageOf, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, step } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { importRecord, importSummary } from "../../../../test/console/dom/service-records.ts";
import { ImportForm } from "./import-form.tsx";

setUp();
const column = (name: string, required = false) => ({ name, form: "text", required, about: "", example: "" });
const described = {
  family: "auction",
  columns: [column("vin", true), column("sale_date"), column("price")],
  sources: [],
};
beforeEach(() => {
  respond("get", "/imports", []);
  respond("get", "/datasets/{family}/columns", described);
});

const upload = "PUT /datasets/{family}";

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

async function open() {
  await show(<ImportForm family="auction" />, { as: operator() });
  await attach("File", new File(["vin\n"], "a.csv"));
}

test("without a file nothing can be imported", async () => {
  await show(<ImportForm family="auction" />, { as: operator() });
  expect((get("button", "Import file") as HTMLButtonElement).disabled).toBe(true);
});

test("a file is imported with its details, then its result is shown", async () => {
  answer(upload, () => json(importRecord({ state: "running" }), 202));
  const send = openEvents();
  await open();
  await choose("Mode", "merge");
  await choose("Year, make, model and trim", "file");
  await type("Source name", "own");
  await type("Max. rejected rows", "2%");
  await press("Import file");
  const [request] = sent("PUT /datasets/auction");
  expect(request?.query).toEqual({
    mode: "merge",
    names: "file",
    dry_run: "false",
    max_rejects: "2%",
    name: "own",
  });
  expect([text().includes("Starting"), (get("button", "Import file") as HTMLButtonElement).disabled]).toEqual(
    [true, true],
  );
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
  await send("end", importRecord({ summary: importSummary() }));
  expect(text()).toEndWith(
    "Imported: 1,500 of 1,510 rows. Compared with the previous records: 20 added, 5 removed, 1 changed.",
  );
  expect((get("button", "Import file") as HTMLButtonElement).disabled).toBe(false);
});

test.each([
  ["13/02/2024", "day_first", "Found in the first rows."],
  ["02/13/2024", "month_first", "Found in the first rows."],
  ["03/02/2024", "", "All dates of the first rows can be read two ways."],
])("the order of the date %p is %p", async (date, order, words) => {
  answer(upload, () => json(importRecord({ state: "running" }), 202));
  openEvents();
  await show(<ImportForm family="auction" />, { as: operator() });
  await attach("File", new File([`vin,sale_date\nA,${date}\nB,01/01/2024\n`], "a.csv"));
  expect(control("Dates such as 3/2/2024").value).toBe(order);
  expect(messageOf("Dates such as 3/2/2024")).toStartWith(words);
  await press("Import file");
  expect(sent("PUT /datasets/auction")[0]?.query.dates).toBe(order || undefined);
});

test("a file is validated without a change", async () => {
  answer(upload, () => json(importRecord({ state: "running", dry_run: true }), 202));
  const send = openEvents();
  await open();
  await press("Validate file");
  expect(sent("PUT /datasets/auction")[0]?.query).toEqual({ mode: "replace", names: "vin", dry_run: "true" });
  await send("end", importRecord({ dry_run: true, summary: importSummary() }));
  expect(text()).toEndWith("20 added, 5 removed, 1 changed. Nothing has changed yet.");
});

test.each([409, 413, 422, 503])("after a %p the file can be sent again", async (status) => {
  refuse(upload, status, "Not now.");
  await open();
  await press("Import file");
  expect(textOf(get("alert"))).toStartWith("Could not import the file Not now.");
  expect((get("button", "Import file") as HTMLButtonElement).disabled).toBe(false);
});

test("an import that another page started is shown", async () => {
  respond("get", "/imports", [importRecord({ state: "running" })]);
  openEvents();
  await show(<ImportForm family="auction" />, { as: operator() });
  expect([has("button", "Stop import"), text().includes("Starting")]).toEqual([true, true]);
});

const upload200 = () => answer(upload, () => json(importRecord({ state: "running" }), 202));
const withFile = async (text: string, name = "a.csv") => {
  await show(<ImportForm family="auction" />, { as: operator() });
  await attach("File", new File([text], name));
};

test("a file with other columns is mapped, with its first values", async () => {
  upload200();
  openEvents();
  await withFile("VIN,Sold on,Price,Note\n5J6,2026-01-02,100,a\n1HG,2026-01-03,200,b\n");
  expect(
    cells("Columns of the file")
      .slice(1)
      .map(([name, , values]) => [name, values]),
  ).toEqual([
    ["VIN", "5J6 · 1HG"],
    ["Sold on", "2026-01-02 · 2026-01-03"],
    ["Price", "100 · 200"],
    ["Note", "a · b"],
  ]);
  expect(text()).toContain("2 of 4 columns imported");
  await choose("Import Sold on as", "sale_date");
  await press("Validate file");
  expect(sent("PUT /datasets/auction")[0]?.query).toEqual({
    mode: "replace",
    names: "vin",
    map: '{"vin":"VIN","sale_date":"Sold on","price":"Price"}',
    dry_run: "true",
  });
});

test("a file without a required column, or with one twice, is not sent", async () => {
  await withFile("Fahrgestellnummer,Preis\n5J6,100\n");
  const disabled = () => (get("button", "Import file") as HTMLButtonElement).disabled;
  expect([text().includes("Choose a column for vin."), disabled()]).toEqual([true, true]);
  await choose("Import Fahrgestellnummer as", "vin");
  await choose("Import Preis as", "vin");
  expect([text().includes("Choose one column only for vin."), disabled()]).toEqual([true, true]);
  await choose("Import Preis as", "price");
  expect(disabled()).toBe(false);
});

test("files of other formats have no columns to choose", async () => {
  upload200();
  openEvents();
  await withFile('{"vin":"5J6"}\n', "a.ndjson");
  expect(has("table", "Columns of the file")).toBe(false);
  await press("Validate file");
  expect(sent("PUT /datasets/auction")[0]?.query).toEqual({ mode: "replace", names: "vin", dry_run: "true" });
});

test("a public source has its address and fixed columns", async () => {
  upload200();
  openEvents();
  const epa = {
    name: "epa",
    title: "EPA fuel economy",
    address: "https://www.fueleconomy.gov/vehicles.csv.zip",
    size: "2 MB",
    cadence: "weekly",
    licence: "US government work",
  };
  respond("get", "/datasets/{family}/columns", { ...described, sources: [epa] });
  await withFile("id,make\n1,HONDA\n");
  await choose("Source", "epa");
  expect(get("link", "the published file").getAttribute("href")).toBe(epa.address);
  expect(has("table", "Columns of the file")).toBe(false);
  await press("Import file");
  expect(sent("PUT /datasets/auction")[0]?.query).toEqual({
    mode: "replace",
    names: "vin",
    source: "epa",
    dry_run: "false",
  });
});

test.each([
  ["FLAT_RCL_POST_2010.txt", "1\t2"],
  ["campaigns.txt", ["1", "26V123000", ...Array(22).fill("x")].join("\t")],
])("NHTSA's own file %p is imported as NHTSA's", async (name, text) => {
  upload200();
  openEvents();
  const recalls = {
    name: "recalls",
    title: "NHTSA recall campaigns",
    address: "https://static.nhtsa.gov/FLAT_RCL_POST_2010.zip",
    size: "14 MB",
    cadence: "daily",
    licence: "US government work",
  };
  respond("get", "/datasets/{family}/columns", { ...described, sources: [recalls] });
  await show(<ImportForm family="auction" />, { as: operator() });
  await attach("File", new File([`${text}\n`], name));
  expect(control("Source").value).toBe("recalls");
  await press("Import file");
  expect(sent("PUT /datasets/auction")[0]?.query).toMatchObject({ source: "recalls" });
});
