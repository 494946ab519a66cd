import { describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { startWorld } from "../../../../test/decisions/world.ts";
import { type Account, kinds, signUp, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { organizationsRestoring } from "../ended-members.ts";

/** Adds members of an organization, whose ID it resolves to, each with an access token for it. */
async function addMembers(service: TestService, owner: Account, members: readonly string[]): Promise<string> {
  const customer = asker(service, await signedIn(service, owner));
  const { id } = (await customer("POST", "/organizations", { name: "Acme" })).body as { id: string };
  for (const user of members) {
    await service.app.database.run(sql`
      insert into member (organization_id, user_id, role, joined_at) values (${id}, ${user}, 'owner', 1)`);
    await service.app.database.run(sql`
      insert into access_token (digest, kind, user_id, account_id, created_at, id, name)
      values (${user}, 'vgt', ${user}, ${id}, 1, ${user}, 'mine')`);
  }
  return id;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of members on ${kind.dialect}`, () => {
    test("no restore brings a removed member, a higher role or an invitation back", async () => {
      const world = await startWorld(kind);
      try {
        const { service } = world;
        const owner = await signUp(service);
        const [removed, lowered, kept] = [
          await signUp(service),
          await signUp(service),
          await signUp(service),
        ].map(({ userId }) => userId) as [string, string, string];
        const id = await addMembers(service, owner, [removed, lowered, kept]);
        const session = await signedIn(service, owner);
        const customer = asker(service, session);
        expect((await customer("PUT", "/auth/account", { account_id: id })).status).toBe(200);
        const invitation = { email: "new@example.com", role: "developer" };
        expect((await customer("POST", `/organizations/${id}/invitations`, invitation)).status).toBe(200);
        const point = await world.point();
        expect((await customer("DELETE", `/organizations/${id}/members/${removed}`)).status).toBe(200);
        const role = { role: "billing" };
        expect((await customer("PUT", `/organizations/${id}/members/${lowered}`, role)).status).toBe(200);
        await world.goBack(point);
        const after = world.service.app.database;
        const members = await after.all<{ id: string; role: string }>(sql`
          select user_id as id, role from member where organization_id = ${id} order by joined_at, user_id`);
        expect(members.map((row) => ({ ...row }))).toEqual(
          [
            { id: lowered, role: "billing" },
            { id: kept, role: "owner" },
            { id: owner.userId, role: "owner" },
          ].toSorted(
            (a, b) => Number(a.id === owner.userId) - Number(b.id === owner.userId) || (a.id < b.id ? -1 : 1),
          ),
        );
        const tokens = await after.all<{ id: string }>(sql`
          select user_id as id from access_token where kind = 'vgt' order by user_id`);
        expect(tokens.map((row) => row.id)).toEqual([lowered, kept].toSorted());
        expect(await after.all(sql`select id from organization_invitation`)).toEqual([]);
      } finally {
        await world.end();
      }
    });
  });

for (const kind of kinds)
  describe.skipIf(kind.missing)(`roles of members on ${kind.dialect}`, () => {
    test("an earlier change that is read later takes nothing back", async () => {
      const fresh = await kind.migrated();
      try {
        const db = await fresh.open();
        await db.run(sql`
          insert into member (organization_id, user_id, role, joined_at) values ('org', 'ada', 'owner', 1)`);
        const lowered = organizationsRestoring.kinds!.find(({ name }) => name === "member-role")!;
        const replaying = { at: 9, open: () => "" };
        for (const [former, role] of [
          ["developer", "billing"],
          ["owner", "developer"],
        ])
          await db.transaction((tx) =>
            lowered.replay(tx, { organization: "org", user: "ada", former, role }, replaying),
          );
        expect((await db.get<{ role: string }>(sql`select role from member`))?.role).toBe("billing");
      } finally {
        await fresh.end();
      }
    });
  });
