import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recallsCanadaSource } from "../../../src/vehicles/imports/sources/recalls-abroad/recalls-ca.ts";
import { recallsEuropeSource } from "../../../src/vehicles/imports/sources/recalls-abroad/recalls-eu.ts";
import { recallsBritainSource } from "../../../src/vehicles/imports/sources/recalls-abroad/recalls-uk.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";
import {
  type BritishRow,
  britishFile,
  type CanadianRow,
  canadianFile,
  type EuropeanAlert,
  europeanReport,
} from "./recalls-abroad-files.ts";

const accord = "1HGCM82633A004352";
const vehicle = { vin: accord, year: "2003", make: "HONDA", model: "ACCORD" };

const campaign = {
  nhtsa_campaign_number: "",
  manufacturer: "HONDA",
  component: "ENGINE MAY STALL",
  summary: "The fuel pump may fail.",
  consequence: "",
  remedy: "Replace the pump.",
  notes: "Accord 2.4  saloon",
  report_received_date: "2005-05-24",
  park_it: false,
  park_outside: false,
  over_the_air_update: false,
};
const line = { matched_model: "ACCORD", match: "exact", recall_status: "unknown" };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`recalls of other authorities on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    const answered = async (market: string, vin = accord) => {
      forgetDatasets(service.app.database);
      const got = await who.lookUp(`/open-recall/${vin}?market=${market}`);
      return { source: got.headers.get("x-data-source"), status: got.status, body: got.body };
    };
    const numbers = async (market: string, vin = accord) => {
      const { body } = await answered(market, vin);
      const { data } = body as { data?: { recalls: readonly { campaign_number: string }[] } };
      return data?.recalls.map(({ campaign_number }) => campaign_number).sort() ?? [];
    };
    const importCanada = (rows: readonly CanadianRow[], width?: number) =>
      importText(service.app.database, recallsCanadaSource, canadianFile(rows, width), {
        version: "2026-11",
      });
    const importBritain = (rows: readonly BritishRow[]) =>
      importText(service.app.database, recallsBritainSource, britishFile(rows), { version: "2026-11" });
    const importEurope = (day: string, alerts: readonly EuropeanAlert[]) =>
      importText(service.app.database, recallsEuropeSource, europeanReport(day, alerts), {
        version: "2026-11",
      });

    test("Transport Canada's rows of a campaign become one record per model and year", async () => {
      const { rows, rows_rejected, passed_over } = await importCanada([
        {},
        { system: "Engine" },
        { category: "SUV" },
        { model: "CR-V", category: "SUV" },
        { number: "2014300", category: "Tire", model: "ALL SEASON" },
        { number: "2014301", model: "" },
        { number: "2014302", year: "" },
      ]);
      expect([rows, rows_rejected, passed_over]).toEqual([
        2,
        0,
        {
          "recalls of equipment, tires and child seats": 1,
          "recalls without a make or model": 1,
          "recalls without a model year": 1,
        },
      ]);
      expect(await answered("CA")).toEqual({
        source: "transport-canada-recalls 2026-11",
        status: 200,
        body: {
          status: "success",
          data: {
            ...vehicle,
            market: "CA",
            authority: "Transport Canada",
            recall_count: 1,
            matched_models: [{ make: "HONDA", model: "ACCORD", match: "exact", note: "" }],
            recalls: [
              {
                ...campaign,
                manufacturer: "HONDA CANADA",
                component: "Fuel Supply; Engine",
                summary: "On certain vehicles, the fuel pump may fail.",
                consequence: "The engine could stall.",
                remedy: "Honda will replace the pump.",
                notes: "Safety Mfr",
                report_received_date: "2014-07-16",
                market: "CA",
                authority: "Transport Canada",
                campaign_number: "2014299",
                manufacturer_campaign_number: "CA14",
                units_affected: "40915",
                url: "https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/detail.aspx?lang=eng&rn=2014299",
                ...line,
              },
            ],
          },
        },
      });
    });

    test("files of Transport Canada before 2023 have no maker, and older comments only a correction", async () => {
      const comment = "The pump may fail. Correction: Dealers will replace it. Note: This expands 2013148.";
      await importCanada([{ comment }], 15);
      const { body } = await answered("CA");
      const [recall] = (body as { data: { recalls: Record<string, string>[] } }).data.recalls;
      const { manufacturer, summary, consequence, remedy } = recall!;
      expect({ manufacturer, summary, consequence, remedy }).toEqual({
        manufacturer: "",
        summary: "The pump may fail.",
        consequence: "",
        remedy: "Dealers will replace it. Note: This expands 2013148.",
      });
    });

    test("DVSA's ranges exclude vehicles by production and VIN", async () => {
      const range = (...texts: [string, string, string, string]) => ({ range: texts });
      const { rows, passed_over } = await importBritain([
        range("1HGCM82633A004000", "1HGCM82643A005000", "01/06/2002", "31/12/2002"),
        range("1HGCM82633A009000", "1HGCM82643A009900", "01/06/2002", "31/12/2002"),
        { number: "R/2005/046", ...range("1HGCM82633A009000", "1HGCM82643A009900", "", "") },
        { number: "R/2005/047", ...range("Various", "", "01/06/2004", "31/12/2004") },
        { number: "R/2005/048", ...range("Various", "", "", "") },
        { number: "R/2001/048", ...range("Various", "", "", "31/12/2001") },
        { number: "RCOMP/2005/001" },
      ]);
      expect([rows, passed_over]).toEqual([
        7,
        { "recalls of components, wheels, tires, trailers and cycles": 1 },
      ]);
      const own = { market: "GB", authority: "DVSA", units_affected: "1234", url: "" };
      expect((await answered("gb")).body).toEqual({
        status: "success",
        data: {
          ...vehicle,
          market: "GB",
          authority: "DVSA",
          recall_count: 2,
          matched_models: [{ make: "HONDA", model: "ACCORD", match: "exact", note: "" }],
          recalls: ["R/2005/048", "R/2005/045"].map((campaign_number) => ({
            ...campaign,
            ...own,
            campaign_number,
            manufacturer_campaign_number: "3R2",
            ...line,
          })),
        },
      });
      expect(await numbers("UK", "1HGCM82633A006000")).toEqual(["R/2005/048"]);
      expect(await numbers("UK", "1HGCM82633A009500")).toEqual(["R/2005/045", "R/2005/046", "R/2005/048"]);
    });

    test("DVSA's makes are those that lookups know", async () => {
      await importBritain([
        { make: "TOYOTA (GB) PLC", model: "LEXUS RX330" },
        { number: "R/2005/046", make: "LEXUS", model: "RX" },
      ]);
      expect(await numbers("GB", "2T2HA31U85C500306")).toEqual(["R/2005/045", "R/2005/046"]);
    });

    test("Safety Gate's reports add to each other, and name several makes and models", async () => {
      const first = await importEurope("21/08/2005", [
        {},
        { number: "A12/00189/05", category: "Toys" },
        { number: "A12/00190/05", product: "Vehicle part / Brake" },
        { number: "A12/00191/05", measures: "Withdrawal of the product from the market" },
        { number: "A12/00192/05", name: "", brand: "Honda" },
      ]);
      expect([first.rows, first.passed_over]).toEqual([
        8,
        {
          "alerts of other products": 2,
          "alerts without a recall": 1,
          "alerts that name no make or model": 1,
        },
      ]);
      const second = await importEurope("28/08/2005", [
        { number: "A12/00200/05", brand: "VW - Volkswagen AG, Honda", name: "Accord", production: "" },
        { number: "A12/00201/05", production: "01.01.2004 - 31.12.2004" },
      ]);
      expect([second.rows_accepted, second.rows_kept]).toEqual([6, 8]);
      expect((await answered("EU")).body).toEqual({
        status: "success",
        data: {
          ...vehicle,
          model: "Accord",
          make: "Honda",
          market: "EU",
          authority: "Safety Gate",
          recall_count: 2,
          matched_models: [{ make: "Honda", model: "Accord", match: "exact", note: "" }],
          recalls: [
            ["A12/00200/05", "2005-08-28", "VW - Volkswagen AG, Honda"],
            ["A12/00188/05", "2005-08-21", "Honda"],
          ].map(([campaign_number, report_received_date, manufacturer]) => ({
            ...campaign,
            manufacturer,
            component: "Passenger car",
            summary: "The fuel pump may fail & the engine may stall.",
            consequence: "Injuries: Serious risk",
            remedy: "Recall of the product from end users (By: Manufacturer)",
            notes: "Notified by Germany",
            report_received_date,
            market: "EU",
            authority: "Safety Gate",
            campaign_number,
            manufacturer_campaign_number: "3R2",
            units_affected: "",
            url: "https://ec.europa.eu/safety-gate-alerts/screen/webReport/alertDetail/10001",
            ...line,
            matched_model: "Accord",
          })),
        },
      });
    });

    test("a second import of the same file changes nothing, and other files are refused", async () => {
      const { database } = service.app;
      const rows = [{}, { model: "CR-V" }];
      const { rows_checksum } = await importCanada(rows);
      const again = await importCanada(rows);
      expect([again.rows_checksum, again.changes]).toEqual([
        rows_checksum,
        { added: 0, changed: 0, removed: 0, by_year: {}, by_make: {} },
      ]);
      for (const [source, words] of [
        [recallsCanadaSource, "this is not Transport Canada's file of recalls: it has no column"],
        [recallsBritainSource, "this is not DVSA's file of recalls: it has no column"],
        [recallsEuropeSource, "this is no report of Safety Gate"],
      ] as const)
        await expect(importText(database, source, "a,b\n1,2\n")).rejects.toThrow(words);
      const short = await importText(
        database,
        recallsBritainSource,
        `${britishFile([{}])}24/05/2005,R/1\r\n`,
        {
          rejectLimit: { rows: 1 },
          dryRun: true,
        },
      );
      expect([short.rows, short.rejected]).toEqual([1, { "has 2 values, not 14": 1 }]);
    });
  });
}
