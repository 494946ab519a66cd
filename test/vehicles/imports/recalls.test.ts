import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recallCompletionsSource, recallsSource } from "../../../src/vehicles/imports/sources/recalls.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
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
const inflator = "AIR BAGS:FRONTAL:DRIVER SIDE:INFLATOR MODULE";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`NHTSA's recalls on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    const answered = async () => {
      forgetDatasets(service.app.database);
      const got = await who.look(`/open-recall/${accord}`);
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
          [{ ...recall, ...flags, recall_status: "unknown" }],
        ]);
      }
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
      expect(await answered()).toEqual(["nhtsa-recalls api", [{ ...recall, recall_status: "unknown" }]]);
      await importText(database, recallCompletionsSource, `vin,nhtsa_campaign_number\n${accord},14V351000\n`);
      expect((await answered())[1]).toEqual([{ ...recall, recall_status: "completed" }]);
      await expect(importText(database, recallsSource, '{"Count":0}')).rejects.toThrow("recalls API");
      await expect(importText(database, recallsSource, "a,b\n1,2\n")).rejects.toThrow("flat file of recalls");
    });
  });
}
