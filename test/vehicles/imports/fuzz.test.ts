import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { ImportError } from "../../../src/vehicles/imports/input/import-error.ts";
import { upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { migrations } from "../../database/migrations.ts";
import { importText } from "./importing.ts";
import { liens } from "./liens.ts";
import { intact, mutated } from "./mutated.ts";

/** `VINGATE_FUZZ` sets more. */
const files = Number(process.env.VINGATE_FUZZ ?? 400);

test(`${files} damaged inputs are imported or refused; no table is half loaded`, async () => {
  const db = await openDatabase({ file: ":memory:" });
  await upgradeSchema(db, migrations);
  await importText(db, liens, intact);
  let imported = 0;
  for (let index = 0; index < files; index += 1) {
    const result = await importText(db, liens, mutated(index), { rejectLimit: { rows: 2 } }).catch(
      (error: Error) => error,
    );
    if (result instanceof Error)
      expect([index, result instanceof ImportError, result.message]).toEqual([index, true, result.message]);
    else {
      imported += 1;
      const reasons = Object.values(result.rejected).reduce((sum, count) => sum + count, 0);
      expect([index, result.rows, reasons]).toEqual([
        index,
        result.rows_read - result.rows_rejected,
        result.rows_rejected,
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
