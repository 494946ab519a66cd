import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import type { Sql } from "../../../database/sql.ts";
import {
  accept,
  bodyOf,
  choose,
  invite,
  join,
  newOrganization,
  newPerson,
  newSession,
  type Person,
} from "./organization-scene.ts";

interface Scene {
  readonly service: TestService;
  readonly operator: Asker;
  /** Who has invited somebody; another owner, and the organization. */
  readonly inviter: Person;
  readonly other: Person;
  readonly id: string;
}

/** After each of these an invitation of the inviter is no longer accepted. */
const ends: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  async "its password is reset"({ service, operator, inviter }) {
    const made = await operator("POST", `/users/${inviter.userId}/resetLink`);
    const { reset_token } = bodyOf<{ reset_token: string }>(made);
    const json = { reset_token, password: "another password" };
    return bodyOf(await service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json }));
  },
  "it is blocked": async ({ operator, inviter }) =>
    bodyOf(await operator("PATCH", `/users/${inviter.userId}`, { state: "blocked" })),
  "it is no owner any more": async ({ other, inviter, id }) =>
    bodyOf(await other.ask("PUT", `/organizations/${id}/members/${inviter.userId}`, { role: "developer" })),
  "it is removed": async ({ other, inviter, id }) =>
    bodyOf(await other.ask("DELETE", `/organizations/${id}/members/${inviter.userId}`)),
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`invitations of whoever may no longer invite, on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    async function sceneOf(): Promise<Scene> {
      const other = await newPerson(service);
      const id = await newOrganization(other);
      const inviter = await newPerson(service);
      await join(other, id, inviter, "owner");
      return { service, operator, inviter, other, id };
    }

    for (const [name, happens] of Object.entries(ends))
      test(`are withdrawn when ${name}`, async () => {
        const scene = await sceneOf();
        const friend = await newPerson(service);
        const invited = await invite(scene.inviter, scene.id, friend.email, "owner");
        const kept = await newPerson(service);
        const ofOther = await invite(scene.other, scene.id, kept.email);
        await happens(scene);
        expect((await accept(friend, invited)).status).toBe(403);
        expect((await accept(kept, ofOther)).status).toBe(200);
      });

    test("are not made by a call that began when it still was an owner", async () => {
      const scene = await sceneOf();
      const { database } = service.app;
      const read = database.get.bind(database);
      // The role ends when the call has been admitted.
      let isEnded = false;
      const get = async <T>(statement: Sql) => {
        const row = await read<T>(statement);
        if (!isEnded && (row as { memberRole?: string } | undefined)?.memberRole === "owner") {
          isEnded = true;
          await ends["it is no owner any more"]!(scene);
        }
        return row;
      };
      const path = `/organizations/${scene.id}/invitations`;
      Object.assign(database, { get });
      const answered = await scene.inviter
        .ask("POST", path, { email: "late@example.com", role: "owner" })
        .finally(() => Reflect.deleteProperty(database, "get"));
      expect([answered.status, isEnded]).toEqual([403, true]);
      const other = await newSession(service, scene.other);
      await choose(other, scene.id);
      expect(bodyOf(await other.ask("GET", path))).toEqual([]);
    });
  });
