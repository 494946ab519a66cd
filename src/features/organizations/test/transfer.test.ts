import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { bodyOf, choose, join, newOrganization, newPerson, type Person } from "./organization-scene.ts";

const vin = "/vin-decoder/5J6RW2H59JL990075";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`moving subscriptions on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    let owner: Person;
    let other: Person;
    let organizationId: string;

    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
      [owner, other] = [await newPerson(service), await newPerson(service)];
      organizationId = await newOrganization(owner);
      await choose(owner, owner.userId);
    });
    afterAll(() => service.end());

    const move = (person: Person, accountId: string, id = owner.subscriptionId) =>
      person.ask("POST", `/subscriptions/${id}/transfer`, { account_id: accountId });
    const call = async () => (await service.ask("GET", vin, { headers: { "x-authkey": owner.key } })).status;
    const callsOf = async (userId: string) => {
      await service.app.metering.flush();
      const { items } = bodyOf<{ items: { user_id: string; call_count_total: number }[] }>(
        await operator("GET", "/reports/byUser"),
      );
      return items.find((one) => one.user_id === userId)?.call_count_total ?? 0;
    };
    const audited = async (object: string) =>
      bodyOf<{ action: string; after: unknown }[]>(
        await operator("GET", `/audit?action=subscription.transfer&object=${object}`),
      ).map(({ after }) => after);

    test("keys, credits and plan go along; calls of before stay", async () => {
      expect(await call()).toBe(200);
      const before = bodyOf<object>(await owner.ask("GET", `/subscriptions/${owner.subscriptionId}`));
      expect(bodyOf<object>(await move(owner, organizationId))).toEqual({
        ...before,
        owner_id: organizationId,
        credits: expect.anything(),
      });
      expect(await call()).toBe(200);
      expect((await owner.ask("GET", `/subscriptions/${owner.subscriptionId}`)).status).toBe(404);
      await choose(owner, organizationId);
      expect((await owner.ask("GET", `/subscriptions/${owner.subscriptionId}`)).status).toBe(200);
      expect([await callsOf(owner.userId), await callsOf(organizationId)]).toEqual([1, 1]);
    });

    test("the logs of both accounts name it", async () => {
      const subscription_id = owner.subscriptionId;
      expect(await audited(`/users/${owner.userId}`)).toEqual([{ subscription_id, to: organizationId }]);
      expect(await audited(`/users/${organizationId}`)).toEqual([{ subscription_id, from: owner.userId }]);
      expect(await audited(`/subscriptions/${subscription_id}`)).toEqual([{ owner_id: organizationId }]);
    });

    test("only who owns both accounts moves it, from the one that it acts for", async () => {
      // Acts for the organization, which has it.
      expect((await move(owner, other.userId)).status).toBe(404);
      expect((await move(owner, organizationId)).status).toBe(409);
      expect((await move(other, other.userId)).status).toBe(404);
      await join(owner, organizationId, other, "developer");
      expect((await move(other, other.userId)).status).toBe(403);
      await service.app.database.run(sql`
        update member set role = 'owner' where organization_id = ${organizationId} and user_id = ${other.userId}`);
      const second = await newOrganization(owner, "Second");
      await choose(owner, organizationId);
      // Not a member of the second one.
      expect((await move(other, second)).status).toBe(404);
      await service.app.database.run(sql`
        insert into member (organization_id, user_id, role, joined_at) values (${second}, ${other.userId}, 'billing', 0)`);
      expect((await move(other, second)).status).toBe(404);
      expect((await operatorTransfer()).status).toBe(403);
      expect((await move(owner, second)).status).toBe(200);
    });

    const operatorTransfer = () =>
      operator("POST", `/subscriptions/${owner.subscriptionId}/transfer`, { account_id: owner.userId });
  });
