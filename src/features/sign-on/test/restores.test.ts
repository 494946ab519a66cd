import { describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { startWorld } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of identities on ${kind.dialect}`, () => {
    test("no restore brings an unlinked identity or an attempt back", async () => {
      const world = await startWorld(kind);
      try {
        const { service } = world;
        const account = await signUp(service);
        const { database } = service.app;
        for (const id of ["lost", "kept"])
          await database.run(sql`
            insert into identity (id, issuer, subject, user_id, linked_at)
            values (${id}, 'https://issuer.example', ${id}, ${account.userId}, 1)`);
        await database.run(sql`
          insert into sign_on_attempt (digest, provider, purpose, expires_at)
          values ('begun', 'customers', 'sign_in', ${Number.MAX_SAFE_INTEGER})`);
        const customer = asker(service, await signedIn(service, account));
        const point = await world.point();
        expect((await customer("DELETE", `/users/${account.userId}/identities/lost`)).status).toBe(200);
        await world.goBack(point);
        const after = world.service.app.database;
        expect(await after.all(sql`select id from identity`)).toEqual([{ id: "kept" }]);
        expect(await after.all(sql`select digest from sign_on_attempt`)).toEqual([]);
      } finally {
        await world.end();
      }
    });
  });
