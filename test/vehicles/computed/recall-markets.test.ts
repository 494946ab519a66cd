import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recallCampaigns } from "../../../src/vehicles/families/apis/open-recall.ts";
import { campaignsAbroad } from "../../../src/vehicles/families/apis/recalls-abroad.ts";
import { undatedYear, type VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, problem, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { load } from "./records.ts";

const accord = "1HGCM82633A004352";
const civic = "19XFB2F50CE000001";

const campaign = (year: number, make: string, model: string, number: string): VehicleRow => ({
  year,
  names: [make, model, number],
  record: { summary: `${number} of ${model}`, ranges: [] },
});

const ofRange = (year: number, make: string, model: string, vins: string): VehicleRow => {
  const [vin_from, vin_to] = vins.split(" ");
  const row = campaign(year, make, model, `R/${year}/002`);
  return { ...row, record: { ...row.record, ranges: [{ built_from: "", built_to: "", vin_from, vin_to }] } };
};

const recall = (number: string, matched_model: string, match: string) => ({
  nhtsa_campaign_number: number,
  manufacturer: "",
  component: "",
  summary: `${number} of ${matched_model}`,
  consequence: "",
  remedy: "",
  notes: "",
  report_received_date: "",
  park_it: false,
  park_outside: false,
  over_the_air_update: false,
  matched_model,
  match,
});

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`recalls by market and name on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
      await load(service, recallCampaigns, [
        campaign(2012, "HONDA", "CIVIC", "20V001000"),
        campaign(2012, "HONDA", "CIVIC HYBRID", "20V002000"),
      ]);
      await load(service, campaignsAbroad.CA, [
        campaign(2003, "HONDA", "ACCORD", "2020001"),
        campaign(2012, "HONDA", "CIVIC", "2020002"),
      ]);
      const corsa = campaign(undatedYear, "VAUXHALL", "CORSA", "R/2013/001");
      const range = { built_from: "", built_to: "2013-01-31", vin_from: "", vin_to: "" };
      await load(service, campaignsAbroad.GB, [
        { ...corsa, record: { ...corsa.record, ranges: [range] } },
        campaign(2003, "HONDA", "ACCORD", "R/2003/001"),
        ofRange(2016, "VW", "CRAFTER", "WV1ZZZ2EZG6012102 WV1ZZZ2EZG6017812"),
        ofRange(2010, "CITROEN", "C8", "VF7******AZ025918 VF7******AZ030421"),
      ]);
    });
    afterAll(() => service.end());
    const ask = async (path: string) => {
      const before = await caller.used();
      const got = await caller.lookUp(path);
      return { got, body: got.body, charged: (await caller.used()) - before };
    };

    test("a campaign of one market is not shown in another", async () => {
      const numbers = async (query: string) => {
        const { body } = await ask(`/open-recall/${civic}${query}`);
        const { data } = body as { data: { recalls: Record<string, string>[] } };
        return data.recalls.map((one) => [one.nhtsa_campaign_number, one.campaign_number, one.market]);
      };
      expect(await numbers("")).toEqual([["20V001000", undefined, undefined]]);
      expect(await numbers("?market=us")).toEqual([["20V001000", undefined, undefined]]);
      expect(await numbers("?market=ca")).toEqual([["", "2020002", "CA"]]);
    });

    test("404 names the markets that have campaigns, uncharged", async () => {
      const { got, body, charged } = await ask(`/open-recall/${accord}`);
      const named = `No record of ${accord} (2003 HONDA Accord EX-V6) here.`;
      const unproven = "This does not prove that nothing was recalled.";
      const elsewhere =
        "Other markets have campaigns of its line: market=CA (Transport Canada), market=GB (DVSA).";
      expect([body, charged]).toEqual([
        {
          ...problem("record_not_found", 404, "Record not found", `${named} ${unproven} ${elsewhere}`, got),
          suggestions: [],
        },
        0,
      ]);
      const { detail } = (await ask(`/open-recall/${civic}?market=EU`)).body as { detail: string };
      expect(detail).toContain(
        "among the recalls of Safety Gate here. No recall-campaign-eu data is loaded.",
      );
      expect(detail).toContain("market=US (NHTSA), market=CA (Transport Canada).");
    });

    test("a VIN without a model is found by the ranges of its make", async () => {
      const crafter = "WV1ZZZ2EZG6015000";
      const { got, body } = await ask(`/open-recall/${crafter}?market=GB`);
      expect([got.headers.get("x-match"), body]).toEqual([
        "close",
        {
          status: "success",
          data: {
            vin: crafter,
            year: "2016",
            make: "VW",
            model: "CRAFTER",
            market: "GB",
            authority: "DVSA",
            recall_count: 1,
            matched_models: [{ make: "VW", model: "CRAFTER", match: "close", note: "" }],
            recalls: [
              {
                ...recall("", "CRAFTER", "close"),
                summary: "R/2016/002 of CRAFTER",
                market: "GB",
                authority: "DVSA",
                campaign_number: "R/2016/002",
                manufacturer_campaign_number: "",
                units_affected: "",
                url: "",
                recall_status: "unknown",
              },
            ],
          },
        },
      ]);
      const detailOf = async (path: string) => {
        const { body, charged } = await ask(path);
        const { code, detail } = body as { code: string; detail: string };
        return [code, detail, charged];
      };
      expect(await detailOf(`/open-recall/${crafter}`)).toEqual([
        "record_not_found",
        `No record of ${crafter} (2016 VOLKSWAGEN) here. This does not prove that nothing was recalled. Other markets have campaigns of its line: market=GB (DVSA).`,
        0,
      ]);
      for (const query of ["", "?market=GB"])
        expect(await detailOf(`/open-recall/WV1ZZZ2EZG6018000${query}`)).toEqual([
          "vehicle_not_found",
          "The VIN WV1ZZZ2EZG6018000 does not identify a model (2016 VOLKSWAGEN): vPIC's patterns of its manufacturer are of vehicles for North America, and do not describe it.",
          0,
        ]);
      const c8 = (await ask("/open-recall/VF7EBRHK8AZ026000?market=GB")).body as {
        data: { matched_models: unknown };
      };
      expect(c8.data.matched_models).toEqual([
        {
          make: "CITROEN",
          model: "C8",
          match: "model",
          note: 'No pattern names the VIN\'s model: it is in a range of VINs that the file gives for "C8", and other models may be in it too.',
        },
      ]);
    });

    test("another market is refused", async () => {
      const { got } = await ask(`/open-recall/${civic}?market=FR`);
      expect([got.status, JSON.stringify(got.body)]).toEqual([
        422,
        expect.stringContaining("must be one of US, CA, GB, EU"),
      ]);
    });

    test("names find their own campaigns first, and those of other lines as such", async () => {
      const { got, body, charged } = await ask("/recalls/2012/honda/civic");
      expect([got.headers.get("x-data-source"), got.headers.get("x-match"), charged]).toEqual([
        "sample 1",
        "model",
        1,
      ]);
      expect(body).toEqual({
        status: "success",
        data: {
          year: "2012",
          make: "HONDA",
          model: "Civic",
          market: "US",
          authority: "NHTSA",
          recall_count: 2,
          matched_models: [
            { make: "HONDA", model: "CIVIC", match: "exact", note: "" },
            {
              make: "HONDA",
              model: "CIVIC HYBRID",
              match: "model",
              note: 'The name does not say whether this vehicle is a "CIVIC HYBRID": the campaign may concern another line of the model.',
            },
          ],
          recalls: [recall("20V002000", "CIVIC HYBRID", "model"), recall("20V001000", "CIVIC", "exact")],
        },
      });
      const hybrid = (await ask("/recalls/2012/honda/civic%20hybrid")).body as {
        data: { model: string; matched_models: { model: string; match: string }[] };
      };
      expect([
        hybrid.data.model,
        hybrid.data.matched_models.map(({ model, match }) => [model, match]),
      ]).toEqual([
        "CIVIC HYBRID",
        [
          ["CIVIC HYBRID", "exact"],
          ["CIVIC", "model"],
        ],
      ]);
    });

    test("models that only another market has are found in it, in years that its file leaves open", async () => {
      const { body } = await ask("/recalls/2012/vauxhall/corsa?market=gb");
      expect(body).toEqual({
        status: "success",
        data: {
          year: "2012",
          make: "VAUXHALL",
          model: "CORSA",
          market: "GB",
          authority: "DVSA",
          recall_count: 1,
          matched_models: [{ make: "VAUXHALL", model: "CORSA", match: "exact", note: "" }],
          recalls: [
            {
              ...recall("", "CORSA", "exact"),
              summary: "R/2013/001 of CORSA",
              market: "GB",
              authority: "DVSA",
              campaign_number: "R/2013/001",
              manufacturer_campaign_number: "",
              units_affected: "",
              url: "",
            },
          ],
        },
      });
      const { got, charged } = await ask("/recalls/2015/vauxhall/corsa?market=gb");
      expect([got.status, charged]).toEqual([404, 0]);
    });

    test("404 suggests the nearest names, and selectors list them", async () => {
      const { body, charged } = await ask("/recalls/2012/honda/civick");
      const { status, code, suggestions } = body as { status: number; code: string; suggestions: string[] };
      expect([status, code, suggestions[0], charged]).toEqual([404, "vehicle_not_found", "CIVIC", 0]);
      const list = async (path: string) =>
        ((await ask(`/recalls/options/${path}`)).body as { data: string[] }).data;
      expect(await list("model/2012/vauxhall")).toEqual(["CORSA"]);
      expect(await list("year")).not.toContain(String(undatedYear));
    });
  });
}
