import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { FamilyService } from "../../../../test/gateway/family-upstreams.ts";
import { kinds } from "../../../../test/harness.ts";
import { importText } from "../../../../test/vehicles/imports/importing.ts";
import { rdwHeader, rdwRow } from "../../../../test/vehicles/imports/register-files.ts";
import { sql } from "../../../database/sql.ts";
import { auctionRecords } from "../../../vehicles/families/apis/auction.ts";
import { inspectionRecords } from "../../../vehicles/families/apis/inspections.ts";
import { saleRecords } from "../../../vehicles/families/apis/saleshistory.ts";
import { recordsSource } from "../../../vehicles/imports/sources/own-records.ts";
import { rdwSource } from "../../../vehicles/imports/sources/registers/rdw.ts";
import { forgetDatasets } from "../../../vehicles/lookups/records/datasets.ts";
import { reportOf, startReports } from "./reports.ts";

const vin = "1HGCM82633A004352";
const strangeVin = "1M8GDM9AXKP042788";
const inspectedVin = "1HGCM82633A123456";

const auction = (lot: string, day: string, odometer: string) => ({
  ...auctionRecords.example,
  vin,
  "lot-number": lot,
  "sale-date-location": { "Auction Date": day, Location: "Sacramento, CA" },
  "technical-specs": { Odometer: odometer },
});

const sale = (listing_id: string, post_date: string, odometer: object) => ({
  ...saleRecords.example,
  vin,
  post_date,
  data: { listing_id, listing_price: { price: "9800", currency: "USD" }, ...odometer },
});

const auctions = [
  auction("1", "2019-05-01", "60,000 mi"),
  auction("2", "2020-05-01", "70,000 mi"),
  auction("3", "2021-05-01", "81,000 mi (NOT ACTUAL)"),
];
const sales = [
  // The same event as the second auction's.
  sale("a", "2020-05-01 09:00:00+00:00", { odometer_km: "112654" }),
  sale("b", "2022-06-01 09:00:00+00:00", { odometer_mi: "52000" }),
  sale("c", "2023-06-01 09:00:00+00:00", { odometer_mi: "61000" }),
];

const inspection = (number: string, date: string, more: object) => ({
  vin: inspectedVin,
  number,
  date,
  ...more,
});
const inspections = [
  inspection("1", "2019-06-01", { odometer_km: "40000", result: "passed", station: "North", place: "Oslo" }),
  inspection("2", "2021-06-01", { odometer_mi: "36,000", odometer_km: "57936" }),
  inspection("3", "2023-06-01", { odometer_km: "51000" }),
  inspection("4", "2024-06-01", { odometer_km: "61000", note: "Odometer replaced" }),
  // After the clock of the service.
  inspection("5", "2031-06-01", { odometer_km: "1000" }),
];

const counted = { status: "counted", finding: null } as const;
const ofAuctions = [
  { ...counted, date: "2019-05-01", value: 60_000, unit: "mi", km: 96_561, sources: ["auction"] },
  { ...counted, date: "2020-05-01", value: 70_000, unit: "mi", km: 112_654, sources: ["auction"] },
  {
    ...counted,
    status: "not_actual",
    date: "2021-05-01",
    value: 81_000,
    unit: "mi",
    km: 130_357,
    sources: ["auction"],
  },
];
const ofBoth = [
  ofAuctions[0],
  { ...ofAuctions[1]!, sources: ["auction", "sale"] },
  ofAuctions[2],
  {
    ...counted,
    date: "2022-06-01",
    value: 52_000,
    unit: "mi",
    km: 83_686,
    sources: ["sale"],
    finding: { flag: "rollback", against: 1, below_km: 28_968 },
  },
  { ...counted, date: "2023-06-01", value: 61_000, unit: "mi", km: 98_170, sources: ["sale"] },
];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`odometers of reports on ${kind.dialect}`, () => {
    let service: FamilyService;
    beforeAll(async () => {
      service = await startReports(kind);
      const { database } = service.app;
      for (const [family, records] of [
        [auctionRecords, auctions],
        [inspectionRecords, inspections],
        [saleRecords, sales],
      ] as const)
        await importText(
          database,
          recordsSource(family, { yearMax: 2028 }),
          records.map((one) => JSON.stringify(one)).join("\n"),
        );
      const plates = [
        rdwRow({
          Kenteken: "AB123C",
          Tellerstandoordeel: "Onlogisch",
          "Code toelichting tellerstandoordeel": "04",
        }),
        rdwRow({ Kenteken: "AB124C" }),
      ];
      await importText(database, rdwSource, rdwHeader + plates.join(""));
      forgetDatasets(database);
    });
    afterAll(() => service.end());

    const odometerOf = (got: Parameters<typeof reportOf>[0]) => reportOf(got).odometer;

    test("readings of auctions and sales are one timeline, and cost what both lookups cost", async () => {
      const who = await service.customer({ credit_cost: { default: 2 } });
      const got = await service.lookUp(who, `/report/${vin}?families=auction,saleshistory`);
      expect(odometerOf(got)).toEqual({ flag: "rollback", readings: ofBoth, judgment: null });
      expect(reportOf(got).credits_charged).toBe(4);
    });

    test("parts that are not in the plan, not requested or not paid for show nothing", async () => {
      const who = await service.customer();
      const alone = await service.lookUp(who, `/report/${vin}?families=auction`);
      const own = { flag: "consistent", readings: ofAuctions, judgment: null };
      expect(odometerOf(alone)).toEqual(own);
      const poor = await service.customer({ credit_cost: { default: 16, per_api: { auction: 1 } } });
      const both = await service.lookUp(poor, `/report/${vin}?families=auction,saleshistory`);
      expect([odometerOf(both), reportOf(both).credits_charged]).toEqual([own, 1]);
      const none = await service.lookUp(who, `/report/${vin}?families=vin-decoder`);
      expect(odometerOf(none)).toBeNull();
      expect(none.text).not.toContain("52000");
    });

    test("inspections are in reports that call a history, in their units and with its price", async () => {
      const who = await service.customer({ credit_cost: { default: 2 } });
      const ofInspection = { ...counted, sources: ["inspection"] };
      const readings = [
        { ...ofInspection, date: "2019-06-01", value: 40_000, unit: "km", km: 40_000 },
        { ...ofInspection, date: "2021-06-01", value: 36_000, unit: "mi", km: 57_936 },
        {
          ...ofInspection,
          date: "2023-06-01",
          value: 51_000,
          unit: "km",
          km: 51_000,
          finding: { flag: "rollback", against: 1, below_km: 6936 },
        },
        { ...ofInspection, date: "2024-06-01", value: 61_000, unit: "km", km: 61_000, status: "replaced" },
        { ...ofInspection, date: "2031-06-01", value: 1000, unit: "km", km: 1000, status: "future" },
      ];
      // Neither history has a record of the vehicle, and what is not found costs nothing.
      const got = await service.lookUp(who, `/report/${inspectedVin}?families=auction,saleshistory`);
      expect(odometerOf(got)).toEqual({ flag: "rollback", readings, judgment: null });
      expect([reportOf(got).credits_charged, Object.keys(reportOf(got).parts)]).toEqual([
        0,
        ["auction", "saleshistory"],
      ]);
      const other = await service.lookUp(who, `/report/${inspectedVin}?families=vin-decoder`);
      expect([odometerOf(other), other.text.includes("51000")]).toEqual([null, false]);
      const poor = await service.customer({ credit_cost: { default: 16, per_api: { "vin-decoder": 1 } } });
      const refused = await service.lookUp(poor, `/report/${inspectedVin}?families=saleshistory,vin-decoder`);
      expect([odometerOf(refused), refused.text.includes("51000")]).toEqual([null, false]);
    });

    test("a history whose inspections cannot be read has no judgment, and its parts are answered", async () => {
      const who = await service.customer();
      const { database } = service.app;
      await database.run(sql`alter table inspection_record rename to inspection_away`);
      try {
        const got = await service.lookUp(who, `/report/${vin}?families=auction`);
        expect([odometerOf(got), reportOf(got).parts.auction!.status]).toEqual([null, 200]);
      } finally {
        await database.run(sql`alter table inspection_away rename to inspection_record`);
      }
      const again = await service.lookUp(who, `/report/${vin}?families=auction`);
      expect(odometerOf(again)).toEqual({ flag: "consistent", readings: ofAuctions, judgment: null });
    });

    test("a report by a Dutch plate has the register's judgment and towing masses", async () => {
      const who = await service.customer();
      const report = async (plate: string) => reportOf(await service.lookUp(who, `/report/plate/${plate}`));
      const { odometer, parts } = await report("nl/ab-123-c");
      expect(Object.keys(parts)).toEqual(["license-decoder"]);
      const { registration } = parts["license-decoder"]!.data as { registration: Record<string, unknown> };
      expect([registration.towing_braked_kg, registration.towing_unbraked_kg]).toEqual([2000, 750]);
      const judgment = { register: "NLD", as_listed: "Onlogisch", code: "04", last_year: 2025 };
      expect(odometer).toEqual({
        flag: "register_judgment",
        readings: [],
        judgment: { ...judgment, judgment: "illogical" },
      });
      expect((await report("NLD/AB124C")).odometer).toEqual({
        flag: null,
        readings: [],
        judgment: { ...judgment, judgment: "logical", as_listed: "Logisch", code: "00" },
      });
    });

    test("the specified bodies of auctions and sales have no timeline", async () => {
      const who = await service.customer();
      const got = await service.lookUp(who, `/auction/${vin}`);
      const { data } = got.body as { data: readonly Record<string, unknown>[] };
      expect(data.map((one) => one["technical-specs"])).toEqual([
        { Odometer: "81,000 mi (NOT ACTUAL)" },
        { Odometer: "70,000 mi" },
        { Odometer: "60,000 mi" },
      ]);
      expect(got.text).not.toContain("finding");
    });

    test("each report of a batch has its own timeline", async () => {
      const who = await service.customer();
      const got = await service.ask("POST", "/report/batch", {
        headers: { "x-authkey": who.key },
        json: { vins: [vin, strangeVin], families: ["auction", "saleshistory"] },
      });
      const lines = got.text.trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line).data.odometer)).toEqual([
        { flag: "rollback", readings: ofBoth, judgment: null },
        null,
      ]);
    });
  });
