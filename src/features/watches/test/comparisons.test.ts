import { expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import { until } from "../../../../test/until.ts";
import { testPackFolder } from "../../../../test/vin/shared-pack.ts";
import { createLog } from "../../../base/log.ts";
import { sql } from "../../../database/sql.ts";
import { lienRecords } from "../../../vehicles/families/apis/lien.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";
import { Comparisons } from "../comparison/comparisons.ts";
import { lastComparisons } from "../comparison/found.ts";
import { findList } from "../watch-list.ts";
import { addSubscription, lienRow, load, takeEvents, vinAt, watch } from "./watched.ts";

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `a node's thread compares watched VINs after a swap (${kind.dialect})`,
    async () => {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      await upgradeSchema(db, migrations);
      await addSubscription(db, "s1");
      const vins = Array.from({ length: 50 }, (_, at) => vinAt(at));
      await addSubscription(db, "s2");
      await watch(db, "s1", vins);
      await watch(db, "s2", vins.slice(0, 10));
      const lines: string[] = [];
      const comparisons = new Comparisons({
        database: db,
        databaseOptions: fresh.options,
        dataDir: testPackFolder,
        clock: Date.now,
        log: createLog(Date.now, (line) => void lines.push(line)),
        everyMs: 50,
      });
      comparisons.start();
      const found = async (id: string) => {
        const compared = await lastComparisons(db, (await findList(db, id))!.id);
        return compared.map(({ api, events }) => [api, Number(events)]);
      };
      for (const [holder, changed, ofOther] of [
        ["A", vins, 10],
        ["B", vins.slice(10), 0],
      ] as const) {
        const lienOf = (vin: string) => lienRow(vin, changed.includes(vin) ? holder : "A");
        await load(db, lienRecords, vins.map(lienOf));
        await until(async () => !(await db.get(sql`select id from dataset_swap`)), "the swap is compared");
        const own = (await takeEvents(db)).filter((event) => event.subscription_id === "s1");
        expect(own.map(({ vin }) => vin)).toEqual([...changed]);
        expect([await found("s1"), await found("s2")]).toEqual([
          [["lien", changed.length]],
          [["lien", ofOther]],
        ]);
      }
      await until(() => lines.length === 2, "both comparisons are logged");
      await comparisons.stop();
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
        [60, 40].map((events) => ({
          time: expect.any(String),
          level: "info",
          event: "compared watched VINs",
          family: "lien",
          watches: 60,
          events,
          seconds: expect.any(Number),
        })),
      );
      await fresh.end();
    },
  );
