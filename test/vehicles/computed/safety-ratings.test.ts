import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { safetyRatings } from "../../../src/vehicles/families/apis/safety-ratings.ts";
import type { VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, problem, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { load, unload } from "./records.ts";

// A CR-V of 2018, whose drive no pattern states, and an X3 xDrive28i of 2013.
const crv = "5J6RW2H59JL990075";
const xDrive = "5UXWX5C59DY944251";

const rating = (model: string, drive: string, more: object = {}): VehicleRow => ({
  year: 2018,
  names: ["HONDA", model, `SUV ${drive}`],
  record: {
    body_style: "SUV",
    drive,
    release: 1,
    overall_stars: 5,
    front_stars: 4,
    front_driver_stars: 4,
    front_passenger_stars: 4,
    side_stars: 5,
    side_driver_stars: 5,
    side_passenger_stars: 5,
    rollover_stars: 4,
    rollover_percent: 16.4,
    tips: false,
    technologies: [{ name: "Forward collision warning", equipment: "standard", criteria: "meets" }],
    notes: [],
    ...more,
  },
});

const shown = (model: string, match: string, drive: string) => ({
  matched_model: model,
  match,
  ...rating(model, drive).record,
  side_pole_stars: null,
});

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`safety ratings on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
      await load(service, safetyRatings, [
        rating("CR-V", "AWD"),
        rating("CR-V", "FWD"),
        rating("HR-V", "AWD"),
        rating("CR-V HYBRID", "FWD"),
        { ...rating("X3", "AWD"), year: 2013, names: ["BMW", "X3", "SUV AWD"] },
        { ...rating("X3", "RWD"), year: 2013, names: ["BMW", "X3", "SUV RWD"] },
      ]);
    });
    afterAll(() => service.end());

    const answered = async (path: string) => {
      const { headers, body } = await caller.lookUp(`/safety-ratings/${path}`);
      return [headers.get("x-data-source"), headers.get("x-match"), body];
    };
    const answer = (data: object) => ({
      status: "success",
      data: { year: "2018", make: "HONDA", model: "CR-V", source: "sample 1", drive: "", ...data },
    });
    const own = { make: "HONDA", model: "CR-V", match: "exact", note: "" };

    test("a VIN that states its drive has the stars of that drive", async () => {
      const data = {
        vin: xDrive,
        year: "2013",
        make: "BMW",
        model: "X3",
        drive: "4WD",
        matched_models: [{ ...own, make: "BMW", model: "X3" }],
        ratings: [shown("X3", "exact", "AWD")],
      };
      expect(await answered(xDrive)).toEqual(["sample 1", "exact", answer(data)]);
    });

    test("another VIN has those of every drive, and not those of other lines", async () => {
      const ratings = [shown("CR-V", "exact", "AWD"), shown("CR-V", "exact", "FWD")];
      const data = { vin: crv, matched_models: [own], ratings };
      expect(await answered(crv)).toEqual(["sample 1", "model", answer(data)]);
    });

    test("a year, make and model has also those of lines that it may mean", async () => {
      const note =
        'The name does not say whether this vehicle is a "CR-V HYBRID": the rating may concern another line of the model.';
      const data = {
        vin: "",
        matched_models: [own, { ...own, model: "CR-V HYBRID", match: "model", note }],
        ratings: [
          shown("CR-V", "exact", "AWD"),
          shown("CR-V", "exact", "FWD"),
          shown("CR-V HYBRID", "model", "FWD"),
        ],
      };
      expect(await answered("2018/honda/cr-v")).toEqual(["sample 1", "model", answer(data)]);
    });

    test("a vehicle without a rating is an uncharged 404", async () => {
      const before = await caller.used();
      const missing = async (path: string, detail: string) => {
        const got = await caller.lookUp(`/safety-ratings/${path}`);
        const problemOf = problem("record_not_found", 404, "Record not found", detail, got);
        expect(got.body).toEqual({ ...problemOf, suggestions: [] });
      };
      await missing(
        "2018/honda/pilot",
        "No record of 2018 HONDA Pilot here. NHTSA does not test every vehicle.",
      );
      await unload(service, safetyRatings);
      await missing(crv, `No record of ${crv} (2018 HONDA CR-V EX) here. No safety-rating data is loaded.`);
      expect(await caller.used()).toBe(before);
    });
  });
}
