import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { type Asker, asker, issues } from "../callers.ts";
import { kinds, problem, signUp, startService, type TestService, testStart } from "../harness.ts";

const bump = "/subscriptions/sandbox-bump";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`more credits on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    const credits = async (id: string) =>
      ((await operator("GET", `/subscriptions/${id}`)).body as { credits: object }).credits;

    test("a bump is a ledger row; its repetition returns the first answer", async () => {
      const { subscriptionId: subscription_id } = await signUp(service);
      const json = { subscription_id, credits: 10, reason: "goodwill", idempotency_key: "ticket 1" };
      const first = await operator("PUT", bump, json);
      expect(first.body).toEqual({
        id: (first.body as { id: string }).id,
        subscription_id,
        credits: 10,
        remaining: 25,
        reason: "goodwill",
        idempotency_key: "ticket 1",
        created_at: new Date(testStart).toISOString(),
      });
      service.advance(1000);
      expect((await operator("PUT", bump, { ...json, credits: 5000, reason: "again" })).body).toEqual(
        first.body,
      );
      expect(await credits(subscription_id)).toEqual({
        granted: 25,
        used: 0,
        remaining: 25,
        unlimited: false,
      });
      const ledger = await service.app.database.all(sql`
        select delta, kind, reason, remaining_after, actor from credit_ledger
        where subscription_id = ${subscription_id} order by kind desc`);
      expect(ledger).toEqual([
        { delta: 15, kind: "grant", reason: null, remaining_after: 15, actor: "client" },
        { delta: 10, kind: "bump", reason: "goodwill", remaining_after: 25, actor: "operator" },
      ]);
      const other = (await signUp(service)).subscriptionId;
      const more = { ...json, subscription_id: other, credits: 20 };
      const same = await operator("PUT", bump, more);
      expect(same.body).toEqual({
        id: (same.body as { id: string }).id,
        subscription_id: other,
        credits: 20,
        remaining: 35,
        reason: "goodwill",
        idempotency_key: "ticket 1",
        created_at: new Date(testStart + 1000).toISOString(),
      });
      expect((await operator("PUT", bump, more)).body).toEqual(same.body);
      expect((await operator("PUT", bump, json)).body).toEqual(first.body);
    });

    test("bumps without a key add up; one key adds once", async () => {
      const { subscriptionId: subscription_id } = await signUp(service);
      await operator("PUT", bump, { subscription_id, credits: 1 });
      await operator("PUT", bump, { subscription_id, credits: 1 });
      const json = { subscription_id, credits: 100, idempotency_key: "once" };
      const answers = await Promise.all(Array.from({ length: 10 }, () => operator("PUT", bump, json)));
      expect(new Set(answers.map((got) => got.text)).size).toBe(1);
      expect(await credits(subscription_id)).toMatchObject({ granted: 117, remaining: 117 });
      const audit = await operator(
        "GET",
        `/audit?object=/subscriptions/${subscription_id}&action=subscription.bump`,
      );
      expect((audit.body as unknown[]).length).toBe(3);
    });

    test("after a bump an exhausted subscription continues", async () => {
      const { subscriptionId: subscription_id, key } = await signUp(service);
      const decode = async () =>
        (await service.ask("GET", "/vin-decoder/1HGCM82633A004352", { headers: { "x-AuthKey": key } }))
          .status;
      for (let call = 0; call < 15; call++) await decode();
      expect(await decode()).toBe(402);
      await operator("PUT", bump, { subscription_id, credits: 1 });
      expect([await decode(), await decode()]).toEqual([200, 402]);
      expect(await credits(subscription_id)).toEqual({
        granted: 16,
        used: 16,
        remaining: 0,
        unlimited: false,
      });
    });

    test("invalid bumps", async () => {
      const { subscriptionId: subscription_id, userId: owner_id } = await signUp(service);
      await operator("POST", "/subscriptions/boundless", { scope: "/apis", owner_id });
      const boundless = await operator("PUT", bump, { subscription_id: "boundless", credits: 1 });
      const detail = "The credits of this subscription are already unlimited.";
      expect(boundless.body).toEqual(problem("conflict", 409, "Conflict", detail, boundless));
      expect((await operator("PUT", bump, { subscription_id: "missing", credits: 1 })).status).toBe(404);
      for (const wrong of [0, -5, 10_001, 1.5, "many", null])
        expect((await operator("PUT", bump, { subscription_id, credits: wrong })).status).toBe(422);
      expect(issues(await operator("PUT", bump, {}))).toEqual([
        "missing body subscription_id",
        "missing body credits",
      ]);
      expect(await credits(subscription_id)).toMatchObject({ granted: 15 });
    });
  });
}
