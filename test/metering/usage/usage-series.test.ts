import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { sql } from "../../../src/database/sql.ts";
import type { UsageSeries } from "../../../src/metering/usage/usage-aggregate.ts";
import { SeriesNumbers } from "../../../src/metering/usage/usage-series.ts";
import { kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";

const seriesOf = (subscriptionId: string, more: Partial<UsageSeries> = {}): UsageSeries => ({
  subscriptionId,
  api: "api",
  operation: "operation",
  ended: "success",
  userId: "user",
  ...more,
});

/** The figures stored under each series' number. */
async function named(db: Database, numbers: ReadonlyMap<UsageSeries, number>): Promise<UsageSeries[]> {
  const found: UsageSeries[] = [];
  for (const number of numbers.values())
    found.push(
      ...(await db.all<UsageSeries>(sql`
        select subscription_id as "subscriptionId", api_id as api, operation, class as ended, user_id as "userId"
        from usage_series where id = ${number}`)),
    );
  return found;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`numbered series on ${kind.dialect}`, () => {
    async function open(): Promise<{ db: Database; end: () => Promise<void> }> {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      await migrate(db, migrations);
      return { db, end: () => fresh.end() };
    }

    test("each series keeps its own number", async () => {
      const { db, end } = await open();
      const all = [
        seriesOf("s"),
        seriesOf("t"),
        seriesOf("s", { api: "other" }),
        seriesOf("s", { operation: "other" }),
        seriesOf("s", { ended: "failed" }),
        seriesOf("s", { userId: "other" }),
      ];
      const known = new SeriesNumbers();
      const ask = (numbers: SeriesNumbers, series: readonly UsageSeries[]) =>
        db.transaction((tx) => numbers.numbersOf(tx, series));
      const first = await ask(known, all);
      known.committed();
      expect(new Set(first.values()).size).toBe(all.length);
      expect((await named(db, first)).map((one) => JSON.stringify(one)).sort()).toEqual(
        all.map((one) => JSON.stringify(one)).sort(),
      );
      const again = all.map((series) => ({ ...series }));
      for (const numbers of [await ask(known, again), await ask(new SeriesNumbers(), again)])
        expect(again.map((series) => numbers.get(series))).toEqual(all.map((series) => first.get(series)));
      await end();
    });

    test("a number that was rolled back is fetched again", async () => {
      const { db, end } = await open();
      const known = new SeriesNumbers();
      const failed = db.transaction(async (tx) => {
        await known.numbersOf(tx, [seriesOf("s")]);
        throw new Error("rolled back");
      });
      await expect(failed).rejects.toThrow("rolled back");
      await db.transaction((tx) => known.numbersOf(tx, [seriesOf("other")]));
      known.committed();
      const numbers = await db.transaction((tx) => known.numbersOf(tx, [seriesOf("s")]));
      expect(await named(db, numbers)).toEqual([seriesOf("s")]);
      await end();
    });

    test("series beyond the cache size are numbered too", async () => {
      const { db, end } = await open();
      const all = Array.from({ length: 70_000 }, (_, index) => seriesOf(`s${index}`));
      const known = new SeriesNumbers();
      const numbers = new Map<UsageSeries, number>();
      for (const part of [
        all.slice(0, 30_000),
        all.slice(30_000, 60_000),
        all.slice(60_000),
        all.slice(0, 9),
      ]) {
        for (const [series, number] of await db.transaction((tx) => known.numbersOf(tx, part))) {
          expect(numbers.get(series) ?? number).toBe(number);
          numbers.set(series, number);
        }
        known.committed();
      }
      expect(new Set(numbers.values()).size).toBe(all.length);
      await end();
    });
  });
