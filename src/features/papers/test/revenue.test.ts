import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import Big from "big.js";
import fc from "fast-check";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { recognizedBefore } from "../bookkeeping/revenue.ts";
import { issueCreditNote } from "../issue.ts";
import { enterSeller, issueOne } from "./issued.ts";
import { enterRates, generateMonths } from "./months.ts";

interface Month {
  readonly month: string;
  readonly currency: string;
  readonly invoiced_minor: number;
  readonly credited_minor: number;
  readonly recognized_minor: number;
  readonly deferred_minor: number;
  readonly accrued_minor: number;
}

const utc = (date: string) => Date.parse(`${date}T00:00:00Z`);

test("the parts of any months sum to the net, each within half a unit of its days", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
      fc.integer({ min: 1, max: 1200 }),
      fc.array(fc.integer({ min: -50, max: 1300 })),
      (netMinor, days, cuts) => {
        const supply = { netMinor, first: 0, end: days, issued: 0, corrects: false };
        const sorted = [-100, ...cuts.toSorted((one, other) => one - other), 1400];
        const parts = sorted.map((cut) => recognizedBefore(supply, cut));
        expect(parts.at(-1)).toBe(netMinor);
        for (const [index, cut] of sorted.entries()) {
          const share = Big(netMinor)
            .times(Math.min(Math.max(cut, 0), days))
            .div(days);
          expect(share.minus(parts[index]!).abs().lte(0.5)).toBe(true);
        }
      },
    ),
  );
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`revenue on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
      await enterSeller(service.app.database);
    });
    afterAll(() => service?.end());

    const get = (query: string, headers = {}) =>
      service.ask("GET", `/papers/revenue${query}`, { headers: { ...service.operatorHeaders, ...headers } });
    const read = async (query: string) => (await get(query)).body as Month[];
    const short = (months: readonly Month[]) =>
      months.map((one) => [
        one.month,
        one.currency,
        one.invoiced_minor,
        one.credited_minor,
        one.recognized_minor,
        one.deferred_minor,
        one.accrued_minor,
      ]);

    test("is of the days of each paper, whenever it was issued", async () => {
      const { database: db } = service.app;
      // 30 days: 19 of November, 11 of December.
      const first = await issueOne(db, "a", 9900, { now: utc("2026-11-11") });
      await db.transaction((tx) =>
        issueCreditNote(tx, {
          corrects: first.id,
          grossMinor: first.grossMinor,
          reason: "",
          now: utc("2026-12-31"),
        }),
      );
      // Used in November, and invoiced in December.
      await issueOne(db, "b", 500, {
        now: utc("2026-12-01"),
        suppliedFrom: utc("2026-11-01"),
        suppliedTo: utc("2026-12-01"),
        currency: "USD",
      });
      // Without an end: all of it on the first day.
      await issueOne(db, "a", 100, {
        now: utc("2026-11-30"),
        suppliedFrom: utc("2026-12-02"),
        suppliedTo: null,
      });
      expect(short(await read("?from=2026-10&to=2027-01"))).toEqual([
        ["2026-10", "EUR", 0, 0, 0, 0, 0],
        ["2026-10", "USD", 0, 0, 0, 0, 0],
        ["2026-11", "EUR", 10_000, 0, 6270, 3730, 0],
        ["2026-11", "USD", 0, 0, 500, 0, 500],
        ["2026-12", "EUR", 0, 9900, 3630 + 100 - 9900, 0, 0],
        ["2026-12", "USD", 500, 0, 0, 0, 0],
        ["2027-01", "EUR", 0, 0, 0, 0, 0],
        ["2027-01", "USD", 0, 0, 0, 0, 0],
      ]);
      const csv = await get("?from=2026-11&to=2026-11", { accept: "text/csv" });
      expect(csv.text).toBe(
        "month,currency,invoiced,credited,recognized,deferred,accrued\r\n2026-11,EUR,100,0,62.7,37.3,0\r\n2026-11,USD,0,0,5,0,5\r\n",
      );
    });

    test("what is invoiced, less credited and recognized, is what is deferred, in every month", async () => {
      const { database: db } = service.app;
      await enterRates(db);
      await generateMonths(db, 100, 7);
      const months = await read("?from=2025-12&to=2027-12");
      for (const currency of ["EUR", "USD"]) {
        let left = 0;
        for (const one of months.filter((one) => one.currency === currency)) {
          left += one.invoiced_minor - one.credited_minor - one.recognized_minor;
          expect([one.month, one.deferred_minor - one.accrued_minor]).toEqual([one.month, left]);
        }
        expect(left).toBe(0);
        const [stored] = await db.all<{ net: number }>(sql`
          select cast(sum(case when kind = 'credit_note' then -net_minor else net_minor end) as bigint) as net
          from paper where currency = ${currency}`);
        const of = months.filter((one) => one.currency === currency);
        expect(of.reduce((sum, one) => sum + one.recognized_minor, 0)).toBe(stored!.net);
      }
    });

    test("takes up to five years, and by default the last twelve months", async () => {
      const now = new Date(service.app.clock()).toISOString().slice(0, 7);
      const months = async (query: string) => {
        const all = await read(query);
        return [all[0]!.month, all.at(-1)!.month, new Set(all.map(({ month }) => month)).size];
      };
      expect(await months("")).toEqual(["2025-12", now, 12]);
      expect(await months("?from=2026-01")).toEqual(["2026-01", "2026-12", 12]);
      expect(await months("?to=2026-03")).toEqual(["2025-04", "2026-03", 12]);
      for (const bad of ["?from=2026-02&to=2026-01", "?from=2026-01&to=2031-01", "?from=2026-13"])
        expect([bad, (await get(bad)).status]).toEqual([bad, 422]);
      expect((await get("?from=2026-01&to=2030-12")).status).toBe(200);
    });
  });
