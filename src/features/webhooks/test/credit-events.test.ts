import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { openWebhookScene, type WebhookScene } from "./webhook-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`events of credits on ${kind.dialect}`, () => {
    let scene: WebhookScene;
    let account: Account;
    beforeAll(async () => {
      scene = await openWebhookScene(kind);
    });
    afterEach(() => scene.reset());
    afterAll(() => scene?.end());

    const call = async (times: number, expected: number) => {
      for (let each = 0; each < times; each++) {
        const headers = { "x-authkey": account.key };
        const got = await scene.service.ask("GET", "/vin-decoder/5J6RW2H59JL990075", { headers });
        expect(got.status).toBe(expected);
      }
    };
    const credits = (json: object) =>
      scene.operator("POST", `/subscriptions/${account.subscriptionId}/credits`, json);
    const events = async () => {
      const rows = await scene.service.app.database.all<{ type: string; data: string }>(sql`
        select type, data from outbox_event where subscription_id = ${account.subscriptionId} and type like 'credits.%' order by event_id`);
      return rows.map(({ type, data }) => {
        const { threshold, remaining } = JSON.parse(data);
        return [type, ...(threshold === undefined ? [] : [threshold]), remaining];
      });
    };
    const watching = async (thresholds: number[]) => {
      account = await signUp(scene.service);
      return scene.created(scene.operator, {
        user_id: account.userId,
        types: ["credits.low", "credits.gone"],
        credit_thresholds: thresholds,
      });
    };

    test("each threshold makes one event, and another after a grant above it", async () => {
      await watching([12, 10]);
      await call(2, 200);
      expect(await events()).toEqual([]);
      await call(4, 200);
      const low = [
        ["credits.low", 12, 12],
        ["credits.low", 10, 10],
      ];
      expect(await events()).toEqual(low);
      await credits({ change: 2 });
      await call(3, 200);
      // 11 was above one of them.
      expect(await events()).toEqual([...low, ["credits.low", 10, 10]]);
      await call(8, 200);
      await call(2, 402);
      const gone = [...low, ["credits.low", 10, 10], ["credits.gone", 0]];
      expect(await events()).toEqual(gone);
      await credits({ change: 1 });
      await call(1, 200);
      expect(await events()).toEqual([...gone, ["credits.gone", 0]]);
      await scene.deliver();
      expect(scene.receiver.received).toHaveLength(5);
    });

    test("a grant to exactly a threshold re-arms nothing", async () => {
      await watching([10]);
      await call(6, 200);
      const low = [["credits.low", 10, 10]];
      expect(await events()).toEqual(low);
      await credits({ change: 1 });
      expect(await events()).toEqual(low);
      await call(1, 200);
      expect(await events()).toEqual(low);
    });

    test("an operator who removes credits crosses thresholds as calls do", async () => {
      await watching([10, 5]);
      await credits({ change: -12 });
      expect(await events()).toEqual([
        ["credits.low", 10, 3],
        ["credits.low", 5, 3],
      ]);
      await credits({ set: 20 });
      await credits({ set: 4 });
      expect(await events()).toHaveLength(4);
    });

    test("operators' thresholds are for all, and each webhook gets its own", async () => {
      await watching([14]);
      const other = await scene.created(scene.operator, { types: ["credits.low"], credit_thresholds: [13] });
      await call(3, 200);
      await scene.deliver();
      const sent = scene.receiver.received.map(({ body }) => JSON.parse(body).data.threshold);
      // Two webhooks are served side by side.
      expect(sent.toSorted()).toEqual([13, 14]);
      const log = await scene.operator("GET", `/webhooks/${other.id}/deliveries`);
      expect((log.body as { type: string }[]).map(({ type }) => type)).toEqual(["credits.low"]);
    });

    test("a call without any webhook writes nothing", async () => {
      account = await signUp(scene.service);
      await call(15, 200);
      await call(1, 402);
      expect(await events()).toEqual([]);
      expect(
        await scene.service.app.database.all(sql`select * from credit_crossing where subscription_id =
        ${account.subscriptionId}`),
      ).toEqual([]);
    });
  });
