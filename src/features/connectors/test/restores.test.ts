import { describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { startWorld } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

const never = Number.MAX_SAFE_INTEGER;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of assistants on ${kind.dialect}`, () => {
    test("no restore brings an ended assistant, or any code or token back", async () => {
      const world = await startWorld(kind);
      try {
        const { service } = world;
        const { userId, subscriptionId, ...account } = await signUp(service);
        const { database } = service.app;
        for (const id of ["lost", "kept"]) {
          await database.run(sql`
            insert into assistant (id, user_id, account_id, subscription_id, client_id, name, host, credits_per_day,
              created_at, connected_at)
            values (${id}, ${userId}, ${userId}, ${subscriptionId}, 'program', ${id}, 'a.example', 9, 1, 1)`);
          await database.run(sql`
            insert into assistant_token (digest, kind, assistant_id, created_at, expires_at)
            values (${id}, 'vgf', ${id}, 1, ${never})`);
          await database.run(sql`
            insert into assistant_code (digest, assistant_id, redirect_uri, challenge, expires_at)
            values (${id}, ${id}, '', '', ${never})`);
          await database.run(sql`
            insert into assistant_day (assistant_id, day, credits) values (${id}, '2026-11-21', 1)`);
        }
        const customer = asker(service, await signedIn(service, account));
        const point = await world.point();
        expect((await customer("DELETE", `/users/${userId}/assistants/lost`)).status).toBe(200);
        await world.goBack(point);
        const after = world.service.app.database;
        const kept = [{ id: "kept" }];
        expect(await after.all(sql`select id from assistant`)).toEqual(kept);
        expect(await after.all(sql`select assistant_id as id from assistant_day`)).toEqual(kept);
        expect(await after.all(sql`select digest from assistant_token`)).toEqual([]);
        expect(await after.all(sql`select digest from assistant_code`)).toEqual([]);
      } finally {
        await world.end();
      }
    });
  });
