import { describe, expect, test } from "bun:test";
import { asker } from "../../../../test/callers.ts";
import { resumeWorld, startWorld, type World } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { validSecrets, webhooks } from "../../../outbox/webhook-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { opened } from "../../../running/opened.ts";
import { Deliverer } from "../delivery/deliver.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const operator = ({ service }: World) => asker(service, service.operatorHeaders);

async function create(world: World, { url }: Receiver, path: string): Promise<string> {
  const input = { url: `${url}/${path}`, types: ["subscription.changed"] };
  return ((await operator(world)("POST", "/webhooks", input)).body as { id: string }).id;
}

/** Writes an event of a subscription, which is due at a time if that is named. */
const happen = ({ service }: World, subscriptionId: string, dueAt?: number): Promise<string> =>
  writeEvent(service.app.database, service.app.clock(), {
    type: "subscription.changed",
    owner: { subscriptionId },
    data: { subscription_id: subscriptionId, former_state: null, state: "active" },
    ...(dueAt !== undefined && { dueAt }),
  });

async function deliver({ service }: World): Promise<void> {
  const deliverer = opened(service.app, Deliverer);
  await deliverer.tick();
  await deliverer.settled();
}

/** The database as it is, but for the lease, which would have to end first. */
async function pointOf(world: World) {
  await world.service.app.database.run(sql`delete from outbox_lease`);
  return world.point();
}

/** What the receiver got since the last call: path and event, in order of both. */
const taken = ({ received }: Receiver): string[] =>
  received
    .splice(0)
    .map(({ path, headers }) => `${path} ${headers["webhook-id"]}`)
    .toSorted();

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of webhooks on ${kind.dialect}`, () => {
    test("no restore undoes what webhooks ended or took", async () => {
      const receiver = startReceiver();
      const world = await startWorld(kind);
      try {
        const { subscriptionId } = await signUp(world.service);
        await deliver(world);
        const [deleted, disabled, moved, kept] = [
          await create(world, receiver, "deleted"),
          await create(world, receiver, "disabled"),
          await create(world, receiver, "moved"),
          await create(world, receiver, "kept"),
        ] as [string, string, string, string];
        // One event has deliveries when the database is copied, the other has none.
        receiver.answer = () => new Response(null, { status: 500 });
        const early = await happen(world, subscriptionId);
        await deliver(world);
        const late = await happen(world, subscriptionId);
        const point = await pointOf(world);
        taken(receiver);
        receiver.answer = () => new Response(null, { status: 204 });
        world.service.advance(10_000);
        await deliver(world);
        await deliver(world);
        expect(taken(receiver).filter((line) => line.startsWith("/kept"))).toEqual([
          `/kept ${early}`,
          `/kept ${late}`,
        ]);
        const call = operator(world);
        await call("DELETE", `/webhooks/${deleted}`);
        await call("PATCH", `/webhooks/${disabled}`, { state: "disabled" });
        await call("PATCH", `/webhooks/${moved}`, { url: `${receiver.url}/elsewhere` });
        for (let count = 0; count < 2; count++) {
          world.service.advance(1000);
          await call("POST", `/webhooks/${kept}/regenerateSecret`);
        }
        const secretsOf = async ({ service: { app } }: World) => {
          const row = await webhooks.find(app.database, kept);
          return validSecrets(row!, app.identity.vault, app.clock());
        };
        const secrets = await secretsOf(world);
        expect(secrets.length).toBe(2);
        world.service.advance(10_000);
        await world.goBack(point);
        expect(world.service.app.held.current).toBeUndefined();
        expect(await secretsOf(world)).toEqual(secrets);
        const { database } = world.service.app;
        const rows = await database.all<{ id: string; state: string }>(sql`select id, state from webhook`);
        expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
          [disabled]: "disabled",
          [moved]: "disabled",
          [kept]: "active",
        });
        expect(
          await database.all(sql`select event_id from webhook_delivery where state = 'pending'`),
        ).toEqual([]);
        world.service.advance(minuteMs);
        await deliver(world);
        expect(taken(receiver)).toEqual([]);
        const next = await happen(world, subscriptionId);
        await deliver(world);
        expect(taken(receiver)).toEqual([`/kept ${next}`]);
      } finally {
        await world.end();
        await receiver.stop();
      }
    });

    for (const messages of ["drop", "send"] as const)
      test(`held deliveries wait, and "${messages}" holds for them alone`, async () => {
        const receiver = startReceiver();
        const world = await startWorld(kind);
        try {
          const { subscriptionId } = await signUp(world.service);
          await deliver(world);
          const webhook = await create(world, receiver, "hook");
          receiver.answer = () => new Response(null, { status: 500 });
          const pending = await happen(world, subscriptionId);
          await deliver(world);
          const unaddressed = await happen(world, subscriptionId);
          const later = await happen(world, subscriptionId, world.service.app.clock() + 60 * minuteMs);
          const point = await pointOf(world);
          world.service.advance(2 * minuteMs);
          const other = await create(world, receiver, "other");
          await operator(world)("DELETE", `/webhooks/${other}`);
          await world.goBack(point);
          taken(receiver);
          receiver.answer = () => new Response(null, { status: 204 });
          world.service.advance(20 * minuteMs);
          await deliver(world);
          expect(taken(receiver)).toEqual([]);
          const fresh = await happen(world, subscriptionId);
          const shown = (await operator(world)("GET", "/system")).body as { held: { waiting: object } };
          expect(shown.held.waiting).toMatchObject({ events: 1, "deliveries to webhooks": 1 });
          await resumeWorld(world, messages);
          if (messages === "drop")
            expect(await world.service.app.database.all(sql`select id, next_at from webhook`)).toEqual([
              { id: webhook, next_at: null },
            ]);
          await deliver(world);
          await deliver(world);
          const sent = messages === "drop" ? [fresh] : [pending, unaddressed, fresh];
          expect(taken(receiver)).toEqual(sent.map((id) => `/hook ${id}`).toSorted());
          world.service.advance(60 * minuteMs);
          await deliver(world);
          expect(taken(receiver)).toEqual([`/hook ${later}`]);
        } finally {
          await world.end();
          await receiver.stop();
        }
      });
  });
