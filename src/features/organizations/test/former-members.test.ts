import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { bodyOf, choose, join, newOrganization, newPerson, type Person } from "./organization-scene.ts";

interface Listed {
  readonly kind: string;
  readonly id: string;
  readonly slot: string;
  readonly event: string;
  readonly known_to: string | null;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`keys that former members know, on ${kind.dialect}`, () => {
    let service: TestService;
    let owner: Person;
    let developer: Person;
    let id: string;
    let read: string;
    let unread: string;

    beforeAll(async () => {
      service = await startService(kind);
      [owner, developer] = [await newPerson(service), await newPerson(service)];
      [read, unread] = [owner.subscriptionId, (await newPerson(service)).subscriptionId];
      id = await newOrganization(owner);
      // Not by a move, which is shown too.
      for (const one of [read, unread])
        await service.change(sql`update subscription set owner_id = ${id} where id = ${one}`);
      await join(owner, id, developer, "developer");
    });
    afterAll(() => service.end());

    const iso = () => new Date(service.app.clock()).toISOString();
    const path = () => `/users/${id}/remaining-credentials`;
    const list = async (person = owner) =>
      bodyOf<Listed[]>(await person.ask("GET", path())).map(
        ({ kind: of, id: subscription, slot, event, known_to }) =>
          [of, subscription, slot, event, known_to].join(" "),
      );
    const name = "Ada Byron";

    test("owners see the keys that a member has read and who was removed or demoted, until they are replaced", async () => {
      bodyOf(await developer.ask("POST", `/subscriptions/${read}/listSecrets`));
      service.advance(1000);
      bodyOf(await owner.ask("POST", `/subscriptions/${unread}/listSecrets`));
      expect(await list()).toEqual([]);
      bodyOf(await owner.ask("DELETE", `/organizations/${id}/members/${developer.userId}`));
      const known = (slot: string) => `key ${read} ${slot} member_removed ${name}`;
      expect(await list()).toEqual(["primary", "secondary", "test"].map(known));
      bodyOf(await owner.ask("POST", `/subscriptions/${read}/regeneratePrimaryKey`));
      expect(await list()).toEqual(["secondary", "test"].map(known));
      bodyOf(await owner.ask("DELETE", `${path()}?until=${iso()}`));
      expect(await list()).toEqual([]);
    });

    test("a key that was made after the member read the keys is not listed; one that the member made is", async () => {
      await join(owner, id, developer, "developer");
      service.advance(1000);
      bodyOf(await developer.ask("POST", `/subscriptions/${unread}/regenerateSecondaryKey`));
      service.advance(1000);
      bodyOf(await owner.ask("POST", `/subscriptions/${unread}/regenerateTestKey`));
      bodyOf(await owner.ask("PUT", `/organizations/${id}/members/${developer.userId}`, { role: "billing" }));
      const known = (event: string) => [
        `key ${read} secondary ${event} ${name}`,
        `key ${read} test ${event} ${name}`,
        `key ${unread} primary ${event} ${name}`,
        `key ${unread} secondary ${event} ${name}`,
      ];
      expect(await list()).toEqual(known("role_narrowed"));
      service.advance(1000);
      bodyOf(await owner.ask("DELETE", `/organizations/${id}/members/${developer.userId}`));
      expect(await list()).toEqual(known("member_removed"));
    });

    test("members who are no owners, and strangers, do not read it", async () => {
      await join(owner, id, developer, "developer");
      expect((await developer.ask("GET", path())).status).toBe(403);
      expect((await developer.ask("DELETE", `${path()}?until=${iso()}`)).status).toBe(403);
      expect((await (await newPerson(service)).ask("GET", path())).status).toBe(404);
    });

    test("a subscription that came from another account brings keys that its people know", async () => {
      const person = await newPerson(service);
      const target = await newOrganization(person);
      await choose(person, person.userId);
      const moved = { account_id: target };
      bodyOf(await person.ask("POST", `/subscriptions/${person.subscriptionId}/transfer`, moved));
      await choose(person, target);
      const shown = bodyOf<Listed[]>(await person.ask("GET", `/users/${target}/remaining-credentials`));
      expect(shown.map(({ id: of, slot, event, known_to }) => [of, slot, event, known_to])).toEqual(
        ["primary", "secondary", "test"].map((slot) => [
          person.subscriptionId,
          slot,
          "subscription_moved",
          null,
        ]),
      );
    });
  });
