import { expect } from "bun:test";
import { DatabaseUnavailable, TransactionMisuse, UniqueViolation } from "../../src/database/errors.ts";
import { sql } from "../../src/database/sql.ts";
import { type Case, gate, withThings } from "./case.ts";

const count = sql`select count(*) as count from thing`;

export const transactionCases: readonly Case[] = [
  {
    name: "writes are committed, unless the work throws",
    async run(fresh) {
      const db = await withThings(fresh);
      const result = await db.transaction(async (tx) => {
        await tx.run(sql`insert into thing (id) values (1)`);
        await tx.run(sql`insert into thing (id) values (2)`);
        return tx.get<unknown>(count);
      });
      expect(result).toEqual({ count: 2 });
      const boom = new Error("boom");
      const failing = db.transaction(async (tx) => {
        await tx.run(sql`delete from thing`);
        throw boom;
      });
      await expect(failing).rejects.toBe(boom);
      expect(await db.get<unknown>(count)).toEqual({ count: 2 });
    },
  },
  {
    name: "a snapshot reads one moment, delays no writer and writes nothing",
    async run(fresh) {
      const db = await withThings(fresh);
      const other = await fresh.open();
      await db.transaction(
        async (tx) => {
          expect(await tx.get<unknown>(count)).toEqual({ count: 0 });
          await other.run(sql`insert into thing (id) values (1)`);
          await other.run(sql`insert into thing (id) values (2)`);
          expect(await tx.get<unknown>(count)).toEqual({ count: 0 });
        },
        { snapshot: true },
      );
      expect(await db.get<unknown>(count)).toEqual({ count: 2 });
      const write = db.transaction((tx) => tx.run(sql`delete from thing`), { snapshot: true });
      await expect(write).rejects.toThrow(/read-?only/);
      expect(await db.get<unknown>(count)).toEqual({ count: 2 });
    },
  },
  {
    name: "reads during a transaction see only committed rows",
    async run(fresh) {
      const db = await withThings(fresh);
      const [written, looked] = [gate(), gate()];
      const running = db.transaction(async (tx) => {
        await tx.run(sql`insert into thing (id) values (1)`);
        expect(await tx.get<unknown>(count)).toEqual({ count: 1 });
        written.open();
        await looked.opened;
      });
      await written.opened;
      expect(await db.get<unknown>(count)).toEqual({ count: 0 });
      looked.open();
      await running;
      expect(await db.get<unknown>(count)).toEqual({ count: 1 });
    },
  },
  {
    name: "a nested transaction or use of the database is an error",
    async run(fresh) {
      const db = await withThings(fresh);
      const inner = [
        () => db.transaction(async () => 1),
        () => db.get(count),
        () => db.all(count),
        () => db.run(sql`delete from thing`),
        () => db.close(),
      ];
      for (const call of inner) {
        const nested = db.transaction(async (tx) => {
          await tx.run(sql`insert into thing (id) values (1)`);
          await call();
        });
        await expect(nested).rejects.toBeInstanceOf(TransactionMisuse);
      }
      expect(await db.get<unknown>(count)).toEqual({ count: 0 });
    },
  },
  {
    name: "queries end with their transaction; later work can use the database",
    async run(fresh) {
      const db = await withThings(fresh);
      const ended = gate();
      let later: Promise<unknown> | undefined;
      const tx = await db.transaction(async (inside) => {
        later = ended.opened.then(() => db.get(count));
        return inside;
      });
      ended.open();
      await expect(tx.run(sql`insert into thing (id) values (1)`)).rejects.toBeInstanceOf(TransactionMisuse);
      expect(await later).toEqual({ count: 0 });
    },
  },
  {
    name: "after a failed statement nothing is committed, despite a catch",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id) values (1)`);
      const swallowing = db.transaction(async (tx) => {
        await tx.run(sql`insert into thing (id) values (2)`);
        await tx.run(sql`insert into thing (id) values (1)`).catch(() => undefined);
        await tx.run(sql`insert into thing (id) values (3)`).catch(() => undefined);
      });
      await expect(swallowing).rejects.toBeInstanceOf(UniqueViolation);
      expect(await db.all(sql`select id from thing`)).toEqual([{ id: 1 }]);
    },
  },
  {
    name: "statements that are not awaited are part of the transaction",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.transaction(async (tx) => {
        void tx.run(sql`insert into thing (id) values (1)`);
        void tx.run(sql`insert into thing (id) values (2)`);
      });
      expect(await db.get<unknown>(count)).toEqual({ count: 2 });
      const failing = db.transaction(async (tx) => {
        void tx.run(sql`insert into thing (id) values (3)`);
        tx.run(sql`insert into thing (id) values (1)`).catch(() => undefined);
      });
      await expect(failing).rejects.toBeInstanceOf(UniqueViolation);
      expect(await db.get<unknown>(count)).toEqual({ count: 2 });
    },
  },
  {
    name: "a locked row is reported within the timeout and free later",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id) values (1)`);
      const other = await fresh.open({ deadlineMs: 300 });
      const [locked, tried] = [gate(), gate()];
      const update = sql`update thing set n = n + 1 where id = 1`;
      const holding = db.transaction(async (tx) => {
        await tx.run(update);
        locked.open();
        await tried.opened;
      });
      await locked.opened;
      const start = performance.now();
      await expect(other.run(update)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await expect(other.transaction((tx) => tx.run(update))).rejects.toBeInstanceOf(DatabaseUnavailable);
      // Without the timeout they would wait as long as the row is locked.
      expect(performance.now() - start).toBeLessThan(20_000);
      tried.open();
      await holding;
      expect(await other.run(update)).toBe(1);
      expect(await db.get<unknown>(sql`select n from thing`)).toEqual({ n: 2 });
    },
  },
];
