import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bulletinsAddress, bulletinsSource } from "../../../src/vehicles/imports/sources/nhtsa/bulletins.ts";
import { investigationsSource } from "../../../src/vehicles/imports/sources/nhtsa/investigations.ts";
import { safetyRatingsSource } from "../../../src/vehicles/imports/sources/nhtsa/safety-ratings.ts";
import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { bulletinRow, investigationRow, ratingColumns, ratingRow, ratingTable } from "./nhtsa-files.ts";
import { loadFile, storedRecords } from "./stored-records.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`NHTSA's files beside recalls on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const load = (source: Source, text: string, more: object = {}) => loadFile(service, source, text, more);
    const stored = (source: Source) => storedRecords(service, source);

    test("an investigation is one record for each vehicle", async () => {
      for (const width of [10, 11]) {
        const text = [
          investigationRow("PE14016", "AIR BAGS:FRONTAL", {}, width),
          investigationRow("PE14016", "AIR BAGS", {}, width),
          investigationRow("PE14016", "AIR BAGS", { 3: "CIVIC", 8: "", 9: "" }, width),
          investigationRow("EA15001", "AIR BAGS", { 4: 9999 }, width),
        ].join("");
        const summary = await load(investigationsSource, text);
        expect([summary.rows, summary.passed_over]).toEqual([
          2,
          { "investigations without a model year": 1 },
        ]);
        const record = {
          subject: "Inflator rupture",
          manufacturer: "Honda (American Honda Motor Co.)",
          summary:
            width === 10 ? "" : 'The Office of Defects Investigation opened it after reports of "ruptures".',
          opened: "2014-06-11",
        };
        expect(await stored(investigationsSource)).toEqual({
          "2003 | HONDA | ACCORD | PE14016": {
            ...record,
            component: "AIR BAGS:FRONTAL; AIR BAGS",
            closed: "2015-03-12",
            campaign: "15V153000",
          },
          "2003 | HONDA | CIVIC | PE14016": { ...record, component: "AIR BAGS", closed: "", campaign: "" },
        });
      }
      await expect(load(investigationsSource, "a,b\n")).rejects.toThrow("flat file of investigations");
    });

    test("a file of five years' bulletins replaces those years alone", async () => {
      const old = bulletinRow(10001, "BRAKES", { 3: 20121230, 5: 20121201 });
      const first = await load(
        bulletinsSource,
        [
          bulletinRow(10180001, "ENGINE"),
          bulletinRow(10180001, "STEERING"),
          bulletinRow(10180001, "ENGINE", { 10: 2004, 14: "x".repeat(1001) }),
          bulletinRow(10180002, "ENGINE", { 10: 9999 }),
          bulletinRow(10180003, "BRAKES"),
        ].join(""),
      );
      expect([first.rows, first.passed_over]).toEqual([3, { "bulletins without a model year": 1 }]);
      const record = {
        document: "SB-20-001",
        type: "Service Bulletin/Repair Instructions",
        summary: 'The "sensor" is replaced.',
        sent: "2020-12-31",
        received: "2021-01-05",
      };
      const newer = {
        "2003 | HONDA | ACCORD | 2020-2024 | 10180001": { ...record, component: "ENGINE; STEERING" },
        "2004 | HONDA | ACCORD | 2020-2024 | 10180001": {
          ...record,
          component: "ENGINE",
          summary: `${"x".repeat(999)}…`,
        },
        // Another of the same vehicle and years.
        "2003 | HONDA | ACCORD | 2020-2024 | 10180003": { ...record, component: "BRAKES" },
      };
      expect(await stored(bulletinsSource)).toEqual(newer);
      const second = await load(bulletinsSource, old);
      expect([second.rows, second.rows_kept]).toEqual([4, 3]);
      const third = await load(bulletinsSource, bulletinRow(10180003, "ENGINE"));
      expect([third.rows, third.rows_kept]).toEqual([2, 1]);
      expect(Object.keys(await stored(bulletinsSource))).toEqual([
        "2003 | HONDA | ACCORD | 2010-2014 | 10001",
        "2003 | HONDA | ACCORD | 2020-2024 | 10180003",
      ]);
    });

    test("ratings are numbers, without tested VINs, and misspelled equipment is read", async () => {
      const table = ratingTable(
        ratingRow(),
        ratingRow(),
        ratingRow({
          DRIVE_TRAIN: "fwd",
          PRODUCTION_RELEASE: "2",
          OVERALL_STARS: "0",
          ROLLOVER_POSSIBILITY: "0",
          TIP: "Tip",
        }),
        ratingRow({
          MODEL_YR: "2026",
          DRIVE_TRAIN: "4x4",
          NHTSA_FCW_EVALUATION: "Only Standard Meets Performance Criteria",
          FRNT_COLLISION_WARNING: "Standard & Optional",
          NHTSA_LDW_EVALUATION: "Does Not Meet Performance Criteria",
          CRASH_IMMINENT_BRAKE: "Standard",
          NHTSA_CIB_EVALUATION: "Test Pending",
          DYNAMIC_BRAKE_SUPPORT: "Standard",
          NHTSA_DBS_EVALUATION: "Meets Performance Criteria",
        }),
        ratingRow({ MODEL_YR: "" }),
      );
      const summary = await load(safetyRatingsSource, table, { rejectLimit: { rows: 1 } });
      expect([summary.rows, summary.rejected, summary.passed_over]).toEqual([
        3,
        { "MODEL_YR must be a model year": 1 },
        { "rows of a vehicle, body, drive and release that are listed before": 1 },
      ]);
      const record = {
        body_style: "SUV",
        drive: "AWD",
        release: 1,
        overall_stars: 5,
        front_stars: 4,
        front_driver_stars: 5,
        front_passenger_stars: 4,
        side_stars: 5,
        side_driver_stars: 5,
        side_passenger_stars: 5,
        rollover_stars: 4,
        rollover_percent: 16.4,
        tips: false,
        technologies: [
          { name: "Forward collision warning", equipment: "standard", criteria: "meets" },
          { name: "Lane departure warning", equipment: "optional", criteria: "does_not_meet" },
        ],
        notes: ["The roof buckled, and the windshield separated."],
      };
      const { overall_stars: _, rollover_percent: __, ...unrated } = record;
      expect(await stored(safetyRatingsSource)).toEqual({
        "2018 | HONDA | CR-V | SUV AWD": record,
        "2018 | HONDA | CR-V | SUV FWD release 2": { ...unrated, drive: "FWD", release: 2, tips: true },
        "2026 | HONDA | CR-V | SUV 4WD": {
          ...record,
          drive: "4WD",
          technologies: [
            {
              name: "Forward collision warning",
              equipment: "standard_and_optional",
              criteria: "standard_meets",
            },
            { name: "Lane departure warning", equipment: "optional", criteria: "does_not_meet" },
            { name: "Crash imminent braking", equipment: "standard", criteria: "pending" },
            { name: "Dynamic brake support", equipment: "standard", criteria: "meets" },
          ],
        },
      });
      await expect(load(safetyRatingsSource, "MAKE,MODEL\nA,B\n")).rejects.toThrow("Safercar_data.csv");
    });
  });
}

test("the real table of ratings has 128 columns", () => {
  expect([ratingColumns.length, new Set(ratingColumns).size]).toEqual([128, 128]);
});

test("bulletins come from the file of the current five years", () => {
  expect(
    ["2025-01-02", "2026-11-27", "2029-12-31", "2030-01-01"].map((day) => bulletinsAddress(new Date(day))),
  ).toEqual(
    ["2025-2025", "2025-2026", "2025-2029", "2030-2030"].map(
      (years) => `https://static.nhtsa.gov/odi/ffdd/tsbs/TSBS_RECEIVED_${years}.zip`,
    ),
  );
});
