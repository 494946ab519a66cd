import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { migrations } from "../../../src/database/migrations/list.ts";
import { sql } from "../../../src/database/sql.ts";
import type { Series } from "../../../src/metering/usage/usage-aggregate.ts";
import { SeriesNumbers } from "../../../src/metering/usage/usage-series.ts";
import { kinds } from "../../database/databases.ts";

const seriesOf = (subscriptionId: string, more: Partial<Series> = {}): Series => ({
  subscriptionId,
  api: "api",
  operation: "operation",
  ended: "success",
  userId: "user",
  ...more,
});

/** What the database holds under each series' number. */
async function named(db: Database, numbers: ReadonlyMap<Series, number>): Promise<Series[]> {
  const found: Series[] = [];
  for (const number of numbers.values())
    found.push(
      ...(await db.all<Series>(sql`
        select subscription_id as "subscriptionId", api_id as api, operation, class as ended, user_id as "userId"
        from usage_series where id = ${number}`)),
    );
  return found;
}

/** The sums of an hour as the roll-ups had them before series were numbered. */
const sums = { calls: 7, credits: 6, bytes: 5, cache_hits: 4, cache_misses: 3 };
const times = {
  api_us_sum: 20,
  api_us_min: 1,
  api_us_max: 9,
  service_us_sum: 10,
  service_us_min: 2,
  service_us_max: 8,
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`numbered series on ${kind.dialect}`, () => {
    async function open(): Promise<{ db: Database; end: () => Promise<void> }> {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      await migrate(db, migrations);
      return { db, end: () => fresh.end() };
    }

    test("each series has a number of its own, which it keeps", async () => {
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
      const ask = (numbers: SeriesNumbers, series: readonly Series[]) =>
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

    test("a number that was rolled back is asked for again", async () => {
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

    test("more series than are remembered are numbered all the same", async () => {
      const { db, end } = await open();
      const all = Array.from({ length: 70_000 }, (_, index) => seriesOf(`s${index}`));
      const known = new SeriesNumbers();
      const numbers = new Map<Series, number>();
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

    test("roll-ups from before read as they did", async () => {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      const before = migrations.findIndex(({ id }) => id === "0025-usage-series");
      await migrate(db, migrations.slice(0, before));
      const values = Object.values({ ...sums, ...times }).join(", ");
      for (const [table, span] of [
        ["usage_hourly", 3_600_000],
        ["usage_minute", 60_000],
      ] as const)
        for (const [subscription, user, time] of [
          ["s", "u", 1],
          ["s", "u", 2],
          ["s", "v", 2],
          ["t", "u", 1],
        ] as const)
          await db.run({
            parts: [
              `insert into ${table} values ('${subscription}', ${time * span}, 'api', 'op', 'other', '${user}', ${values})`,
            ],
            values: [],
          });
      const all = async () => [
        await db.all(sql`select * from usage_hourly order by hour, subscription_id, user_id`),
        await db.all(sql`select * from usage_minute order by minute, subscription_id, user_id`),
      ];
      const seen = await all();
      expect(seen.map((rows) => rows.length)).toEqual([4, 4]);
      await migrate(db, migrations);
      expect(await all()).toEqual(seen);
      expect(await db.get(sql`select count(*) as series from usage_series`)).toEqual({ series: 3 });
      await fresh.end();
    });
  });
