import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recallCampaigns, recallCompletions } from "../../../src/vehicles/families/apis/open-recall.ts";
import type { VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, problem, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { load, unload } from "./records.ts";

const accord = "1HGCM82633A004352";
const other = "1HGCM82633A004353";
// A hybrid and a gasoline Accord of 2006.
const hybrid = "1HGCN36446R559647";
const gasoline = "1HGCM81646X253357";

const campaign = (number: string, date: string, more: object = {}): VehicleRow => ({
  year: 2003,
  names: ["HONDA", "ACCORD", number],
  record: {
    nhtsa_campaign_number: number,
    manufacturer: "Honda (American Honda Motor Co.)",
    component: "AIR BAGS",
    summary: "It may rupture.",
    consequence: "It may injure.",
    remedy: "It is replaced.",
    notes: "",
    report_received_date: date,
    park_it: false,
    park_outside: false,
    over_the_air_update: false,
    ...more,
  },
});

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`open recalls on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
      await load(service, recallCampaigns, [
        campaign("14V351000", "2014-06-19"),
        campaign("19V182000", "2019-03-07", { park_it: true }),
        { ...campaign("15V001000", "2015-01-01"), names: ["HONDA", "CIVIC", "15V001000"] },
        { ...campaign("16V001000", "2016-01-01"), year: 2004 },
      ]);
    });
    afterAll(() => service.end());
    const statuses = async (vin: string) => {
      const { body } = await caller.lookUp(`/open-recall/${vin}`);
      const { recalls } = (body as { data: { recalls: Record<string, unknown>[] } }).data;
      return recalls.map((one) => [one.nhtsa_campaign_number, one.recall_status]);
    };

    test("lists the model's campaigns, latest first, with unknown status", async () => {
      const got = await caller.lookUp(`/open-recall/${accord}`);
      expect([got.headers.get("x-data-source"), got.headers.get("x-match")]).toEqual(["sample 1", "exact"]);
      const recall = (number: string, date: string, more: object = {}) => ({
        ...campaign(number, date, more).record,
        matched_model: "ACCORD",
        match: "exact",
        recall_status: "unknown",
      });
      expect(got.body).toEqual({
        status: "success",
        data: {
          vin: accord,
          year: "2003",
          make: "HONDA",
          model: "ACCORD",
          recall_count: 2,
          matched_models: [{ make: "HONDA", model: "ACCORD", match: "exact", note: "" }],
          recalls: [recall("19V182000", "2019-03-07", { park_it: true }), recall("14V351000", "2014-06-19")],
        },
      });
    });

    test("reports the status of this vehicle only", async () => {
      await load(service, recallCompletions, [
        { vin: accord, id: "14V351000", record: { recall_status: "completed" } },
        { vin: accord, id: "19V182000", record: { recall_status: "open" } },
      ]);
      expect(await statuses(accord)).toEqual([
        ["19V182000", "open"],
        ["14V351000", "completed"],
      ]);
      expect(await statuses(other)).toEqual([
        ["19V182000", "unknown"],
        ["14V351000", "unknown"],
      ]);
    });

    test("says where only part of a model's lines may be concerned", async () => {
      const named = (number: string, model: string): VehicleRow => ({
        ...campaign(number, "2020-01-01"),
        year: 2006,
        names: ["HONDA", model, number],
      });
      await load(service, recallCampaigns, [
        named("20V001000", "ACCORD"),
        named("20V001000", "ACCORD HYBRID"),
        named("20V002000", "ACCORD"),
        named("20V003000", "ACCORD HYBRID"),
        named("20V004000", "CIVIC HYBRID"),
      ]);
      const found = async (vin: string) => {
        const { headers, body } = await caller.lookUp(`/open-recall/${vin}`);
        const { matched_models, recalls } = (
          body as { data: { matched_models: unknown; recalls: Record<string, string>[] } }
        ).data;
        const listed = recalls.map((one) => [one.nhtsa_campaign_number, one.matched_model, one.match]);
        return { match: headers.get("x-match"), matched_models, listed };
      };
      expect(await found(hybrid)).toEqual({
        match: "model",
        matched_models: [
          { make: "HONDA", model: "ACCORD HYBRID", match: "exact", note: "" },
          {
            make: "HONDA",
            model: "ACCORD",
            match: "model",
            note: 'The file also has "ACCORD HYBRID", which this vehicle is: a campaign of "ACCORD" may concern only other lines of the model.',
          },
        ],
        listed: [
          ["20V003000", "ACCORD HYBRID", "exact"],
          ["20V002000", "ACCORD", "model"],
          ["20V001000", "ACCORD HYBRID", "exact"],
        ],
      });
      expect(await found(gasoline)).toEqual({
        match: "exact",
        matched_models: [{ make: "HONDA", model: "ACCORD", match: "exact", note: "" }],
        listed: [
          ["20V002000", "ACCORD", "exact"],
          ["20V001000", "ACCORD", "exact"],
        ],
      });
    });

    test("no campaign means no record, no charge and no proof", async () => {
      await load(service, recallCampaigns, [{ ...campaign("16V001000", "2016-01-01"), year: 2004 }]);
      const used = await caller.used();
      const got = await caller.lookUp(`/open-recall/${accord}`);
      expect(got.body).toEqual({
        ...problem(
          "record_not_found",
          404,
          "Record not found",
          `No record of ${accord} (2003 HONDA Accord EX-V6) here. This does not prove that nothing was recalled.`,
          got,
        ),
        suggestions: [],
      });
      expect(await caller.used()).toBe(used);
      await unload(service, recallCampaigns);
      const { detail } = (await caller.lookUp(`/open-recall/${accord}`)).body as { detail: string };
      expect(detail).toBe(
        `No record of ${accord} (2003 HONDA Accord EX-V6) here. No recall-campaign data is loaded.`,
      );
    });
  });
}
