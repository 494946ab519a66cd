import { expect, test } from "bun:test";
import { name, sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { oilRecords } from "../../../src/vehicles/families/apis/oil-lookup.ts";
import { recallCampaigns, recallCompletions } from "../../../src/vehicles/families/apis/open-recall.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { warningsFor } from "../../../src/vehicles/imports/jobs/row-warnings.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { kinds, startService } from "../../harness.ts";
import { testPack } from "../../vin/shared-pack.ts";
import { importText } from "./importing.ts";

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `unknown references are counted and kept (${kind.dialect})`,
    async () => {
      const service = await startService(kind);
      try {
        const db = service.app.database;
        const doubtful = async (family: RecordFamily, text: string) => {
          const tools = { database: db, pack: testPack, now: service.app.clock() };
          const warningsOf = await warningsFor(family, tools);
          const { rows, doubtful } = await importText(db, recordsSource(family, { yearMax: 2028 }), text, {
            warningsOf,
          });
          return [rows, doubtful];
        };
        const oil = (names: string) => `${names},1.5L,0W-20\n`;
        expect(
          await doubtful(
            oilRecords,
            `year,make,model,engine,oil_specs.1.viscosity\n${["2018,Honda,CR-V", "2018,Hoonda,CR-V", "2018,Honda,Zephyroid", "1975,Strange,Thing"].map(oil).join("")}`,
          ),
        ).toEqual([
          4,
          {
            "rows with a make that vPIC does not know": 1,
            "rows with a model that vPIC does not know for the make and year": 1,
          },
        ]);
        expect(
          await doubtful(
            lienRecords,
            "vin,year,make,model\n1HGCM82633A004352,2003,Honda,Accord\n1HGCM82643A004352,2003,Honda,Akkord\n5J6RW2H59JL990075,,,\n",
          ),
        ).toEqual([
          3,
          {
            "VINs with a wrong check digit": 1,
            "rows with a model that vPIC does not know for the make and year": 1,
          },
        ]);
        expect(
          await doubtful(
            plateRecords,
            "license,state,vin\nA1,CA,1HGCM82643A004352\nA2,CA,1HGCM82633A004352\n",
          ),
        ).toEqual([2, { "VINs with a wrong check digit": 1 }]);
        const sent = ["I1HGCM82633A004352", "5J6RW2H59JL99OO75", "1M8GDM9AXKPO42788", "5YJ3E1EA2KF317000"];
        expect(await doubtful(lienRecords, `vin\n${sent.join("\n")}\n`)).toEqual([
          4,
          {
            "VINs that were repaired: scanned with an I or stars, or written with O, I, Q or other alphabets": 3,
          },
        ]);
        const stored = await db.all<{ vin: string }>(sql`
          select vin from ${name(lienRecords.table)} where dataset in (
            select id from dataset where family = ${lienRecords.name} and state = 'current') order by vin`);
        expect(stored.map(({ vin }) => vin)).toEqual([
          "1HGCM82633A004352",
          "1M8GDM9AXKP042788",
          "5J6RW2H59JL990075",
          "5YJ3E1EA2KF317000",
        ]);
        const frame = await importText(
          db,
          recordsSource(lienRecords, { yearMax: 2028 }),
          "vin\nZVW30-1812701\n1HGCM82633A004352\n",
          { rejectLimit: { rows: 1 } },
        );
        expect([frame.rows, frame.rejected]).toEqual([
          1,
          {
            "vin is a frame number, not a VIN: vehicles of Japan's own market have no VIN, and NHTSA's data none of them": 1,
          },
        ]);
        expect(
          await doubtful(plateRecords, "license,state,vin\nA1,CA,ZVW30-1812701\nA2,CA,1HGCM82633A004352\n"),
        ).toEqual([2, { "frame numbers, which are no VINs and are found as they are written": 1 }]);
        const completions =
          "vin,nhtsa_campaign_number,recall_status\n1HGCM82633A004352,20V123000,completed\n1HGCM82633A004352,99V999000,completed\n";
        expect(await doubtful(recallCompletions, completions)).toEqual([2, {}]);
        expect(
          await doubtful(recallCampaigns, "year,make,model,campaign\n2003,Honda,Accord,20V-123-000\n"),
        ).toEqual([1, {}]);
        expect(await doubtful(recallCompletions, completions)).toEqual([
          2,
          { "completions of a campaign that is not loaded": 1 },
        ]);
        const spelled = await db.all<{ make: string; model: string }>(sql`
          select make, model from ${name(oilRecords.table)} order by year, make, model`);
        expect(spelled.map(({ make, model }) => `${make} ${model}`)).toEqual([
          "Strange Thing",
          "Honda CR-V",
          "Honda Zephyroid",
          "Hoonda CR-V",
        ]);
      } finally {
        await service.end();
      }
    },
    180_000,
  );
