import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import type { Database } from "../../../database/database.ts";
import { lienRecords } from "../../../vehicles/families/apis/lien.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";
import { claimMs } from "../comparison/swaps.ts";
import { writeChanges } from "../comparison/write-changes.ts";
import { addSubscription, compareAll, lienRow, load, takeEvents, vinAt, watch } from "./watched.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`ending comparisons of watched VINs on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
      for (const id of ["s1", "s2"]) await addSubscription(db, id);
    });
    afterEach(async () => {
      for (const table of ["watched_vin", "watch_list", "dataset", "lien_record"])
        await db.run({ parts: [`delete from ${table}`], values: [] });
    });
    afterAll(() => fresh?.end());

    test("an end at any statement loses no event and doubles none", async () => {
      const vins = Array.from({ length: 60 }, (_, at) => vinAt(at));
      await watch(db, "s1", vins);
      await watch(db, "s2", vins.slice(0, 30));
      await load(
        db,
        lienRecords,
        vins.map((vin) => lienRow(vin, "A")),
      );
      // Each comparison goes one statement further than the last one, until one is complete.
      let ends = 0;
      let left = 0;
      const ending = () => {
        if (left > 0) left -= 1;
        else throw new Error("killed");
      };
      for (;;)
        try {
          await compareAll(db, {
            watchesPerStep: 7,
            step: async () => ending(),
            async write(tx, now, changes) {
              await writeChanges(tx, now, changes);
              ending();
            },
          });
          break;
        } catch (error) {
          expect((error as Error).message).toBe("killed");
          ends += 1;
          left = ends;
        }
      expect(ends).toBeGreaterThan(5);
      const events = await takeEvents(db);
      const expected = vins.flatMap((vin, at) => (at < 30 ? [`${vin} s1`, `${vin} s2`] : [`${vin} s1`]));
      expect(events.map(({ vin, subscription_id }) => `${vin} ${subscription_id}`)).toEqual(expected);
    });

    test("a process that has lost its claim writes nothing more", async () => {
      const vins = Array.from({ length: 20 }, (_, at) => vinAt(at));
      await watch(db, "s1", vins);
      await load(
        db,
        lienRecords,
        vins.map((vin) => lienRow(vin, "A")),
      );
      let now = Date.now();
      const clock = () => now;
      let steps = 0;
      const half = {
        clock,
        watchesPerStep: 5,
        async step() {
          if (++steps === 2) throw new Error("killed");
        },
      };
      const slow = await compareAll(db, {
        clock,
        watchesPerStep: 5,
        async step() {
          expect(await compareAll(db, { clock })).toEqual([]);
          now += claimMs + 1;
          await expect(compareAll(db, half)).rejects.toThrow("killed");
        },
      });
      expect([slow, (await takeEvents(db)).map(({ vin }) => vin)]).toEqual([[], vins.slice(0, 15)]);
      const [ended] = await compareAll(db, { clock });
      expect(ended).toMatchObject({ watches: 5, events: 20 });
      expect((await takeEvents(db)).map(({ vin }) => vin)).toEqual(vins.slice(15));
    });
  });
