import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { nextPeriods } from "../calendar/next-periods.ts";
import type { OfferTerms } from "../offer.ts";
import { growth, small, smallDefaults } from "./offer-terms.ts";

const offer: OfferTerms = { ...growth, packages: [] };
const anchor = { date: "2026-11-30", zone: "Europe/Berlin" };

describe("the next periods of a subscription", () => {
  test("carry credits over, and expire them with the last of their periods", () => {
    const rows = nextPeriods(offer, anchor, 12_000, 7);
    const shown = rows.map((row) => [row.starts_on, row.charged_on, row.expire_on, row.expired, row.left]);
    expect(shown).toEqual([
      ["2026-11-30", "2026-11-30", "2027-01-30", 0, 3000],
      ["2026-12-30", "2026-12-29", "2027-02-28", 0, 6000],
      ["2027-01-30", "2027-01-29", "2027-03-30", 0, 9000],
      ["2027-02-28", "2027-02-27", "2027-04-30", 0, 12_000],
      ["2027-03-30", "2027-03-29", "2027-05-30", 0, 15_000],
      ["2027-04-30", "2027-04-29", "2027-06-30", 3000, 15_000],
      ["2027-05-30", "2027-05-29", "2027-07-30", 3000, 15_000],
    ]);
    expect(rows.map(({ ends_on }) => ends_on).slice(0, -1)).toEqual(
      rows.map(({ starts_on }) => starts_on).slice(1),
    );
  });

  test("account for every credit", () => {
    for (const carry_over of [0, 1, 5, 12])
      for (const use of [0, 7000, 15_000, 21_000]) {
        const rows = nextPeriods({ ...offer, carry_over }, anchor, use, 24);
        let left = 0;
        for (const row of rows) {
          expect(row.used + row.beyond).toBe(use);
          left += row.credits - row.used - row.expired;
          expect(row.left).toBe(left);
        }
      }
  });

  test("charge what is beyond credits up to the highest cap", () => {
    const beyond = (use: number, terms: OfferTerms = offer) => {
      const [row] = nextPeriods(terms, anchor, use, 1);
      return [row!.used, row!.beyond, row!.beyond_minor];
    };
    expect(beyond(15_001)).toEqual([15_000, 1, 1]);
    expect(beyond(16_500)).toEqual([15_000, 1500, 1200]);
    expect(beyond(1_000_000)).toEqual([15_000, 985_000, 50_000]);
    expect(beyond(2500, { ...small, ...smallDefaults, packages: [] })).toEqual([2000, 500, null]);
  });

  test("charge by year, and once", () => {
    const charged = (terms: Partial<OfferTerms>) =>
      nextPeriods({ ...offer, ...terms }, anchor, 0, 25)
        .filter(({ charged_on }) => charged_on !== null)
        .map(({ number, charged_on, price_minor }) => [number, charged_on, price_minor]);
    expect(charged({ price_every: "year" })).toEqual([
      [1, "2026-11-30", 9900],
      [13, "2027-11-29", 9900],
      [25, "2028-11-29", 9900],
    ]);
    expect(charged({ price_every: "once" })).toEqual([[1, "2026-11-30", 9900]]);
    expect(charged({ price_minor: 0 })).toEqual([]);
  });

  test("keep credits that are granted once", () => {
    const once: OfferTerms = {
      ...offer,
      price_every: "once",
      credits_every: "once",
      carry_over: 0,
      credits: 15,
    };
    const rows = nextPeriods(once, anchor, 4, 5);
    expect(
      rows.map(({ credits, expire_on, used, expired, left }) => [credits, expire_on, used, expired, left]),
    ).toEqual([
      [15, null, 4, 0, 11],
      [0, null, 4, 0, 7],
      [0, null, 4, 0, 3],
      [0, null, 3, 0, 0],
      [0, null, 0, 0, 0],
    ]);
  });

  test("are charged the day before, also next to a day of 23 hours", () => {
    const rows = nextPeriods(offer, { date: "2026-02-28", zone: "Europe/Prague" }, 0, 3);
    expect(rows.map(({ charged_on }) => charged_on)).toEqual(["2026-02-28", "2026-03-27", "2026-04-27"]);
    const spring = nextPeriods(offer, { date: "2026-02-28", zone: "Africa/Cairo" }, 0, 2);
    expect(spring.map(({ charged_on }) => charged_on)).toEqual(["2026-02-28", "2026-03-27"]);
    const after = nextPeriods(offer, { date: "2026-03-30", zone: "Europe/Prague" }, 0, 1);
    expect(after[0]!.starts_on).toBe("2026-03-30");
    const late = nextPeriods(offer, { date: "2026-01-30", zone: "Europe/Prague" }, 0, 3);
    expect(late.map(({ charged_on }) => charged_on)).toEqual(["2026-01-30", "2026-02-27", "2026-03-29"]);
  });
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the preview of an offer on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    const preview = (request: object, id = "trial") =>
      operator("POST", `/products/${id}/offer/preview`, {
        offer: growth,
        starts_on: anchor.date,
        time_zone: anchor.zone,
        credits_used: 16_000,
        ...request,
      });

    test("shows 12 periods with their sums, and stores nothing", async () => {
      const got = await preview({});
      const periods = nextPeriods(offer, anchor, 16_000, 12);
      expect([got.status, got.body]).toEqual([
        200,
        { periods, price_minor: 12 * 9900, beyond_minor: 12 * 800 },
      ]);
      expect((await operator("GET", "/products/trial/offer")).status).toBe(404);
    });

    test("refuses days and zones that do not exist", async () => {
      for (const [request, place, msg] of [
        [{ starts_on: "2026-02-30" }, "starts_on", /date/],
        [{ starts_on: "1969-12-31" }, "starts_on", /must be from 1970-01-01 to 2999-12-31/],
        [{ time_zone: "Europe/Nowhere" }, "time_zone", /must be a time zone of the IANA/],
        [{ time_zone: "" }, "time_zone", /must be a time zone of the IANA/],
        [{ time_zone: "2026-11-30T00:00[Europe/Prague]" }, "time_zone", /must be a time zone of the IANA/],
        [{ credits_used: -1 }, "credits_used", /greater than or equal to 0/],
        [{ offer: { ...growth, credits: -1 } }, "offer.credits", /greater than or equal to 0/],
      ] as const) {
        const got = await preview(request);
        const { detail } = got.body as { detail: { loc: string[]; msg: string }[] };
        expect([got.status, ...detail.map(({ loc }) => loc.slice(1).join("."))]).toEqual([422, place]);
        expect(detail[0]!.msg).toMatch(msg);
      }
      expect((await preview({}, "none")).status).toBe(404);
    });

    test("takes the first and last days, and offsets", async () => {
      for (const request of [
        { starts_on: "1970-01-01", time_zone: "+14:00" },
        { starts_on: "2999-12-31", time_zone: "-12:00" },
        { starts_on: "2999-12-31", time_zone: "Etc/GMT+12" },
      ])
        expect((await preview(request)).status).toBe(200);
    });
  });
