import { expect, test } from "bun:test";
import { createLog } from "../../../src/base/log.ts";
import { sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { startComparisons } from "../../../src/vehicles/watches/comparison/comparisons.ts";
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { testPackFolder } from "../../vin/shared-pack.ts";
import { addSubscription, lienRow, load, takeEvents, vinAt, watch } from "./watched.ts";

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `a node's thread compares watched VINs after a swap (${kind.dialect})`,
    async () => {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      await upgradeSchema(db);
      await addSubscription(db, "s1");
      const vins = Array.from({ length: 50 }, (_, at) => vinAt(at));
      await watch(db, "s1", vins);
      const lines: string[] = [];
      const end = startComparisons({
        database: db,
        databaseOptions: fresh.options,
        dataDir: testPackFolder,
        clock: Date.now,
        log: createLog(Date.now, (line) => void lines.push(line)),
        everyMs: 50,
      });
      for (const holder of ["A", "B"]) {
        await load(
          db,
          lienRecords,
          vins.map((vin) => lienRow(vin, holder)),
        );
        await until(async () => !(await db.get(sql`select id from dataset_swap`)), "the swap is compared");
        expect((await takeEvents(db)).map(({ vin }) => vin)).toEqual(vins);
      }
      await until(() => lines.length === 2, "both comparisons are logged");
      await end();
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
        lines.map(() => ({
          time: expect.any(String),
          level: "info",
          event: "compared watched VINs",
          family: "lien",
          watches: 50,
          events: 50,
          seconds: expect.any(Number),
        })),
      );
      await fresh.end();
    },
  );
