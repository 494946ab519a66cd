import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { DiskSpace } from "../../../src/base/disk-space.ts";
import { raw, sql } from "../../../src/database/sql.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import { imageRecords } from "../../../src/vehicles/families/apis/vehicle-images.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { startService } from "../../harness.ts";
import { importText } from "./importing.ts";
import { lienHeader, lienRow, liens, vins, zipOf } from "./liens.ts";

test("invalid inputs are refused with their line", async () => {
  const service = await startService();
  const { database } = service.app;
  const refusal = (input: string | Uint8Array, more: Parameters<typeof importText>[3] = {}) =>
    importText(database, liens, input, more).then(
      () => "imported",
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const whole = gzipSync(
    lienHeader +
      Array.from({ length: 9000 }, (_, at) =>
        lienRow(`1HGCM82633A${String(at).padStart(6, "0")}`, "Acme"),
      ).join(""),
  );
  const bomb = gzipSync(Buffer.concat([Buffer.from(lienHeader), Buffer.alloc(90 * 2 ** 20, "\n")]));
  expect(await refusal("")).toBe("ImportError: the input is empty: not even a header line");
  expect(await refusal(lienHeader)).toBe("ImportError: the input has no records");
  expect(await refusal("vin,holder\n")).toMatch(/^ImportError: line 1: lien has no column "holder"/);
  expect(await refusal("as_of\n")).toMatch(/^ImportError: line 1: the column "vin" of lien is missing/);
  expect(await refusal("vin,vin\n")).toMatch(
    /^ImportError: line 1: the column "vin" occurs twice, in columns 1 \("vin"\) and 2 /,
  );
  expect(await refusal(`${lienHeader}${vins[0]},"open,x,y\n`)).toMatch(
    /^ImportError: line 2: a quoted value begins here/,
  );
  expect(await refusal(whole.subarray(0, whole.length / 2))).toMatch(
    /^ImportError: the gzip data ends early/,
  );
  const hopeless = lienHeader + "?,Acme,active,\n".repeat(200_000);
  expect(await refusal(hopeless)).toMatch(/^ImportError: \d{4,6} of \d{4,6} rows were rejected/);
  expect(await refusal(bomb)).toMatch(/^ImportError: the compressed input grows more than 250-fold/);
  expect(
    await refusal(Buffer.from(`vin,as_of\n${vins[0]},é\n${vins[1]},\xff\n`, "utf8"), { encoding: "utf-8" }),
  ).toBe("imported");
  const mixed = Buffer.concat([
    Buffer.from(`vin,as_of\n${vins[0]},é\n${vins[1]},`),
    Buffer.from([0xff, 0x0a]),
  ]);
  expect(await refusal(mixed)).toMatch(/^ImportError: line 3: the text is not UTF-8/);
  expect(await refusal(zipOf("liens.csv", Buffer.from(lienHeader)).subarray(0, 60))).toMatch(
    /^ImportError: the archive ends early or is damaged/,
  );
  expect(await refusal(zipOf("readme.md", Buffer.from(lienHeader)))).toMatch(
    /^ImportError: the archive has no member/,
  );
  expect(await refusal(lienHeader + lienRow(vins[0], "A"), { sha256: "00" })).toMatch(
    /^ImportError: the input's SHA-256 is/,
  );
  await service.end();
}, 180_000);

test("rows beyond what a record may hold are rejected", async () => {
  const service = await startService();
  const { database } = service.app;
  const images = recordsSource(imageRecords, { yearMax: 2028 });
  const sales = recordsSource(saleRecords, { yearMax: 2028 });
  const rejected = async (source: typeof liens, record: object) => {
    const input = `${JSON.stringify(record)}\n`;
    const imported = await importText(database, source, input).catch((error: Error) => error.message);
    return typeof imported === "string" ? imported.replace(/^.*the first: line 1/, "line 1") : imported.rows;
  };
  const lien = (count: number, more: object = {}) => ({
    vin: vins[0],
    liens: Array.from({ length: count }, () => ({ state: "CA" })),
    ...more,
  });
  const image = (count: number, more: object = {}) => ({
    year: "2018",
    make: "Honda",
    model: "CR-V",
    trim: "EX",
    images: Array.from({ length: count }, (_, at) => ({ url: `a/${at}.jpg` })),
    ...more,
  });
  const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)]);
  const sale = (report: unknown) => ({
    ...saleRecords.example,
    data: { ...(saleRecords.example.data as object), vhr_preview: [{ report }] },
  });
  expect(await rejected(liens, lien(10_000))).toBe(1);
  expect(await rejected(liens, lien(10_001))).toBe("line 1: has more than 10,000 members");
  expect(await rejected(liens, lien(100_000))).toBe("line 1: has more than 10,000 members");
  expect(await rejected(liens, lien(8, { as_of: "x".repeat(2 ** 20) }))).toBe(
    "line 1: has more than 1 MiB as a record",
  );
  expect(await rejected(liens, lien(8, { as_of: "é".repeat(2 ** 19) }))).toBe(
    "line 1: has more than 1 MiB as a record",
  );
  expect(await rejected(images, image(2000))).toBe(1);
  expect(await rejected(images, image(2001))).toBe(
    "line 1: has more than 2,000 images and members with contact data",
  );
  expect(await rejected(images, image(1, { trim: "E".repeat(1000) }))).toBe(
    "line 1: has names of more than 2,000 characters together",
  );
  expect(await rejected(sales, sale(nested(60)))).toBe(1);
  expect(await rejected(sales, sale(nested(70)))).toBe(
    'line 1, data.vhr_preview.1 "": is nested deeper than 64 levels',
  );
  expect(await rejected(sales, sale(nested(5000)))).toMatch(/^line 1, data.vhr_preview.1 .* 64 levels$/);
  expect(await rejected(sales, sale(Array.from({ length: 10_001 }, () => 1)))).toMatch(/10,000 members$/);
  expect(await rejected(liens, lien(1, { what: nested(5000) }))).toMatch(/^line 1, what .* is not known$/);
  await service.end();
}, 180_000);

test("items that no column names leave no gap", async () => {
  const service = await startService();
  const { database } = service.app;
  const text = `vin,liens.9999.state,liens.5.state,liens.7.state\n${vins[0]},CA,NY,\n${vins[1]},TX,,\n`;
  await importText(database, liens, text);
  const rows = await database.all<{ body: Uint8Array }>(sql`select body from lien_record order by vin`);
  const states = rows.map(({ body }) =>
    [
      ...Buffer.from(body)
        .toString()
        .matchAll(/"state":"(..)"|null/g),
    ].map((match) => match[1]),
  );
  expect(states).toEqual([["NY", "CA"], ["TX"]]);
  await service.end();
}, 180_000);

test("a full disk is named, and the current records stay", async () => {
  const service = await startService();
  const { database } = service.app;
  const many =
    lienHeader +
    Array.from({ length: 20_000 }, (_, at) =>
      lienRow(`1HGCM82633A${String(at).padStart(6, "0")}`, "Acme"),
    ).join("");
  await importText(database, liens, lienHeader + lienRow(vins[0], "Acme"));
  const pages = await database.get<{ page_count: number }>(raw("pragma page_count"));
  const limit = async (most: number) => {
    // The connection that writes has the limit.
    await database.transaction((tx) => tx.all(raw(`pragma max_page_count = ${most}`)));
  };
  await limit(pages!.page_count + 50);
  await expect(importText(database, liens, many)).rejects.toThrow(
    "the disk is full; nothing has changed. Free some space and import it again",
  );
  await limit(2 ** 31);
  const disk = new DiskSpace(service.app.config.dataDir, Number.MAX_SAFE_INTEGER);
  await expect(importText(database, liens, many, { disk })).rejects.toThrow(
    "the disk has less free space than VINGATE_DISK_RESERVE keeps; nothing has changed.",
  );
  const [counted] = await database.all<{ rows: number }>(sql`select count(*) as rows from lien_record`);
  const runs = await database.all<{ state: string; error: string }>(sql`
    select state, outcome ->> 'error' as error from import_run order by started_at, id`);
  expect([counted!.rows, runs.map(({ state, error }) => [state, error?.slice(0, 21)])]).toEqual([
    1,
    [
      ["done", undefined],
      ["failed", "the disk is full; not"],
      ["failed", "the disk has less fre"],
    ],
  ] as never);
  await service.end();
}, 180_000);
