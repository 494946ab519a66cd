import { describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { startWorld } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of terms on ${kind.dialect}`, () => {
    test("versions come back whole, and who accepted them", async () => {
      const world = await startWorld(kind);
      const publish = (text: string) =>
        world.service.ask("PUT", "/terms/terms", {
          headers: world.service.operatorHeaders,
          json: { title: "Terms", text },
        });
      const accept = async (account: Awaited<ReturnType<typeof signUp>>, version: number) =>
        world.service.ask("POST", "/terms/acceptances", {
          headers: await signedIn(world.service, account),
          json: { kind: "terms", version },
        });
      const rows = async (of: string, userId: string) => ({
        of,
        terms: await world.service.app.database.all(sql`select * from terms order by version`),
        accepted: await world.service.app.database.all(
          sql`select * from acceptance where user_id = ${userId} order by version`,
        ),
      });
      try {
        const account = await signUp(world.service);
        await publish("First.");
        await accept(account, 1);
        const point = await world.point();
        const later = await signUp(world.service);
        await publish("Second.");
        await accept(account, 2);
        await accept(later, 2);
        const seen = await rows("account", account.userId);
        await world.goBack(point);
        expect(await rows("account", account.userId)).toEqual(seen);
        // The backup has no such account.
        expect((await rows("later", later.userId)).accepted).toEqual([]);
        expect((await publish("Third.")).body).toMatchObject({ version: 3 });
      } finally {
        await world.end();
      }
    });
  });
