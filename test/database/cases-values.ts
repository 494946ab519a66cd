import { expect } from "bun:test";
import { readClockSkew } from "../../src/database/clock.ts";
import { StatementError } from "../../src/database/errors.ts";
import { InvalidValue, raw, type Sql, sql, type Value } from "../../src/database/sql.ts";
import { until } from "../until.ts";
import { type Case, withThings } from "./case.ts";

async function roundTrip(fresh: Parameters<Case["run"]>[0], column: Sql, values: readonly Value[]) {
  const db = await withThings(fresh);
  for (const [id, value] of values.entries()) {
    await db.run(sql`insert into thing (id, ${column}) values (${id}, ${value})`);
  }
  const read = await db.all<{ v: unknown }>(sql`select ${column} as v from thing order by id`);
  expect(read.map(({ v }) => v)).toEqual([...values]);
}

export const valueCases: readonly Case[] = [
  {
    name: "blobs are unchanged, also empty ones and views",
    async run(fresh) {
      const every = Uint8Array.from({ length: 256 }, (_, index) => index);
      const large = new Uint8Array(16_384).fill(0xfe);
      await roundTrip(fresh, raw("bytes"), [new Uint8Array(0), every, every.subarray(3, 9), large, null]);
    },
  },
  {
    name: "text is unchanged",
    async run(fresh) {
      const long = "å€😀'\"\\$1?".repeat(1400);
      expect(Buffer.byteLength(long)).toBeGreaterThan(16_384);
      await roundTrip(fresh, raw("name"), ["", " ", "O'Brien", "ünïcødé 漢字 😀", long, "null", null]);
    },
  },
  {
    name: "a node's clock is compared with the database's",
    async run(fresh) {
      const db = await withThings(fresh);
      const minutesAhead = (minutes: number) =>
        // Undefined while the machine is too busy for a measurement.
        until(() => readClockSkew(db, () => Date.now() + minutes * 60_000), "the skew is read");
      for (const minutes of [5, -5])
        expect(Math.abs((await minutesAhead(minutes)) - minutes * 60_000)).toBeLessThan(1000);
    },
  },
  {
    name: "a lone surrogate becomes the replacement character",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id, name) values (${1}, ${"a\ud800b"})`);
      expect(await db.all(sql`select name from thing`)).toEqual([{ name: "a\ufffdb" }]);
    },
  },
  {
    name: "integers are exact to 2^53 - 1",
    run: (fresh) =>
      roundTrip(fresh, raw("n"), [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53) + 1]),
  },
  {
    name: "fractions are exact",
    run: (fresh) => roundTrip(fresh, raw("ratio"), [0.1, -1.5, 3, 1e-300, 0.1 + 0.2, Math.PI, null]),
  },
  {
    name: "a larger integer is refused on reading, not rounded",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(raw("insert into thing (id, n) values (1, 9007199254740992)"));
      await expect(db.all(sql`select n from thing`)).rejects.toBeInstanceOf(InvalidValue);
      await expect(db.get(sql`select sum(n) as n from thing`)).rejects.toBeInstanceOf(InvalidValue);
    },
  },
  {
    name: "a fraction is refused by an integer column, not rounded",
    async run(fresh) {
      const db = await withThings(fresh);
      await expect(db.run(sql`insert into thing (id, n) values (${1}, ${1.5})`)).rejects.toBeInstanceOf(
        StatementError,
      );
      expect(await db.all(sql`select id from thing`)).toEqual([]);
    },
  },
  {
    name: "invalid values are refused before they are sent",
    async run() {
      const wrong: readonly unknown[] = [
        ..."a\0b|\0".split("|"),
        ...[undefined, true, false, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300],
        ...[1n, new Date(0), {}, [], Symbol("s"), () => 1, new ArrayBuffer(1)],
      ];
      for (const value of wrong) expect(() => sql`select ${value as Value}`).toThrow(InvalidValue);
    },
  },
  {
    name: "counts, sums, averages and conditions are numbers",
    async run(fresh) {
      const db = await withThings(fresh);
      const totals = sql`select count(*) as count, sum(n) as sum, coalesce(sum(n), 0) as whole, avg(n) as mean,
        max(ratio) as most, count(*) > 1 as many from thing`;
      expect(await db.get<unknown>(totals)).toEqual({
        count: 0,
        sum: null,
        whole: 0,
        mean: null,
        most: null,
        many: 0,
      });
      await db.run(sql`insert into thing (id, n, ratio) values (1, 5000000000, 1.5), (2, 6, 0.25)`);
      expect(await db.get<unknown>(totals)).toEqual({
        count: 2,
        sum: 5000000006,
        whole: 5000000006,
        mean: 2500000003,
        most: 1.5,
        many: 1,
      });
    },
  },
  {
    name: "text sorts by its bytes",
    async run(fresh) {
      const db = await withThings(fresh);
      const names = ["A", "B", "Z", "a", "a-b", "aB", "ab", "b", "é", "漢"];
      for (const [id, name] of names.toReversed().entries()) {
        await db.run(sql`insert into thing (id, name) values (${id}, ${name})`);
      }
      const read = await db.all<{ name: string }>(sql`select name from thing order by name`);
      expect(read.map(({ name }) => name)).toEqual(names);
    },
  },
];
