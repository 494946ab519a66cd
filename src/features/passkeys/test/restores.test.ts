import { describe, expect, test } from "bun:test";
import { asker, sessionOf } from "../../../../test/callers.ts";
import { startWorld } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { byPasskey } from "../../../access/proof.ts";
import { sql } from "../../../database/sql.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of passkeys on ${kind.dialect}`, () => {
    test("no restore brings a removed passkey or a challenge back", async () => {
      const world = await startWorld(kind);
      try {
        const { service } = world;
        const account = await signUp(service);
        const { database } = service.app;
        for (const id of ["lost", "kept"])
          await database.run(sql`
            insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
            values (${id}, ${account.userId}, ${id}, ${new Uint8Array(8)}, 0, '[]', ${id}, 1)`);
        await database.run(sql`
          insert into passkey_challenge (challenge, user_id, expires_at)
          values ('asked', null, ${Number.MAX_SAFE_INTEGER})`);
        const customer = asker(service, {
          authorization: await sessionOf(service, account.userId, byPasskey),
        });
        const point = await world.point();
        expect((await customer("DELETE", `/users/${account.userId}/passkeys/lost`)).status).toBe(200);
        await world.goBack(point);
        const after = world.service.app.database;
        expect(await after.all(sql`select id from passkey`)).toEqual([{ id: "kept" }]);
        expect(await after.all(sql`select challenge from passkey_challenge`)).toEqual([]);
      } finally {
        await world.end();
      }
    });
  });
