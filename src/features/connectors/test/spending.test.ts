import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, type TestService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import type { Database } from "../../../database/database.ts";
import { DatabaseUnavailable } from "../../../database/errors.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { takeOfDay } from "../spending.ts";
import { connected, newPerson, startConnected } from "./connector-scene.ts";

const today = "2026-11-28";
const noon = Date.parse(`${today}T12:00:00Z`);
const limit = 5;

/** A database that answers a call only when a test lets it. */
interface Late {
  readonly db: Database;
  /** Lets it answer; resolves when it has, and its answer was used. */
  answer(): Promise<void>;
  /** Statements that were run after its answer. */
  readonly ran: string[];
}

function late(database: Database): Late {
  const gate = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const ran: string[] = [];
  return {
    ran,
    db: {
      ...database,
      dialect: database.dialect,
      silentMs: database.silentMs,
      all: (statement) => database.all(statement),
      transaction: (work, options) => database.transaction(work, options),
      async get<T>(statement: Sql) {
        await gate.promise;
        try {
          return await database.get<T>(statement);
        } finally {
          answered.resolve();
        }
      },
      run(statement) {
        ran.push(statement.parts.join("?").trim().split("\n")[0]!);
        return database.run(statement);
      },
    },
    async answer() {
      gate.resolve();
      await answered.promise;
      // Promises that wait for the answer come before the next task.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`credits of an assistant's day on ${kind.dialect}`, () => {
    let service: TestService;
    let id: string;
    beforeAll(async () => {
      service = await startConnected(kind);
      ({ id } = await connected(service, await newPerson(service), { limit }));
    });
    afterAll(() => service.end());

    const take = (db: Database, credits: number, at = noon) =>
      takeOfDay(db, { id, limit }, credits, { at, clock: () => at });
    const taken = async () => {
      const rows = await service.app.database.all<{ day: string; credits: number }>(sql`
        select day, credits from assistant_day where assistant_id = ${id} order by day`);
      return rows.map(({ day, credits }) => [day, credits]);
    };
    const setTo = (credits: number) =>
      service.app.database.run(sql`
        insert into assistant_day (assistant_id, day, credits) values (${id}, ${today}, ${credits})
        on conflict (assistant_id, day) do update set credits = ${credits}`);

    test("an answer that comes late is refused, and what it took is given back to its day", async () => {
      await setTo(1);
      const { db, answer, ran } = late(service.app.database);
      await expect(take(db, 3)).rejects.toThrow(DatabaseUnavailable);
      expect(await taken()).toEqual([[today, 1]]);
      await answer();
      expect(ran.length).toBe(1);
      await until(async () => (await taken())[0]?.[1] === 1, "the credits are given back");
      // All of them are there for the next call, and no more.
      await take(service.app.database, 4);
      expect(await taken()).toEqual([[today, limit]]);
      await expect(take(service.app.database, 1)).rejects.toMatchObject({ code: "quota_exceeded" });
    });

    test("an answer that comes late and took nothing gives nothing back", async () => {
      await setTo(limit);
      const { db, answer, ran } = late(service.app.database);
      await expect(take(db, 1)).rejects.toThrow(DatabaseUnavailable);
      await answer();
      expect([ran, await taken()]).toEqual([[], [[today, limit]]]);
    });

    test("an answer that comes in time is not given back, and the next day begins at midnight", async () => {
      await setTo(0);
      const midnight = Date.parse("2026-11-29T00:00:00Z");
      await take(service.app.database, limit, midnight - 1);
      const refused = take(service.app.database, 1, midnight - 1500);
      await expect(refused).rejects.toMatchObject({
        code: "quota_exceeded",
        extra: { headers: { "retry-after": "2" } },
      });
      const { giveBack } = await take(service.app.database, 2, midnight);
      expect(await taken()).toEqual([
        [today, limit],
        ["2026-11-29", 2],
      ]);
      giveBack();
      await until(async () => (await taken())[1]?.[1] === 0, "the call's credits are given back");
      expect((await taken())[0]).toEqual([today, limit]);
    });
  });
