import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { name, raw, sql } from "../../../database/sql.ts";
import { startMovedMonths } from "./moved-months.ts";
import type { ProvedService } from "./proved-service.ts";

const columns = [
  "proof_day.credits",
  "proof_log.balance",
  "proof_month.size",
  "proof_tenure.since",
  "proof_tenure_day.credits",
  "proof_cut.to_seq",
  "credit_ledger.delta",
  "credit_balance.first_balance",
];
/** Above all numbers that a program reads exactly, and so large that the sum of two of them fits in no column. */
const added = { "too large to read": "9100000000000000", "too large to add": "9223300000000000000" };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`numbers that cannot be read, on ${kind.dialect}`, () => {
    let world: ProvedService;
    beforeAll(async () => {
      world = (await startMovedMonths(kind)).service;
    }, 120_000);
    afterAll(() => world.end());

    for (const place of columns)
      for (const [words, number] of Object.entries(added))
        test(`${place} is named where it is ${words}`, async () => {
          const { db, app } = world;
          const [table, column] = place.split(".").map(name);
          const change = (by: string) =>
            db.run(sql`update ${table!} set ${column!} = ${column!} + ${raw(by)}`);
          const rows = await change(number);
          try {
            expect(await findingsWith(db, app.config.comparisons)).toContain(
              `${place}: ${rows === 1 ? "1 row has" : `${rows} rows have`} a number beyond 2^53 - 1`,
            );
          } finally {
            await change(`-${number}`);
          }
          expect(await findingsWith(db, app.config.comparisons)).toEqual([]);
        });
  });
