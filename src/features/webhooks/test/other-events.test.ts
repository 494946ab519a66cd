import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { withImportLock } from "../../../vehicles/imports/jobs/runs.ts";
import { swapDataset } from "../../../vehicles/imports/staging/dataset-swaps.ts";
import { answerChallenge } from "./receiver.ts";
import { openWebhookScene, type WebhookScene } from "./webhook-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`events of changes on ${kind.dialect}`, () => {
    let scene: WebhookScene;
    beforeAll(async () => {
      scene = await openWebhookScene(kind);
    });
    afterAll(() => scene?.end());

    /** The events of a subscription: type, what is special, and hours until they are sent. */
    const events = async ({ subscriptionId }: Account) => {
      const rows = await scene.service.app.database.all<{ type: string; data: string; due_at: number }>(sql`
        select type, data, due_at from outbox_event where subscription_id = ${subscriptionId}
        order by created_at, due_at, event_id`);
      return rows.map(({ type, data, due_at }) => {
        const { subscription_id, ...rest } = JSON.parse(data);
        expect(subscription_id).toBe(subscriptionId);
        return [
          type,
          Object.values(rest).join(" "),
          due_at === 0 ? 0 : (due_at - scene.service.app.clock()) / hourMs,
        ];
      });
    };
    const inHours = (hours: number) => new Date(scene.service.app.clock() + hours * hourMs).toISOString();
    const regenerate = ({ subscriptionId }: Account, grace: number) =>
      scene.operator("POST", `/subscriptions/${subscriptionId}/regeneratePrimaryKey`, {
        grace_seconds: grace,
      });

    test("a replaced key is announced, and again an hour before it ends", async () => {
      const account = await signUp(scene.service);
      const created = ["subscription.changed", " active", 0];
      await regenerate(account, 4 * 3600);
      expect(await events(account)).toEqual([
        created,
        ["key.replaced", `primary ${inHours(4)}`, 0],
        ["key.expiring", `primary ${inHours(4)}`, 3],
      ]);
      await regenerate(account, 0);
      const after = (await events(account)).map(([type]) => type);
      expect(after).toEqual([created[0]!, "key.replaced", "key.replaced"]);
    });

    test("each state of a subscription is an event, its end by time included", async () => {
      const account = await signUp(scene.service);
      const change = (json: object) =>
        scene.operator("PATCH", `/subscriptions/${account.subscriptionId}`, json);
      const created = ["subscription.changed", " active", 0];
      await change({ expires_at: inHours(5) });
      await change({ expires_at: inHours(7), display_name: "Renamed" });
      expect(await events(account)).toEqual([created, ["subscription.changed", "active expired", 7]]);
      await change({ state: "suspended" });
      expect(await events(account)).toEqual([created, ["subscription.changed", "active suspended", 0]]);
      await scene.operator("DELETE", `/subscriptions/${account.subscriptionId}`);
      expect((await events(account)).at(-1)).toEqual(["subscription.changed", "suspended deleted", 0]);
    });

    test("an event of a later time is sent at that time", async () => {
      const account = await signUp(scene.service);
      await scene.created(scene.operator, { user_id: account.userId });
      await scene.deliver();
      scene.receiver.received.length = 0;
      await scene.operator("PATCH", `/subscriptions/${account.subscriptionId}`, { expires_at: inHours(2) });
      scene.service.advance(2 * hourMs - 1);
      await scene.deliver();
      expect(scene.receiver.received).toEqual([]);
      scene.service.advance(1);
      await scene.deliver();
      expect(scene.receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
        {
          type: "subscription.changed",
          timestamp: inHours(0),
          data: { subscription_id: account.subscriptionId, former_state: "active", state: "expired" },
        },
      ]);
      await scene.reset();
    });

    test("imports are for operators, datasets for those who may call them", async () => {
      const account = await signUp(scene.service);
      const { database, clock } = scene.service.app;
      await scene.created(scene.operator, { user_id: account.userId, types: ["dataset.changed"] });
      await scene.created(scene.operator, { types: ["import.done", "import.failed", "dataset.changed"] });
      scene.receiver.answer = answerChallenge;
      await scene.deliver();
      expect(scene.receiver.received.splice(0).map(({ body }) => JSON.parse(body).type)).toEqual([
        "webhook.test",
      ]);
      const run = { family: "lien", source: "test" };
      const swap = (change: Sql) => () => swapDataset(database, "lien", clock(), () => database.run(change));
      const loaded = sql`
        insert into dataset (family, state, name, version, source, licence, record_count, checksum, loaded_at)
        values ('lien', 'current', 'test', '1', 'test', 'test', 0, '', 0)`;
      await withImportLock(database, run, clock, swap(loaded));
      const failed = withImportLock(database, run, clock, () => Promise.reject(new Error("line 7 is odd")));
      await expect(failed).rejects.toThrow("line 7 is odd");
      await scene.deliver();
      const sent = scene.receiver.received.map(({ body }) => JSON.parse(body));
      expect(sent.map(({ type }) => type).sort()).toEqual([
        "dataset.changed",
        "dataset.changed",
        "import.done",
        "import.failed",
      ]);
      const { import_id: _, ...data } = sent.find(({ type }) => type === "import.failed").data;
      expect(data).toMatchObject({ family: "lien", source: "test", mode: "replace" });
      expect(data.error).toBe("an internal error; nothing has changed");
      // Without a subscription that includes it, a customer gets none.
      scene.receiver.received.length = 0;
      await scene.operator("DELETE", `/subscriptions/${account.subscriptionId}`);
      await swap(sql`delete from dataset where family = 'lien'`)();
      await scene.deliver();
      expect(scene.receiver.received).toHaveLength(1);
    });
  });
