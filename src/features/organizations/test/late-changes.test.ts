import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { type Got, kinds, problem, startService, type TestService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import {
  bodyOf,
  choose,
  join,
  newOrganization,
  newPerson,
  type Person,
  rolesOf,
} from "./organization-scene.ts";

interface Scene {
  /** Who stays an owner, who is one only until its call has been admitted, and who is none. */
  readonly owner: Person;
  readonly former: Person;
  readonly member: Person;
  readonly id: string;
}

/** What only an owner changes. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<Got>>> = {
  "make another member an owner": ({ former, member, id }) =>
    former.ask("PUT", `/organizations/${id}/members/${member.userId}`, { role: "owner" }),
  "become an owner again": ({ former, id }) =>
    former.ask("PUT", `/organizations/${id}/members/${former.userId}`, { role: "owner" }),
  "remove another member": ({ former, member, id }) =>
    former.ask("DELETE", `/organizations/${id}/members/${member.userId}`),
  "change the contact address": ({ former, id }) =>
    former.ask("PATCH", `/organizations/${id}`, { contact_email: "late@example.com" }),
  "invite an owner": ({ former, id }) =>
    former.ask("POST", `/organizations/${id}/invitations`, { email: "late@example.com", role: "owner" }),
  "make an access token": ({ former, id }) => former.ask("POST", `/users/${id}/token`),
  "close the organization": ({ former, owner, id }) =>
    former.ask("POST", `/users/${id}/closing`, { email: owner.email }),
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a member whose role ends during its call, on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    async function sceneOf(): Promise<Scene> {
      const owner = await newPerson(service);
      const id = await newOrganization(owner);
      const [former, member] = [await newPerson(service), await newPerson(service)];
      await join(owner, id, former, "owner");
      await join(owner, id, member, "developer");
      return { owner, former, member, id };
    }

    /** Makes a call in which something happens when its caller has been admitted as an owner. */
    async function during(happens: () => Promise<unknown>, call: () => Promise<Got>): Promise<Got> {
      const { database } = service.app;
      const read = database.get.bind(database);
      let isAdmitted = false;
      const get = async <T>(statement: Sql) => {
        const row = await read<T>(statement);
        if (!isAdmitted && (row as { memberRole?: string } | undefined)?.memberRole === "owner") {
          isAdmitted = true;
          await happens();
        }
        return row;
      };
      Object.assign(database, { get });
      const got = await call().finally(() => Reflect.deleteProperty(database, "get"));
      expect(isAdmitted).toBe(true);
      return got;
    }

    for (const [name, change] of Object.entries(changes))
      test(`does not ${name}`, async () => {
        const scene = await sceneOf();
        const { owner, former, member, id } = scene;
        const path = `/organizations/${id}/members/${former.userId}`;
        const got = await during(
          async () => bodyOf(await owner.ask("PUT", path, { role: "developer" })),
          () => change(scene),
        );
        expect(got.body).toEqual(
          problem(
            "forbidden",
            403,
            "Forbidden",
            "Your role was changed during this call. Nothing was changed.",
            got,
          ),
        );
        expect(await rolesOf(owner, id)).toEqual([
          [owner.userId, "owner"],
          [former.userId, "developer"],
          [member.userId, "developer"],
        ]);
        expect(bodyOf(await owner.ask("GET", `/organizations/${id}/invitations`))).toEqual([]);
        expect(bodyOf(await operator("GET", `/users/${id}/tokens`))).toEqual([]);
        expect(bodyOf(await operator("GET", `/users/${id}`))).toMatchObject({ email: owner.email });
      });

    test("has no access token that a reset of its password did not see", async () => {
      const { former, id } = await sceneOf();
      const { database } = service.app;
      const link = bodyOf<{ reset_token: string }>(
        await operator("POST", `/users/${former.userId}/resetLink`),
      );
      const transaction = database.transaction.bind(database);
      const [written, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // The token is written when its caller is looked for once more.
      const held: typeof transaction = (work, options) =>
        transaction((tx) => {
          const read = tx.get.bind(tx);
          const get = async <T>(statement: Sql) => {
            const row = await read<T>(statement);
            if ((row as { member_role?: string } | undefined)?.member_role === "owner") {
              written.resolve();
              await goesOn.promise;
            }
            return row;
          };
          return work(Object.assign(tx, { get }));
        }, options);
      Object.assign(database, { transaction: held });
      const making = former.ask("POST", `/users/${id}/token`);
      await written.promise;
      Reflect.deleteProperty(database, "transaction");
      const json = { reset_token: link.reset_token, password: "another password" };
      let isReset = false;
      const resetting = service
        .ask("POST", "/auth/reset", { headers: service.clientHeaders, json })
        .finally(() => {
          isReset = true;
        });
      const waits = sql`select 1 as found from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      // SQLite has one writer: the reset comes afterwards in any case.
      if (kind.dialect === "postgres")
        await until(
          async () => isReset || (await database.get(waits)) !== undefined,
          "the reset has its turn",
        );
      goesOn.resolve();
      const [made, reset] = await Promise.all([making, resetting]);
      expect([made.status, reset.status]).toEqual([200, 200]);
      const headers = { authorization: `Bearer ${(made.body as { token: string }).token}` };
      expect((await service.ask("GET", `/organizations/${id}`, { headers })).status).toBe(401);
    });

    test("an owner that makes itself a developer, leaves or closes the organization does so", async () => {
      const { owner, former, id } = await sceneOf();
      const own = `/organizations/${id}/members/${former.userId}`;
      expect(bodyOf(await former.ask("PUT", own, { role: "developer" }))).toEqual({
        user_id: former.userId,
        role: "developer",
      });
      expect((await former.ask("DELETE", own)).status).toBe(200);
      expect((await owner.ask("POST", `/users/${id}/closing`, { email: owner.email })).status).toBe(200);
      await choose(owner, owner.userId);
      expect((await owner.ask("GET", `/users/${owner.userId}`)).status).toBe(200);
    });
  });
