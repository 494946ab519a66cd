import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { asker, issues, signedIn } from "../../../../test/callers.ts";
import { kinds, problem, signUp } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { answerChallenge, answerOk } from "./receiver.ts";
import { openWebhookScene, verified, type WebhookScene } from "./webhook-scene.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`webhooks on ${kind.dialect}`, () => {
    let scene: WebhookScene;
    beforeAll(async () => {
      scene = await openWebhookScene(kind);
    });
    afterEach(() => scene.reset());
    afterAll(() => scene?.end());

    test("is created, listed, changed and deleted", async () => {
      const got = await scene.customer("POST", "/webhooks", {
        ...scene.input(),
        types: ["credits.low"],
        credit_thresholds: [100],
      });
      const { secret, ...webhook } = got.body as { id: string; secret: string };
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const now = new Date(scene.service.app.clock()).toISOString();
      expect<unknown>([got.status, got.headers.get("cache-control"), webhook]).toEqual([
        200,
        "no-store",
        {
          id: webhook.id,
          user_id: scene.account.userId,
          url: `${scene.receiver.url}/hidden`,
          confirmed: false,
          description: "",
          types: ["credits.low"],
          credit_thresholds: [100],
          state: "active",
          failing_since: null,
          disabled_at: null,
          created_at: now,
          updated_at: now,
        },
      ]);
      expect((await scene.customer("GET", "/webhooks")).body).toEqual([webhook]);
      expect((await scene.customer("GET", `/webhooks/${webhook.id}`)).body).toEqual(webhook);
      const disabled = await scene.customer("PATCH", `/webhooks/${webhook.id}`, { state: "disabled" });
      expect(disabled.body).toEqual({ ...webhook, state: "disabled", disabled_at: now });
      const enabled = await scene.customer("PATCH", `/webhooks/${webhook.id}`, {
        state: "active",
        url: "https://a.test",
      });
      expect(enabled.body).toEqual({ ...webhook, url: "https://a.test" });
      expect((await scene.operator("GET", "/webhooks?user_id=operators")).body).toEqual([]);
      expect((await scene.customer("DELETE", `/webhooks/${webhook.id}`)).body).toEqual({
        status: "success",
        id: webhook.id,
      });
      expect((await scene.customer("GET", `/webhooks/${webhook.id}`)).status).toBe(404);
      const audited = await scene.service.app.database.all<{ action: string }>(
        sql`select action from audit_log where object = ${`/webhooks/${webhook.id}`} order by at, id`,
      );
      expect(audited.map(({ action }) => action)).toEqual([
        "webhook.create",
        "webhook.update",
        "webhook.update",
        "webhook.delete",
      ]);
      expect(await scene.service.app.database.all(sql`select * from credit_threshold`)).toEqual([]);
    });

    test("refuses what it cannot deliver, and what belongs to others", async () => {
      const refused = async (body: object) => issues(await scene.customer("POST", "/webhooks", body));
      const url = scene.input().url;
      expect(await refused({ url, types: ["import.done"] })).toEqual(["value_error body types"]);
      expect(await refused({ url, types: ["credits.low"] })).toEqual(["value_error body credit_thresholds"]);
      for (const address of ["http://10.0.0.1/", "http://169.254.169.254/", "http://[::ffff:a00:1]/"])
        expect(await refused({ ...scene.input(), url: address })).toEqual(["value_error body url"]);
      expect(await refused({ ...scene.input(), url: "ftp://a.test" })).toHaveLength(1);
      const { id } = await scene.created(scene.operator);
      const foreign = await scene.customer("GET", `/webhooks/${id}`);
      expect(foreign.body).toEqual(
        problem("not_found", 404, "Not found", `Webhook ${id} not found.`, foreign),
      );
      for (const [method, path] of [
        ["PATCH", ""],
        ["DELETE", ""],
        ["POST", "/test"],
        ["POST", "/listSecrets"],
        ["POST", "/regenerateSecret"],
        ["GET", "/deliveries"],
      ] as const)
        expect(
          (await scene.customer(method, `/webhooks/${id}${path}`, method === "PATCH" ? {} : undefined))
            .status,
        ).toBe(404);
      expect((await scene.customer("POST", "/webhooks", { ...scene.input(), user_id: "other" })).status).toBe(
        403,
      );
      await scene.created(scene.customer);
      await scene.created(scene.customer);
      const third = await scene.customer("POST", "/webhooks", scene.input());
      expect(third.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          "Limit reached: 2 webhooks per customer. Delete one that is not used.",
          third,
        ),
      );
    });

    test("an event is delivered with a signature, once, to those that it concerns", async () => {
      const mine = await scene.created(scene.customer);
      const all = await scene.created(scene.operator);
      const other = await signUp(scene.service);
      const stranger = asker(scene.service, await signedIn(scene.service, other));
      await scene.deliver();
      scene.receiver.received.length = 0;
      await scene.created(stranger);
      await scene.created(scene.customer, { types: ["key.replaced"] });
      const eventId = await scene.changed();
      await scene.deliver();
      await scene.deliver();
      expect(scene.receiver.received).toHaveLength(2);
      const expected = {
        type: "subscription.changed",
        timestamp: new Date(scene.service.app.clock()).toISOString(),
        data: { subscription_id: scene.account.subscriptionId, former_state: null, state: "active" },
      };
      const secrets = [mine.secret, all.secret];
      const passed = scene.receiver.received.map((request) => {
        expect(request.headers["webhook-id"]).toBe(eventId);
        expect(JSON.parse(request.body)).toEqual(expected);
        return secrets.filter((secret) => {
          try {
            verified(secret, request, scene.service.app.clock());
            return true;
          } catch {
            return false;
          }
        });
      });
      expect(passed.flat().sort()).toEqual(secrets.sort());
    });

    test("an address returns a challenge before it gets events that others cause", async () => {
      const { id } = await scene.created(scene.customer, { types: ["dataset.changed", "key.replaced"] });
      const { database, clock } = scene.service.app;
      const types = () => scene.receiver.received.splice(0).map(({ body }) => JSON.parse(body).type);
      const changed = () =>
        writeEvent(database, clock(), {
          type: "dataset.changed",
          owner: { callersOf: "lien" },
          data: { family: "lien", dataset: null },
        });
      const isConfirmed = async () =>
        ((await scene.customer("GET", `/webhooks/${id}`)).body as { confirmed: boolean }).confirmed;
      await changed();
      await scene.deliver();
      expect([types(), await isConfirmed()]).toEqual([["webhook.test"], false]);
      // Another answer confirms nothing.
      scene.receiver.answer = () => new Response("thank you");
      await scene.customer("POST", `/webhooks/${id}/test`);
      await scene.deliver();
      expect([types(), await isConfirmed()]).toEqual([["webhook.test"], false]);
      scene.receiver.answer = answerChallenge;
      await scene.customer("POST", `/webhooks/${id}/test`);
      await scene.deliver();
      expect([types(), await isConfirmed()]).toEqual([["webhook.test"], true]);
      await changed();
      await scene.deliver();
      expect(types()).toEqual(["dataset.changed"]);
      // Another address has to do the same.
      await scene.customer("PATCH", `/webhooks/${id}`, { url: `${scene.receiver.url}/moved` });
      await scene.deliver();
      expect([types(), await isConfirmed()]).toEqual([["webhook.test"], true]);
      scene.receiver.answer = answerOk;
      await scene.customer("PATCH", `/webhooks/${id}`, { url: `${scene.receiver.url}/again` });
      await scene.deliver();
      expect([types(), await isConfirmed()]).toEqual([["webhook.test"], false]);
    });

    test("a webhook gets a bounded number of events again within an hour", async () => {
      const { id } = await scene.created(scene.customer);
      const test = () => scene.customer("POST", `/webhooks/${id}/test`);
      for (let sent = 0; sent < 20; sent++) expect((await test()).status).toBe(200);
      const refused = await test();
      const detail =
        "A webhook gets at most 20 events again within an hour; this would be 21. Confirm its address first: return the challenge of a test event.";
      expect(refused.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, refused));
      expect(refused.headers.get("retry-after")).toBe("3600");
      scene.receiver.answer = answerChallenge;
      await scene.deliver();
      const since = new Date(scene.service.app.clock() - hourMs).toISOString();
      const replay = () => scene.customer("POST", `/webhooks/${id}/replay`, { since });
      const statuses: number[] = [];
      for (let calls = 0; calls < 80; calls++) {
        statuses.push((await replay()).status);
        await scene.deliver();
      }
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect(scene.receiver.received.length).toBeLessThanOrEqual(1020);
    });

    test("a test event is sent, and its delivery is shown", async () => {
      const { id } = await scene.created(scene.customer);
      scene.receiver.answer = () => new Response("thank you", { status: 202 });
      const { event_id } = (await scene.customer("POST", `/webhooks/${id}/test`)).body as {
        event_id: string;
      };
      await scene.deliver();
      const now = new Date(scene.service.app.clock()).toISOString();
      const delivery = {
        event_id,
        type: "webhook.test",
        state: "delivered",
        created_at: now,
        attempts: 1,
        next_attempt_at: null,
        ended_at: now,
        response_code: 202,
        error: null,
      };
      expect((await scene.customer("GET", `/webhooks/${id}/deliveries`)).body).toEqual([delivery]);
      expect((await scene.customer("GET", `/webhooks/${id}/deliveries?state=failed`)).body).toEqual([]);
      const detail = (await scene.customer("GET", `/webhooks/${id}/deliveries/${event_id}`)).body as {
        log: { time: number }[];
      };
      expect<unknown>(detail).toEqual({
        ...delivery,
        body: scene.receiver.received[0]!.body,
        log: [
          {
            number: 1,
            at: now,
            time: detail.log[0]!.time,
            response_code: 202,
            error: null,
            response: "thank you",
          },
        ],
      });
    });
  });
}
