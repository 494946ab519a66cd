import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recallCampaigns } from "../../../src/vehicles/families/apis/open-recall.ts";
import {
  recallCompletionsSource,
  recallsSource,
} from "../../../src/vehicles/imports/sources/nhtsa/recalls.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { removeRecords } from "../load-records.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { flatRow } from "./flat-row.ts";
import { importText } from "./importing.ts";

const accord = "1HGCM82633A004352";

const recall = {
  nhtsa_campaign_number: "14V351000",
  manufacturer: "HONDA (AMERICAN HONDA MOTOR CO.)",
  component: "AIR BAGS:FRONTAL:DRIVER SIDE:INFLATOR MODULE; AIR BAGS",
  summary:
    'HONDA IS RECALLING CERTAIN VEHICLES; UPON DEPLOYMENT OF THE "DRIVER" AIR BAG, EXCESSIVE PRESSURE MAY RUPTURE THE INFLATOR.',
  consequence: "A RUPTURED INFLATOR MAY STRIKE OCCUPANTS.",
  remedy: "DEALERS WILL REPLACE THE INFLATOR.",
  notes: "",
  report_received_date: "2014-06-19",
  park_it: false,
  park_outside: false,
  over_the_air_update: false,
};
const line = { matched_model: "ACCORD", match: "exact" };
const inflator = "AIR BAGS:FRONTAL:DRIVER SIDE:INFLATOR MODULE";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`NHTSA's recalls on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    const answered = async () => {
      forgetDatasets(service.app.database);
      const got = await who.lookUp(`/open-recall/${accord}`);
      return [got.headers.get("x-data-source"), (got.body as { data: { recalls: unknown } }).data.recalls];
    };
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    test("flat files of any age are found by VIN", async () => {
      const { database } = service.app;
      for (const [width, more, flags] of [
        [24, {}, {}],
        [27, {}, {}],
        [29, { 28: "Yes", 29: "No" }, { park_it: true }],
      ] as const) {
        const text = [
          flatRow("ACCORD", inflator, more, width),
          flatRow("CIVIC", inflator, more, width),
          flatRow("ACCORD", "AIR BAGS", more, width),
          flatRow("TIRE", "TIRES", { ...more, 2: "14T001000", 11: "T" }, width),
          flatRow("PILOT", "AIR BAGS", { ...more, 2: "14V352000", 5: "9999" }, width),
          flatRow("CIVIC", "BRAKES", { ...more }, width),
        ].join("");
        const { rows, rows_rejected, passed_over } = await importText(database, recallsSource, text, {
          version: "2026-11",
        });
        expect([rows, rows_rejected, passed_over]).toEqual([
          2,
          0,
          {
            "recalls of equipment, tires and child seats": 1,
            "recalls without a model year": 1,
          },
        ]);
        expect(await answered()).toEqual([
          "nhtsa-recalls 2026-11",
          [{ ...recall, ...flags, ...line, recall_status: "unknown" }],
        ]);
      }
    });

    test("a file of one half keeps the campaigns of the other", async () => {
      const { database } = service.app;
      const file = (numbers: readonly string[]) =>
        numbers.map((number) => flatRow("ACCORD", "AIR BAGS", { 2: number })).join("");
      const load = (numbers: readonly string[]) =>
        importText(database, recallsSource, file(numbers), { version: "2026-11" });
      const campaigns = async () =>
        ((await answered())[1] as { nhtsa_campaign_number: string }[]).map(
          (one) => one.nhtsa_campaign_number,
        );
      await load(["14V351000", "15V001000", "16V001000"]);
      const old = await load(["03V455000", "99V001000", "09V999000"]);
      expect([old.rows, old.rows_kept]).toEqual([6, 3]);
      expect((await campaigns()).sort()).toEqual([
        "03V455000",
        "09V999000",
        "14V351000",
        "15V001000",
        "16V001000",
        "99V001000",
      ]);
      // Every day's file of campaigns since 2010 replaces those, and no others.
      const daily = await load(["14V351000", "26V001000"]);
      expect([daily.rows, daily.rows_kept]).toEqual([5, 3]);
      expect((await campaigns()).sort()).toEqual([
        "03V455000",
        "09V999000",
        "14V351000",
        "26V001000",
        "99V001000",
      ]);
      // A file of all campaigns replaces all.
      expect((await load(["03V455000", "14V351000"])).rows).toBe(2);
      expect((await campaigns()).sort()).toEqual(["03V455000", "14V351000"]);
      await removeRecords(database, recallCampaigns);
    });

    test("the API's responses make the same record; completions are added", async () => {
      const { database } = service.app;
      const results = [
        {
          Manufacturer: recall.manufacturer,
          NHTSACampaignNumber: recall.nhtsa_campaign_number,
          parkIt: false,
          parkOutSide: false,
          overTheAirUpdate: false,
          ReportReceivedDate: "19/06/2014",
          Component: recall.component,
          Summary: recall.summary,
          Consequence: recall.consequence,
          Remedy: recall.remedy,
          Notes: "",
          ModelYear: "2003",
          Make: "HONDA",
          Model: "ACCORD",
        },
      ];
      const answer = { Count: 1, Message: "Results returned successfully", results };
      await importText(database, recallsSource, JSON.stringify(answer), { version: "api" });
      expect(await answered()).toEqual([
        "nhtsa-recalls api",
        [{ ...recall, ...line, recall_status: "unknown" }],
      ]);
      await importText(database, recallCompletionsSource, `vin,nhtsa_campaign_number\n${accord},14V351000\n`);
      expect((await answered())[1]).toEqual([{ ...recall, ...line, recall_status: "completed" }]);
      await expect(importText(database, recallsSource, '{"Count":0}')).rejects.toThrow("recalls API");
      await expect(importText(database, recallsSource, "a,b\n1,2\n")).rejects.toThrow("flat file of recalls");
    });
  });
}
