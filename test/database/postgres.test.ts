import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Database } from "../../src/database/database.ts";
import { CommitUnknown, DatabaseUnavailable, StatementError } from "../../src/database/errors.ts";
import { type DatabaseOptions, openDatabase } from "../../src/database/open.ts";
import { raw, sql } from "../../src/database/sql.ts";
import { type Postgres, postgresMissing, startPostgres } from "../postgres.ts";
import { until } from "../until.ts";
import { thrown } from "./case.ts";

const one = sql`select ${1} + 0 as one`;
const insert = sql`insert into thing (id) values (${1}) on conflict (id) do update set n = thing.n + 1`;
const deadlineMs = 1000;
/** A statement's timeout, and what a busy machine can add; without a timeout it would hang. */
const reportedMs = 15 * deadlineMs;

describe.skipIf(postgresMissing() !== undefined)("PostgreSQL that stops, freezes and cuts", () => {
  let server: Postgres;
  let admin: SQL;
  let url: string;
  let db: Database;
  const open = (more?: DatabaseOptions) => openDatabase({ url, deadlineMs, ...more });

  beforeAll(async () => {
    server = await startPostgres({ own: true });
    url = await server.newDatabase();
    admin = new SQL(server.url, { max: 1 });
    db = await open();
    await db.run(raw("create table thing (id bigint primary key, n bigint not null default 0)"));
  });
  afterAll(async () => {
    await db?.close();
    await admin?.end({ timeout: 0 });
    await server?.end();
  });

  // If a test fails while the server is frozen, the others must not.
  afterEach(() => server.thaw());

  async function failsInTime(start: () => Promise<unknown>) {
    const begun = performance.now();
    expect(await thrown(start())).toBeInstanceOf(DatabaseUnavailable);
    expect(performance.now() - begun).toBeLessThan(reportedMs);
  }

  /** Retries, because a busy server needs time after it was stopped or frozen. */
  async function soon<T>(start: () => Promise<T>): Promise<T> {
    const answer = () =>
      start().then(
        (value) => ({ value }),
        (error) => {
          if (!(error instanceof DatabaseUnavailable)) throw error;
          return undefined;
        },
      );
    return (await until(answer, "the database answers")).value;
  }

  const asleep = `select 1 from pg_stat_activity
    where query like '%pg_sleep(%' and state = 'active' and pid <> pg_backend_pid()`;
  const cut = () =>
    admin.unsafe("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vingate'");

  test("recovers from a server restart under load", async () => {
    let stopped = false;
    let succeeded = 0;
    const failures: Error[] = [];
    const callers = Array.from({ length: 16 }, async () => {
      while (!stopped)
        await Promise.all([db.get(one), db.transaction((tx) => tx.run(insert))]).then(
          () => {
            succeeded += 1;
          },
          (error) => {
            failures.push(error);
            // Without this a caller that fails immediately would starve the event loop.
            return Bun.sleep(5);
          },
        );
    });
    const successes = (more: number, from = succeeded) =>
      until(() => succeeded >= from + more, `${more} callers succeed`);
    await successes(50);
    await server.restart();
    await successes(50);
    stopped = true;
    await Promise.all(callers);
    expect(failures.length).toBeGreaterThan(0);
    for (const error of failures) expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(await soon(() => db.get<unknown>(one))).toEqual({ one: 1 });
  });

  test("opens without a server and works once it is there", async () => {
    await server.stop();
    const early = await open();
    await failsInTime(() => early.get(one));
    await failsInTime(() => early.transaction((tx) => tx.get(one)));
    expect(await thrown(early.run(insert))).not.toBeInstanceOf(CommitUnknown);
    await server.start();
    expect(await soon(() => early.get<unknown>(one))).toEqual({ one: 1 });
    expect(await soon(() => early.run(insert))).toBe(1);
    await early.close();
  });

  test("a cut connection fails its statement or transaction, and the next works", async () => {
    const patient = await open({ deadlineMs: 60_000 });
    const sleeping = [
      patient.all(sql`select pg_sleep(50)`),
      patient.transaction((tx) => tx.all(sql`select pg_sleep(50)`)),
    ];
    const settled = Promise.allSettled(sleeping);
    await until(async () => (await admin.unsafe(asleep)).length === 2, "both statements run");
    await cut();
    for (const result of await settled) {
      expect(result.status === "rejected" && result.reason).toBeInstanceOf(DatabaseUnavailable);
    }
    await patient.close();
    // The idle connections were cut too, and report that a moment later.
    expect(await soon(() => db.get<unknown>(one))).toEqual({ one: 1 });
    const cutInside = db.transaction(async (tx) => {
      await tx.run(sql`delete from thing`);
      await cut();
      await tx.run(insert);
    });
    expect(await thrown(cutInside)).toBeInstanceOf(DatabaseUnavailable);
    const count = () => db.get<{ count: number }>(sql`select count(*) as count from thing`);
    expect(await soon(count)).toEqual({ count: 1 });
  });

  test("a frozen server is reported within the timeout, then recovers", async () => {
    server.freeze();
    await failsInTime(() => db.get(one));
    await failsInTime(() => db.transaction((tx) => tx.get(one)));
    await failsInTime(() => db.run(insert));
    server.thaw();
    expect(await soon(() => db.get<unknown>(one))).toEqual({ one: 1 });
    expect(await soon(() => db.transaction((tx) => tx.run(insert)))).toBe(1);
  });

  test("a commit without a response is CommitUnknown; one never sent is not", async () => {
    const committing = db.transaction(async (tx) => {
      await tx.run(insert);
      server.freeze();
    });
    expect(await thrown(committing)).toBeInstanceOf(CommitUnknown);
    server.thaw();
    await soon(() => db.get(one));
    const inside = db.transaction(async (tx) => {
      await tx.run(insert);
      server.freeze();
      await tx.run(insert);
    });
    const error = await thrown(inside);
    server.thaw();
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).not.toBeInstanceOf(CommitUnknown);
    expect(await soon(() => db.run(insert))).toBe(1);
  });

  test("a write without a response is CommitUnknown, a read DatabaseUnavailable", async () => {
    await soon(() => db.get(one));
    server.freeze();
    const [read, write] = await Promise.all([thrown(db.get(one)), thrown(db.run(insert))]);
    server.thaw();
    expect(write).toBeInstanceOf(CommitUnknown);
    expect(read).not.toBeInstanceOf(CommitUnknown);
    expect(await soon(() => db.get<unknown>(one))).toEqual({ one: 1 });
  });

  test("a slow statement is stopped on the server while others continue", async () => {
    const slow = thrown(db.all(sql`select pg_sleep(${30})`));
    // Other statements run at this rate until the slow one ends.
    while (await Promise.race([slow.then(() => false), Bun.sleep(50).then(() => true)])) await db.get(one);
    expect(await slow).toBeInstanceOf(DatabaseUnavailable);
    // The statement would have taken thirty seconds.
    for (const end = performance.now() + reportedMs; (await admin.unsafe(asleep)).length > 0; )
      expect(performance.now()).toBeLessThan(end);
    const patient = db.transaction((tx) => tx.all(sql`select pg_sleep(${1.3})`), { deadlineMs: 20_000 });
    expect(await patient).toHaveLength(1);
  });

  test("single statements run while transactions use all their connections", async () => {
    const small = await open({ connectionsMax: 3 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = [1, 2].map(() => Promise.withResolvers<void>());
    const holding = begun.map((each) =>
      small.transaction(() => {
        each.resolve();
        return promise;
      }),
    );
    await Promise.all(begun.map((each) => each.promise));
    expect(await small.get<unknown>(one)).toEqual({ one: 1 });
    await failsInTime(() => small.transaction((tx) => tx.get(one)));
    resolve();
    await Promise.all(holding);
    expect(await small.transaction((tx) => tx.get<unknown>(one))).toEqual({ one: 1 });
    await small.close();
  });

  test("a refused login, too many connections and a missing database are DatabaseUnavailable", async () => {
    await admin.unsafe("create role narrow login password 'narrow' connection limit 1");
    const narrow = url.replace(/\/\/postgres:[^@]*@/, "//narrow:narrow@");
    const [first, second] = [await open({ url: narrow }), await open({ url: narrow })];
    await first.get(one);
    expect((await thrown(second.get(one))).message).toContain("53300");
    await first.close();
    for (const wrong of [narrow.replace(":narrow@", ":wrong@"), url.replace(/[^/]*$/, "nowhere")]) {
      const other = await open({ url: wrong });
      expect(await thrown(other.get(one))).toBeInstanceOf(DatabaseUnavailable);
      await other.close();
    }
    await second.close();
  });

  test("behind a pooler nothing outlives a transaction", async () => {
    const pooled = await open({ pooler: true, connectionsMax: 2 });
    for (let round = 0; round < 5; round += 1) {
      expect(await pooled.get<unknown>(sql`select ${round} + 0 as round`)).toEqual({ round });
    }
    const prepared = await pooled.transaction((tx) =>
      tx.all(raw("select name from pg_prepared_statements where name <> ''")),
    );
    expect(prepared).toEqual([]);
    expect(await pooled.get<unknown>(raw("show statement_timeout"))).toEqual({ statement_timeout: "0" });
    expect(await thrown(pooled.transaction((tx) => tx.all(sql`select pg_sleep(${5})`)))).toBeInstanceOf(
      DatabaseUnavailable,
    );
    await pooled.close();
  });

  test("names sort by bytes in any database language", async () => {
    await expect(db.run(raw("create table wrong (id nonsense)"))).rejects.toBeInstanceOf(StatementError);
    await db.run(raw('create table word (name text collate "C")'));
    await db.run(sql`insert into word (name) values ('b'), ('B'), ('a'), ('é')`);
    expect(await db.all(raw("select name from word order by name"))).toEqual(
      ["B", "a", "b", "é"].map((name) => ({ name })),
    );
  });
});
