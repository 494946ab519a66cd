import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { dayMs } from "../../../src/base/durations.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { erasedSubject } from "../../../src/vehicles/imports/datasets/erase.ts";
import { eraseRejects } from "../../../src/vehicles/imports/datasets/erase-rejects.ts";
import { sweepUploads } from "../../../src/vehicles/imports/jobs/uploads.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { startService } from "../../harness.ts";
import { datasetCaller } from "./dataset-caller.ts";
import { importFile, importText, temporaryFolder } from "./importing.ts";
import { lienHeader, lienRow, liens, vins } from "./liens.ts";
import { workbookOf } from "./workbooks.ts";

const modern =
  "vin must be 17 letters and digits without I, O and Q: lookups of this dataset take no older VINs";
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const all = { rejectLimit: { share: 1 } };

describe("rejected rows in the form of their file", () => {
  async function withService(work: (service: Awaited<ReturnType<typeof startService>>) => Promise<void>) {
    const service = await startService();
    try {
      await work(service);
    } finally {
      await service.end();
    }
  }

  /** Imports a file and returns the files beside it, but not itself. */
  async function kept(
    service: Awaited<ReturnType<typeof startService>>,
    name: string,
    content: string | Uint8Array,
    more: Parameters<typeof importFile>[3] = {},
  ) {
    using folder = temporaryFolder();
    const file = join(folder.path, name);
    writeFileSync(file, content);
    const rejectFile = `${file}.rejects.csv`;
    const summary = await importFile(service.app.database, liens, file, { ...all, rejectFile, ...more });
    const beside = readdirSync(folder.path).filter((one) => one !== name && !one.endsWith(".rejects.csv"));
    const text = beside.map((one) => readFileSync(join(folder.path, one), "utf8")).join("");
    const modes = beside.map((one) => statSync(join(folder.path, one)).mode & 0o777);
    expect(summary.rows_file).toBe(beside[0] === undefined ? "" : join(folder.path, beside[0]));
    return { beside, text, modes };
  }

  test("a table keeps its header, quotes and order, and each row has its reason", () =>
    withService(async (service) => {
      const text = [
        lienHeader,
        lienRow(vins[0], "Acme"),
        'NOT-A-VIN!,"two\nlines, ""quoted""",active,2026-11-01\n',
        lienRow(vins[0], "repeated"),
        `${vins[1]},too few\n`,
        `${vins[1]},Acme,active,2026-11-01,too many\n`,
        lienRow(vins[2], "Beta"),
      ].join("");
      expect(await kept(service, "liens.csv", text)).toEqual({
        beside: ["liens.csv.rows.csv"],
        modes: [0o600],
        text: [
          "\ufeffvin,liens.1.lienholder,liens.1.status,as_of,vingate_reason\n",
          `NOT-A-VIN!,"two\nlines, ""quoted""",active,2026-11-01,${quoted(modern)}\n`,
          `${vins[0]},repeated,active,2026-11-01,has the key of a row before it\n`,
          `${vins[1]},too few,,,has 2 values where the header has 4\n`,
          `${vins[1]},Acme,active,2026-11-01,too many,has 5 values where the header has 4\n`,
        ].join(""),
      });
    }));

  test("spreadsheets know their encoding and delimiter, and what they save is read", () =>
    withService(async (service) => {
      const header = lienHeader.replaceAll(",", ";");
      const row = (vin: string, bank: string) => `${vin};${bank};active;2026-11-01\n`;
      const text = `${header}${row(vins[0], "Bank Köln")}${row("X", '"Bank; Köln"')}`;
      const rows = await kept(service, "liens.csv", Buffer.from(text, "latin1"));
      expect(rows.text).toBe(
        `\ufeff${header.trim()};vingate_reason\n${row("X", '"Bank; Köln"').trim()};${quoted(modern)}\n`,
      );
      // A spreadsheet saves it in its own encoding, with its own ends of lines.
      const saved = rows.text.slice(1).replace("X;", `${vins[1]};`).replaceAll("\n", "\r\n");
      using folder = temporaryFolder();
      const file = join(folder.path, "corrected.csv");
      writeFileSync(file, Buffer.from(saved, "latin1"));
      const merged = await importFile(service.app.database, liens, file, { mode: "merge" });
      expect([merged.rows_accepted, merged.rows_kept, merged.rows_rejected]).toEqual([1, 1, 0]);
    }));

  test("a file without rejected rows has none", () =>
    withService(async (service) => {
      expect((await kept(service, "liens.csv", lienHeader + lienRow(vins[0], "Acme"))).beside).toEqual([]);
    }));

  test("compressed files, other encodings and delimiters, and workbooks become tables in UTF-8", () =>
    withService(async (service) => {
      const row = (vin: string) => `${vin};Müller;active;2026-11-01\n`;
      const text = lienHeader.replaceAll(",", ";") + row(vins[0]) + row("X");
      const tableBy = (delimiter: string) => {
        const head = ["vin", "liens.1.lienholder", "liens.1.status", "as_of", "vingate_reason"];
        const cells = ["X", "Müller", "active", "2026-11-01", quoted(modern)];
        return `\ufeff${head.join(delimiter)}\n${cells.join(delimiter)}\n`;
      };
      const table = tableBy(";");
      expect((await kept(service, "a.csv.gz", gzipSync(text))).text).toBe(table);
      expect((await kept(service, "a.csv", Buffer.from(text, "latin1"))).text).toBe(table);
      const cell = (one: string) => `<c t="inlineStr"><is><t>${one}</t></is></c>`;
      const rows = text
        .trimEnd()
        .split("\n")
        .map((line) => line.split(";").map(cell).join(""));
      const sheet = rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join("");
      expect((await kept(service, "a.xlsx", workbookOf({ sheets: { Data: sheet } }))).text).toBe(
        tableBy(","),
      );
    }));

  test("lines of JSON stay as they are, those that are none become a member", () =>
    withService(async (service) => {
      const lines = [
        `{"vin":"${vins[0]}","liens":[{"lienholder":"Acme","status":"active"}],"as_of":"2026-11-01"}`,
        ' {"vin": "X", "number": 12345678901234567890}\r',
        "",
        "{}",
        '{"vin": "Y"',
      ].join("\n");
      const { beside, text } = await kept(service, "liens.ndjson", lines);
      expect(beside).toEqual(["liens.ndjson.rows.ndjson"]);
      const rows = text.trimEnd().split("\n");
      expect(rows[0]).toStartWith('{"vin": "X", "number": 12345678901234567890,"vingate_reason":"number ');
      expect(rows[1]).toStartWith('{"vingate_reason":"vin ');
      expect(JSON.parse(rows[2]!)).toEqual({
        vingate_row: '{"vin": "Y"',
        vingate_reason: expect.stringContaining("not JSON"),
      });
      expect(rows.length).toBe(3);
    }));

  test("objects of an array become lines of JSON", () =>
    withService(async (service) => {
      const good = JSON.stringify({ vin: vins[0], liens: [], as_of: "2026-11-01" });
      const { beside, text } = await kept(service, "liens.json", `[${good},{"vin":"X"},5]`);
      expect([beside, text]).toEqual([
        ["liens.json.rows.ndjson"],
        `{"vin":"X","vingate_reason":${JSON.stringify(modern)}}\n{"vingate_row":"5","vingate_reason":"not a JSON object"}\n`,
      ]);
    }));

  test("rows that are corrected are imported alone, and their reasons are ignored", () =>
    withService(async (service) => {
      const { database } = service.app;
      const text = `${lienHeader}${lienRow(vins[0], "Acme")}${lienRow("X", "Beta")}`;
      const { text: rows } = await kept(service, "liens.csv", text);
      const corrected = rows.replace("X,", `${vins[1]},`);
      const summary = await importText(database, liens, corrected, { mode: "merge" });
      expect([summary.rows_accepted, summary.rows_kept, summary.rows_rejected]).toEqual([1, 1, 0]);
      const objects = `${JSON.stringify({ vin: vins[2], liens: [], as_of: "2026-11-01", vingate_reason: "why" })}\n`;
      expect((await importText(database, liens, objects, { mode: "merge" })).rows).toBe(3);
      // A row that is rejected again has its new reason alone.
      const again = await kept(service, "again.csv", `${rows}${lienRow(vins[0], "Acme").trimEnd()},\n`);
      expect(again.text).toBe(rows);
    }));

  test("an import that is refused for its rejects keeps them, and says where", () =>
    withService(async (service) => {
      using folder = temporaryFolder();
      const file = join(folder.path, "liens.csv");
      writeFileSync(file, `${lienHeader}${lienRow(vins[0], "Acme")}${lienRow("X", "Beta")}`);
      const options = { rejectFile: `${file}.rejects.csv`, rejectLimit: { rows: 0 } };
      await expect(importFile(service.app.database, liens, file, options)).rejects.toThrow(
        `all are in ${file}.rejects.csv; to correct them, ${file}.rows.csv has their rows`,
      );
      expect(readFileSync(`${file}.rows.csv`, "utf8")).toContain("X,Beta,active");
    }));

  test("rows of many batches have their own reasons", () =>
    withService(async (service) => {
      const plates = recordsSource(plateRecords, { yearMax: 2028 });
      const many = Array.from({ length: 12_000 }, (_, at) =>
        at % 5000 === 4321 ? `P${at},XX,${vins[0]}\n` : `P${at},CA,${vins[0]}\n`,
      );
      using folder = temporaryFolder();
      const rejectFile = join(folder.path, "plates.csv.rejects.csv");
      await importText(service.app.database, plates, `license,state,vin\n${many.join("")}`, {
        ...all,
        rejectFile,
      });
      const rows = readFileSync(join(folder.path, "plates.csv.rows.csv"), "utf8").split("\n");
      expect(rows.map((row) => row.split(",")[0])).toEqual(["\ufefflicense", "P4321", "P9321", ""]);
    }));

  test("the operation sends them, and a sweep deletes them after 30 days", () =>
    withService(async (service) => {
      const { ask, put, ended } = datasetCaller(() => service);
      const got = await put(
        `${lienHeader}${lienRow(vins[0], "Acme")}${lienRow("X", "Beta")}`,
        "?max_rejects=1",
      );
      const { id } = await ended(got);
      const rows = await ask("GET", `/imports/${id}/rejects?as=rows`);
      expect([rows.status, rows.headers.get("content-type"), rows.text]).toEqual([
        200,
        "text/csv; charset=utf-8",
        `vin,liens.1.lienholder,liens.1.status,as_of,vingate_reason\nX,Beta,active,2026-11-01,${quoted(modern)}\n`,
      ]);
      expect(rows.headers.get("content-disposition")).toBe('attachment; filename="lien.rows.csv"');
      const { id: json } = await ended(await put('{"vin":"X"}\n', "?max_rejects=1"));
      const objects = await ask("GET", `/imports/${json}/rejects?as=rows`);
      expect([objects.headers.get("content-type"), objects.text]).toEqual([
        "application/x-ndjson; charset=utf-8",
        `{"vin":"X","vingate_reason":${JSON.stringify(modern)}}\n`,
      ]);
      const { id: none } = await ended(await put(lienHeader + lienRow(vins[0], "Acme")));
      expect((await ask("GET", `/imports/${none}/rejects?as=rows`)).body).toMatchObject({
        detail: "The import has no rejected rows.",
      });
      const folder = join(service.app.config.dataDir, "imports");
      const files = () => readdirSync(folder).sort();
      expect(files()).toEqual(
        [`${id}.rejects.csv`, `${id}.rows.csv`, `${json}.rejects.csv`, `${json}.rows.ndjson`].sort(),
      );
      const now = Date.now();
      await sweepUploads(service.app.database, folder, now + 29 * dayMs);
      expect(files().length).toBe(4);
      await sweepUploads(service.app.database, folder, now + 31 * dayMs);
      expect(files()).toEqual([]);
    }));

  test("an erasure deletes the files that have the subject", () => {
    using folder = temporaryFolder();
    const write = (name: string, text: string) => {
      const file = join(folder.path, name);
      writeFileSync(file, text);
      return file;
    };
    const long = `${"x".repeat(2 ** 20 - 10)},`;
    const mine = [
      write("a.rows.csv", "vin\n5j6rw2h59-jl990075,wrong\n"),
      write("b.rejects.csv", `${long}5J6RW2H59JL990075\n`),
      write("c.rows.ndjson", '{"vin":"5J6RW2H59JL990075"}\n'),
    ];
    const others = [write("d.rows.csv", "5J6RW2H59JL990076\n"), write("e.upload", "5J6RW2H59JL990075\n")];
    const vin = erasedSubject("vin", vins[2]);
    expect(eraseRejects(folder.path, vin, true)).toBe(3);
    expect([...mine, ...others].every((file) => existsSync(file))).toBe(true);
    expect(eraseRejects(folder.path, vin, false)).toBe(3);
    expect([...mine, ...others].map((file) => existsSync(file))).toEqual([false, false, false, true, true]);
    expect(eraseRejects(join(folder.path, "none"), vin, false)).toBe(0);
  });
});
