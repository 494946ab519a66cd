import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import type { Database } from "../../../database/database.ts";
import { lienRecords } from "../../../vehicles/families/apis/lien.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";
import { addSubscription, lienRow, load, takeEvents, vinAt, watch } from "./watched.ts";

/** `VINGATE_KILLS=50` runs more of them. */
const kills = Number(process.env.VINGATE_KILLS ?? 3);
const watches = (kills + 2) * 100;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`killing comparisons of watched VINs on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
      await addSubscription(db, "s1");
    });
    afterAll(() => fresh?.end());

    test(`${kills} kills: each event is written once`, async () => {
      const vins = Array.from({ length: watches }, (_, at) => vinAt(at));
      await watch(db, "s1", vins);
      await load(
        db,
        lienRecords,
        vins.map((vin) => lienRow(vin, "A")),
      );
      const options = JSON.stringify({ ...fresh.options, deadlineMs: 60_000 });
      const script = join(import.meta.dir, "comparing-process.ts");
      for (let killed = 0; killed <= kills; killed++) {
        const ends = killed === kills ? 0 : 1 + (killed % 5);
        const child = Bun.spawn([process.execPath, script, options, String(killed), String(ends)], {
          stdio: ["ignore", "inherit", "inherit"],
        });
        await child.exited;
        expect(child.signalCode).toBe(killed === kills ? null : "SIGKILL");
      }
      expect((await takeEvents(db)).map(({ vin }) => vin)).toEqual(vins);
    }, 600_000);
  });
