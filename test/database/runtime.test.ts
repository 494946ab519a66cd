import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { postgresMissing, startPostgres } from "../postgres.ts";
import { thrown } from "./case.ts";

// What the drivers depend on or work around, so that a change of Bun is noticed here.

describe("bun:sqlite", () => {
  test("rounds integers beyond 2^53 - 1 to the nearest double", () => {
    using db = new Database(":memory:");
    expect(db.query("select 9007199254740993 as n").get()).toEqual({ n: 9007199254740992 });
    expect(db.query("select -9007199254740993 as n").get()).toEqual({ n: -9007199254740992 });
  });

  test("runs the first of several statements and ignores the others", () => {
    using db = new Database(":memory:");
    expect(db.prepare("select 1 as n; select 2 as n").all()).toEqual([{ n: 1 }]);
  });

  test("its own transactions commit at the first await", async () => {
    using db = new Database(":memory:");
    const work = db.transaction(async () => {
      await null;
      return db.inTransaction;
    });
    expect(await work()).toBe(false);
  });

  test("reports whether a statement only reads", () => {
    using db = new Database(":memory:");
    db.run("create table t (a)");
    expect(db.prepare("select a from t").readonly).toBe(true);
    expect(db.prepare("insert into t values (1) returning a").readonly).toBe(false);
  });
});

describe.skipIf(postgresMissing() !== undefined)("Bun.SQL", () => {
  async function connected<T>(
    work: (db: SQL) => Promise<T>,
    options?: SQL.PostgresOrMySQLOptions,
  ): Promise<T> {
    const server = await startPostgres();
    await using db = new SQL({ url: server.url, max: 2, ...options });
    return await work(db);
  }

  test("returns bigint and sums as text, with the columns' types", () =>
    connected(async (db) => {
      const rows = await db.unsafe("select $1::bigint as n, sum($1::bigint) as s group by 1", [5]);
      expect([...rows]).toEqual([{ n: "5", s: "5" }]);
      expect(rows.columns?.map(({ type }: SQL.ResultColumn) => type)).toEqual([20, 1700]);
    }));

  test("the server rounds fractions sent as numbers and refuses them as text", () =>
    connected(
      async (db) => {
        await db.unsafe("create temporary table t (n bigint)");
        const insert = "insert into t values ($1) returning n";
        expect([...(await db.unsafe(insert, [1.5]))]).toEqual([{ n: "2" }]);
        expect(await thrown(db.unsafe(insert, ["1.5"]))).toMatchObject({ errno: "22P02" });
      },
      { max: 1 },
    ));

  test("sends undefined as null", () =>
    connected(async (db) => {
      expect([...(await db.unsafe("select $1::text as v", [undefined]))]).toEqual([{ v: null }]);
    }));

  test("has the SQLSTATE in errno and reports the constraint", () =>
    connected(
      async (db) => {
        await db.unsafe("create temporary table t (n bigint primary key)");
        await db.unsafe("insert into t values (1)");
        const error = await thrown(db.unsafe("insert into t values (1)"));
        expect(error).toMatchObject({ errno: "23505", table: "t", detail: "Key (n)=(1) already exists." });
      },
      { max: 1 },
    ));

  test("fails with an outdated pipelined statement and prepares it again later", () =>
    connected((db) =>
      connected(
        async (other) => {
          await db.unsafe("create table outdated (n bigint)");
          const select = () => other.unsafe("select * from outdated where n > $1", [0]);
          await select();
          await db.unsafe("alter table outdated add column m bigint");
          const together = await Promise.allSettled([select(), select(), select()]);
          const errors = together.filter((one) => one.status === "rejected").map((one) => one.reason.errno);
          expect(errors).toContain("0A000");
          expect([...(await select())]).toEqual([]);
        },
        { max: 1 },
      ),
    ));

  test("prepares by name unless disabled", async () => {
    const names = (prepare: boolean) =>
      connected(
        async (db) => {
          await db.unsafe("select $1::text", ["a"]);
          return db.unsafe("select name from pg_prepared_statements where name <> ''");
        },
        { max: 1, prepare },
      );
    expect(await names(true)).toHaveLength(1);
    expect(await names(false)).toHaveLength(0);
  });
});
