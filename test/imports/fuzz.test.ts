import { expect, test } from "bun:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/list.ts";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";
import { ImportError } from "../../src/imports/import-error.ts";
import { importText } from "./importing.ts";
import { lienHeader, lienRow, liens, vins, zipOf } from "./liens.ts";

/** As many as `VINGATE_FUZZ` says; a few where it says nothing. */
const files = Number(process.env.VINGATE_FUZZ ?? 400);

/** Numbers that are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const csv = lienHeader + vins.map((vin, at) => lienRow(vin, `"Bank, ${at} é"`)).join("");
const ndjson = vins.map((vin) => `{"vin":"${vin}","liens":[{"state":"CA"}],"as_of":"2026-11-01"}\n`).join("");
const seeds: readonly Uint8Array[] = [
  Buffer.from(csv),
  Buffer.from(ndjson),
  Buffer.from(`\ufeff${csv}`, "utf16le"),
  Buffer.from(csv, "latin1"),
  gzipSync(csv),
  zstdCompressSync(csv),
  zipOf("liens.csv", Buffer.from(csv)),
];
const tokens = [
  '"',
  ",",
  "\n",
  "\r",
  "\0",
  "{",
  "[",
  "\\",
  "\ufeff",
  "é",
  ";",
  "\t",
  "vin",
  "liens.9999.x",
  "1e999",
];

function mutate(seed: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(seed);
  for (let change = 0; change <= random(4); change += 1) {
    const at = random(bytes.length + 1);
    const end = Math.min(bytes.length, at + random(20));
    const kind = random(5);
    if (kind === 0 && at < bytes.length) bytes[at] = random(256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    else if (kind === 2) bytes = bytes.subarray(0, at);
    else if (kind === 3)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(tokens[random(tokens.length)]!),
        bytes.subarray(at),
      ]);
    else bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  }
  return bytes;
}

test(`${files} damaged inputs: each is imported or refused with words, and no table is left half loaded`, async () => {
  const db = await openDatabase({ file: ":memory:" });
  await migrate(db, migrations);
  await importText(db, liens, csv);
  let imported = 0;
  for (let index = 0; index < files; index += 1) {
    const random = randomFrom(index + 1);
    const input = mutate(seeds[index % seeds.length]!, random);
    const told = await importText(db, liens, input, { rejectLimit: { rows: 2 } }).catch(
      (error: Error) => error,
    );
    if (told instanceof Error)
      expect([index, told instanceof ImportError, told.message]).toEqual([index, true, told.message]);
    else {
      imported += 1;
      const reasons = Object.values(told.rejected).reduce((sum, count) => sum + count, 0);
      expect([index, told.rows, reasons]).toEqual([
        index,
        told.rows_read - told.rows_rejected,
        told.rows_rejected,
      ]);
    }
    const current = await db.all<{ state: string; claimed: number; rows: number }>(sql`
      select state, record_count as claimed, (select count(*) from lien_record where dataset = dataset.id) as rows
      from dataset where state <> 'previous'`);
    expect([index, current.map(({ state, claimed, rows }) => [state, claimed === rows && rows > 0])]).toEqual(
      [index, [["current", true]]],
    );
  }
  expect(imported).toBeGreaterThan(files / 20);
  await db.close();
}, 900_000);
