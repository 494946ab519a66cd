import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs, hourMs, minuteMs } from "../../../base/durations.ts";
import { acceptedInPython, acceptedInTypeScript } from "./guide-samples.ts";
import { answerOk, type Received } from "./receiver.ts";
import { openWebhookScene, verified, type WebhookScene } from "./webhook-scene.ts";

const at = "2026-11-21T00:00:00.000Z";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`failing webhooks on ${kind.dialect}`, () => {
    let scene: WebhookScene;
    beforeAll(async () => {
      scene = await openWebhookScene(kind);
    });
    afterEach(() => scene.reset());
    afterAll(() => scene?.end());

    test("a failure is retried by the schedule, and replayed on request", async () => {
      const { id } = await scene.created(scene.own);
      scene.receiver.answer = () => new Response("no", { status: 500 });
      const eventId = await scene.changed();
      await scene.deliver();
      const first = await scene.detailOf(id, eventId);
      expect([first.state, first.attempts, first.log[0]!.error]).toEqual(["pending", 1, "status 500"]);
      const pause = Date.parse(first.next_attempt_at!) - scene.service.app.clock();
      expect(pause).toBeWithin(5000, 6001);
      scene.service.advance(pause - 1);
      await scene.deliver();
      expect(scene.receiver.received).toHaveLength(1);
      for (const hours of [1, 1, 1, 3, 7, 12, 17, 24, 29]) {
        scene.service.advance(hours * hourMs);
        await scene.deliver();
      }
      const last = await scene.detailOf(id, eventId);
      expect([last.state, last.attempts, last.next_attempt_at]).toEqual(["failed", 10, null]);
      scene.receiver.answer = answerOk;
      scene.service.advance(1000);
      const since = new Date(scene.service.app.clock() - 4 * dayMs).toISOString();
      expect(
        (await scene.operator("POST", `/webhooks/${id}/replay`, { since, state: "failed" })).body,
      ).toEqual({
        replayed: 1,
      });
      await scene.deliver();
      expect((await scene.detailOf(id, eventId)).state).toBe("delivered");
      expect((await scene.operator("POST", `/webhooks/${id}/replay`, { event_id: eventId })).body).toEqual({
        replayed: 1,
      });
      await scene.deliver();
      expect(new Set(scene.receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
        new Set([eventId]),
      );
      expect(scene.receiver.received).toHaveLength(12);
      expect((await scene.operator("POST", `/webhooks/${id}/replay`, {})).status).toBe(422);
      expect((await scene.operator("POST", `/webhooks/${id}/replay`, { event_id: "msg_x" })).status).toBe(
        404,
      );
    });

    test("redirects are not followed", async () => {
      const { id } = await scene.created(scene.own);
      scene.receiver.answer = () => Response.redirect(`${scene.receiver.url}/elsewhere`, 307);
      const eventId = await scene.changed();
      await scene.deliver();
      expect((await scene.detailOf(id, eventId)).log[0]!.error).toBe(
        "status 307: redirects are not followed",
      );
      expect(scene.receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    });

    test("a new secret signs beside the former one for a day", async () => {
      const { id, secret } = await scene.created(scene.own);
      const got = await scene.operator("POST", `/webhooks/${id}/regenerateSecret`);
      const { secret: next } = got.body as { secret: string };
      const both = {
        secret: next,
        former_secret: secret,
        former_expires_at: new Date(scene.service.app.clock() + dayMs).toISOString(),
      };
      expect(got.body).toEqual(both);
      expect((await scene.operator("POST", `/webhooks/${id}/listSecrets`)).body).toEqual(both);
      await scene.changed();
      await scene.deliver();
      verified(secret, scene.receiver.received[0]!, scene.service.app.clock());
      verified(next, scene.receiver.received[0]!, scene.service.app.clock());
      scene.service.advance(dayMs);
      await scene.changed();
      await scene.deliver();
      verified(next, scene.receiver.received[1]!, scene.service.app.clock());
      expect(() => verified(secret, scene.receiver.received[1]!, scene.service.app.clock())).toThrow();
      expect((await scene.operator("POST", `/webhooks/${id}/listSecrets`)).body).toEqual({
        secret: next,
        former_secret: null,
        former_expires_at: null,
      });

      const [first, second] = scene.receiver.received as [Received, Received];
      const at = scene.service.app.clock();
      const earlier = at - dayMs;
      const altered = { ...first, body: first.body.replace("active", "closed") };
      const seconds = String(Number(first.headers["webhook-timestamp"]) + 1);
      const moved = { ...first, headers: { ...first.headers, "webhook-timestamp": seconds } };
      const foreign = { ...first, headers: { ...first.headers, "webhook-signature": "v1,\u00e9" } };
      const cases = [
        { secret: next, delivery: first, at: earlier },
        { secret, delivery: first, at: earlier },
        { secret: next, delivery: second, at },
        { secret, delivery: second, at },
        { secret: next, delivery: altered, at: earlier },
        { secret: next, delivery: moved, at: earlier },
        { secret: next, delivery: foreign, at: earlier },
        { secret: next, delivery: first, at: earlier + 6 * minuteMs },
      ];
      const accepted = [true, true, true, false, false, false, false, false];
      expect(await acceptedInTypeScript(cases)).toEqual(accepted);
      expect(acceptedInPython(cases) ?? accepted).toEqual(accepted);
    });

    test("a week of failures disables it, and its owner is informed", async () => {
      const { id } = await scene.created(scene.own);
      await scene.created(scene.own, { url: `${scene.receiver.url}/sound`, types: ["webhook.disabled"] });
      scene.receiver.answer = (request) =>
        new URL(request.url).pathname === "/hook" ? new Response(null, { status: 503 }) : answerOk();
      await scene.changed();
      await scene.deliver();
      const failingSince = new Date(scene.service.app.clock()).toISOString();
      for (let hours = 0; hours < 8 * 24; hours += 12) {
        scene.service.advance(12 * hourMs);
        await scene.changed();
        await scene.deliver();
      }
      const shown = (await scene.operator("GET", `/webhooks/${id}`)).body as Record<string, unknown>;
      expect([shown.state, shown.failing_since]).toEqual(["disabled", failingSince]);
      const disabled = scene.receiver.received.filter(({ path }) => path === "/sound");
      expect(disabled.map(({ body }) => JSON.parse(body).data)).toEqual([
        { webhook_id: id, url: `${scene.receiver.url}/hidden`, failing_since: failingSince },
      ]);
      expect((await scene.operator("POST", `/webhooks/${id}/test`)).status).toBe(409);
      // What it missed is replayed after it was enabled.
      const missed = await scene.changed();
      await scene.deliver();
      expect((await scene.detailOf(id, missed)).state).toBe("failed");
      scene.receiver.answer = answerOk;
      await scene.operator("PATCH", `/webhooks/${id}`, { state: "active" });
      await scene.operator("POST", `/webhooks/${id}/replay`, { since: at, state: "failed" });
      await scene.deliver();
      expect((await scene.detailOf(id, missed)).state).toBe("delivered");
    });
  });
}
