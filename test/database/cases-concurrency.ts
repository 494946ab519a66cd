import { expect } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { TransactionConflict } from "../../src/database/errors.ts";
import { sql } from "../../src/database/sql.ts";
import { type Case, gate, withThings } from "./case.ts";

const take = sql`update thing set n = n - 1 where id = 1 and n >= 1 returning n`;
const many = (length: number, start: () => Promise<unknown>) => Promise.all(Array.from({ length }, start));

/** Two transactions that each need the other's row, in opposite order. */
async function crossing(db: Database, repeatable: boolean) {
  await db.run(sql`insert into thing (id) values (1), (2)`);
  const gates = [gate(), gate()] as const;
  let attempts = 0;
  const one = (first: 0 | 1) =>
    db.transaction(
      async (tx) => {
        attempts += 1;
        await tx.run(sql`update thing set n = n + 1 where id = ${first + 1}`);
        gates[first].open();
        // SQLite's writers run one after another, so the second gate would never open.
        await Promise.race([gates[1 - first]!.opened, Bun.sleep(100)]);
        await tx.run(sql`update thing set n = n + 1 where id = ${2 - first}`);
      },
      { repeatable },
    );
  const results = await Promise.allSettled([one(0), one(1)]);
  const rows = await db.all<{ n: number }>(sql`select n from thing order by id`);
  return { results, attempts, numbers: rows.map(({ n }) => n) };
}

export const concurrencyCases: readonly Case[] = [
  {
    name: "of 64 concurrent statements for 15 units exactly 15 succeed",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id, n) values (1, 15)`);
      const taken = await many(64, () => db.get(take));
      expect(taken.filter(Boolean)).toHaveLength(15);
      expect(await db.get<unknown>(sql`select n from thing`)).toEqual({ n: 0 });
    },
  },
  {
    name: "of 64 concurrent transactions for 15 units exactly 15 succeed",
    async run(fresh) {
      const [db, other] = [await withThings(fresh), await fresh.open()];
      await db.run(sql`insert into thing (id, n) values (1, 15)`);
      const half = (node: Database) => many(32, () => node.transaction((tx) => tx.get(take)));
      const taken = (await Promise.all([half(db), half(other)])).flat();
      expect(taken.filter(Boolean)).toHaveLength(15);
      expect(await db.get<unknown>(sql`select n from thing`)).toEqual({ n: 0 });
    },
  },
  {
    name: "reading and then writing under the row's lock loses no increment",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id) values (1)`);
      await many(200, () =>
        db.transaction(async (tx) => {
          await tx.run(sql`update thing set name = name where id = 1`);
          const { n } = (await tx.get<{ n: number }>(sql`select n from thing where id = 1`))!;
          await tx.run(sql`update thing set n = ${n + 1} where id = 1`);
        }),
      );
      expect(await db.get<unknown>(sql`select n from thing`)).toEqual({ n: 200 });
    },
  },
  {
    name: "a repeatable transaction survives a deadlock",
    async run(fresh) {
      const db = await withThings(fresh);
      const { results, attempts, numbers } = await crossing(db, true);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      expect(numbers).toEqual([2, 2]);
      // PostgreSQL may also refuse the repetition, whose snapshot is older than the other's commit.
      if (db.dialect === "postgres") expect([3, 4]).toContain(attempts);
      else expect(attempts).toBe(2);
    },
  },
  {
    name: "a transaction that is not repeatable reports the deadlock",
    async run(fresh) {
      const db = await withThings(fresh);
      const { results, numbers } = await crossing(db, false);
      if (db.dialect === "sqlite") return;
      const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(failures).toHaveLength(1);
      expect(failures[0]).toBeInstanceOf(TransactionConflict);
      expect(numbers).toEqual([1, 1]);
    },
  },
];
