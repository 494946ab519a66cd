import { expect } from "bun:test";
import { DatabaseUnavailable, StatementError, UniqueViolation } from "../../src/database/errors.ts";
import { InvalidValue, join, list, name, raw, rows, sql, valuesMax } from "../../src/database/sql.ts";
import { type Case, thrown, withThings } from "./case.ts";

export const statementCases: readonly Case[] = [
  {
    name: "insert or update in one statement",
    async run(fresh) {
      const db = await withThings(fresh);
      const put = (n: number) =>
        db.run(sql`insert into thing (id, n) values (${1}, ${n})
                   on conflict (id) do update set n = thing.n + excluded.n`);
      expect([await put(5), await put(7)]).toEqual([1, 1]);
      expect(await db.all(sql`select id, n from thing`)).toEqual([{ id: 1, n: 12 }]);
      const again = sql`insert into thing (id) values (${1}) on conflict do nothing returning id`;
      expect(await db.get(again)).toBeUndefined();
    },
  },
  {
    name: "written rows are returned and counted",
    async run(fresh) {
      const db = await withThings(fresh);
      const insert = sql`insert into thing (id, n) values ${rows([
        [1, 10],
        [2, 20],
        [3, 30],
      ])} returning id`;
      expect(await db.all(insert)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      expect(await db.get<unknown>(sql`update thing set n = n + 1 where id = ${2} returning n`)).toEqual({
        n: 21,
      });
      expect(await db.run(sql`update thing set n = n + 1 where id < ${3}`)).toBe(2);
      expect(await db.run(sql`update thing set n = 0 where id = ${9}`)).toBe(0);
      expect(await db.run(sql`delete from thing where id > ${1} returning id`)).toBe(2);
      expect(await db.get(sql`select id from thing where id = ${2}`)).toBeUndefined();
    },
  },
  {
    name: "a duplicate reports its table and columns",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id, name, kind) values (1, 'a', 'k')`);
      const key = await thrown<UniqueViolation>(db.run(sql`insert into thing (id) values (${1})`));
      expect(key).toBeInstanceOf(UniqueViolation);
      expect([key.table, key.columns]).toEqual(["thing", ["id"]]);
      const pair = await thrown<UniqueViolation>(
        db.all(sql`insert into thing (id, name, kind) values (2, ${"a"}, 'k') returning id`),
      );
      expect(pair).toBeInstanceOf(UniqueViolation);
      expect([pair.table, pair.columns]).toEqual(["thing", ["name", "kind"]]);
    },
  },
  {
    name: "other errors have the statement's text and no values",
    async run(fresh) {
      const db = await withThings(fresh);
      const wrong = [
        sql`insert into thing (id, n) values (${1}, null)`,
        sql`select ${"secret"} from nowhere`,
      ];
      for (const statement of [...wrong, sql`selec ${"secret"}`]) {
        const error = await thrown(db.all(statement));
        expect(error).toBeInstanceOf(StatementError);
        expect(error).not.toBeInstanceOf(UniqueViolation);
        expect(error.message).toContain(statement.parts[0]!.trim());
        expect(error.message).not.toContain("secret");
      }
      await expect(db.run(raw("select 1; delete from thing"))).rejects.toBeInstanceOf(InvalidValue);
      await expect(db.all(sql`select ';' as semicolon;`)).resolves.toEqual([{ semicolon: ";" }]);
    },
  },
  {
    name: "statements are joined from parts",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(
        sql`insert into thing (id, name) values ${rows([
          [1, "a"],
          [2, "b"],
          [3, null],
        ])}`,
      );
      const where = join([sql`id < ${3}`, sql`(${name("name")} = ${"b"} or ${sql`id = ${1}`})`], " and ");
      const found = sql`select id from ${name("thing")} where ${where} order by id limit ${5}`;
      expect(await db.all(found)).toEqual([{ id: 1 }, { id: 2 }]);
      expect(() => name("thing; drop table thing")).toThrow(InvalidValue);
    },
  },
  {
    name: "long lists, empty lists, many rows",
    async run(fresh) {
      const db = await withThings(fresh);
      const ids = Array.from({ length: 10_000 }, (_, index) => index);
      expect(await db.run(sql`insert into thing (id, n) values ${rows(ids.map((id) => [id, id * 2]))}`)).toBe(
        10_000,
      );
      const count = (statement: ReturnType<typeof sql>) => db.get<{ count: number }>(statement);
      expect(await count(sql`select count(*) as count from thing where id in (${list(ids)})`)).toEqual({
        count: 10_000,
      });
      expect(await count(sql`select count(*) as count from thing where id in (${list([])})`)).toEqual({
        count: 0,
      });
      const all = await db.all<{ id: number; n: number }>(sql`select id, n from thing order by id`);
      expect(all).toEqual(ids.map((id) => ({ id, n: id * 2 })));
      const most = Array.from({ length: valuesMax }, (_, index) => index);
      expect(await count(sql`select count(*) as count from thing where n in (${list(most)})`)).toEqual({
        count: 10_000,
      });
      const over = db.all(sql`select id from thing where id in (${list([...most, 1])})`);
      await expect(over).rejects.toBeInstanceOf(InvalidValue);
    },
  },
  {
    name: "thousands of different statements",
    async run(fresh) {
      const db = await withThings(fresh);
      for (let index = 0; index < 2500; index += 1) {
        expect(await db.get<unknown>(sql`select ${raw(String(index))} as i, ${index} + 1 as j`)).toEqual({
          i: index,
          j: index + 1,
        });
      }
    },
  },
  {
    name: "a column that another connection added appears in `select *`",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.run(sql`insert into thing (id) values (1)`);
      const everything = sql`select * from thing where id = ${1}`;
      const onEveryConnection = () =>
        Promise.all(Array.from({ length: 50 }, () => db.get<object>(everything)));
      for (const row of await onEveryConnection()) expect(row).not.toHaveProperty("later");
      const other = await fresh.open();
      await other.run(raw("alter table thing add column later integer not null default 7"));
      for (const row of await onEveryConnection()) expect(row).toHaveProperty("later", 7);
      await other.run(raw("alter table thing add column last integer"));
      const inside = db.transaction((tx) => tx.get<object>(everything), { repeatable: true });
      expect(await inside).toHaveProperty("last", null);
    },
  },
  {
    name: "after close nothing works; closing twice is allowed",
    async run(fresh) {
      const db = await withThings(fresh);
      await db.close();
      await db.close();
      await expect(db.get(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await expect(db.run(sql`delete from thing`)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await expect(db.transaction(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    },
  },
];
