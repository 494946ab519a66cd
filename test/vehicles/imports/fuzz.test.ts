import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { ImportError } from "../../../src/vehicles/imports/input/import-error.ts";
import { upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { importText } from "./importing.ts";
import { liens } from "./liens.ts";
import { intact, mutated } from "./mutated.ts";

/** As many as `VINGATE_FUZZ` says; a few where it says nothing. */
const files = Number(process.env.VINGATE_FUZZ ?? 400);

test(`${files} damaged inputs: each is imported or refused with words, and no table is left half loaded`, async () => {
  const db = await openDatabase({ file: ":memory:" });
  await upgradeSchema(db);
  await importText(db, liens, intact);
  let imported = 0;
  for (let index = 0; index < files; index += 1) {
    const told = await importText(db, liens, mutated(index), { rejectLimit: { rows: 2 } }).catch(
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
