import { describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { resumeWorld, startWorld, type World } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { opened } from "../../../running/opened.ts";
import { Mails } from "../mails.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

async function startMailWorld(kind: (typeof kinds)[number]) {
  const server = await startMailServer();
  const world = await startWorld(kind, {
    VINGATE_SMTP_URL: server.url,
    VINGATE_MAIL_FROM: "billing@lotdata.example",
  });
  return { server, world };
}

async function send({ service }: World): Promise<void> {
  const { sender } = opened(service.app, Mails).sending!;
  await sender.tick();
  await sender.settled();
}

/** The IDs of the mails that the server got since the last call. */
const taken = ({ received }: MailServer): string[] =>
  received
    .splice(0)
    .map(({ raw }) => /^Message-ID:\s+<(.+?)@/im.exec(raw)![1]!)
    .toSorted();

/** Writes an event that causes a mail to a subscription's owner. Resolves to the mail's ID. */
async function happen({ service }: World, subscriptionId: string): Promise<string> {
  const id = await writeEvent(service.app.database, service.app.clock(), {
    // `never`: without the feature of the event its type is unknown.
    type: "topup.stopped" as never,
    owner: { subscriptionId },
    data: { subscription_id: subscriptionId, failures: 3, reason: "no_card" } as never,
  });
  return `${id}.${mailKind(service)}`;
}

const mailKind = ({ app }: World["service"]): string =>
  app.mails.find(({ id }) => id === "topup_stopped")!.id;

/** A customer whose address is confirmed, and no mail that waits. */
async function customerOf(world: World, server: MailServer) {
  const account = await signUp(world.service);
  await world.service.app.database.run(sql`update app_user set email_confirmed_at = 1`);
  await send(world);
  taken(server);
  return account;
}

/** The database as it is, but for the lease, which would have to end first. */
async function pointOf(world: World) {
  await world.service.app.database.run(sql`delete from mail_lease`);
  return world.point();
}

const rows = (found: readonly object[]) => found.map((row) => ({ ...row }));

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of mails on ${kind.dialect}`, () => {
    test("what was sent is not sent again, and refused or erased addresses get nothing", async () => {
      const { server, world } = await startMailWorld(kind);
      try {
        const refusing = await customerOf(world, server);
        const erased = await customerOf(world, server);
        const { subscriptionId, email } = await customerOf(world, server);
        const { database } = world.service.app;
        const pending = await happen(world, subscriptionId);
        server.onRecipient = () => ({ code: 451, text: "4.7.1 later" });
        await send(world);
        const unmade = await happen(world, subscriptionId);
        await database.run(sql`
          insert into mail_address (address_key, address, response, refused_at)
          values (${erased.email}, ${erased.email}, 'no', 1), ('moved@example.com', 'moved@example.com', 'no', 1)`);
        await database.run(sql`
          insert into mail (id, kind, user_id, address, state, due_at, created_at)
          values ('old', 'test', ${erased.userId}, ${erased.email}, 'sent', 1, 1)`);
        await database.run(sql`
          insert into mail (id, kind, user_id, address, state, due_at, created_at)
          values ('link', 'reset_password', ${refusing.userId}, 'x@example.com', 'pending', ${10 ** 14}, 1)`);
        const point = await pointOf(world);
        world.service.advance(20_000);
        server.onRecipient = (address) =>
          address === refusing.email ? { code: 550, text: "5.1.1 unknown user" } : undefined;
        await happen(world, refusing.subscriptionId);
        await send(world);
        expect(taken(server)).toEqual([pending, unmade].toSorted());
        const call = asker(world.service, world.service.operatorHeaders);
        // It is erased under an address that the restored account does not have.
        await database.run(sql`
          update app_user set email = 'moved@example.com', email_key = 'moved@example.com' where id = ${erased.userId}`);
        expect((await call("DELETE", `/users/${erased.userId}`)).status).toBe(200);
        await send(world);
        const [farewell] = taken(server);
        expect(farewell).toStartWith("acc_");
        await world.goBack(point);
        expect(world.service.app.held.current).toBeUndefined();
        const after = world.service.app.database;
        expect(
          rows(
            await after.all(sql`
              select id, state, address from mail where kind <> 'confirm_address' and kind <> 'new_sign_in' order by id`),
          ),
        ).toEqual(
          [
            { id: "link", state: "failed", address: "x@example.com" },
            { id: pending, state: "sent", address: email },
            { id: unmade, state: "sent", address: "" },
          ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        );
        expect(rows(await after.all(sql`select address_key as key from mail_address`))).toEqual([
          { key: refusing.email },
        ]);
        world.service.advance(10 * minuteMs);
        await send(world);
        expect(taken(server)).toEqual([]);
        const next = await happen(world, subscriptionId);
        await happen(world, refusing.subscriptionId);
        await send(world);
        expect(taken(server)).toEqual([next]);
      } finally {
        await world.end();
        await server.stop();
      }
    });

    for (const messages of ["drop", "send"] as const)
      test(`held mails wait, and "${messages}" holds for them alone`, async () => {
        const { server, world } = await startMailWorld(kind);
        try {
          const account = await customerOf(world, server);
          server.onRecipient = () => ({ code: 451, text: "4.7.1 later" });
          const pending = await happen(world, account.subscriptionId);
          await send(world);
          const unmade = await happen(world, account.subscriptionId);
          const point = await pointOf(world);
          world.service.advance(2 * minuteMs);
          const customer = asker(world.service, await signedIn(world.service, account));
          const path = `/subscriptions/${account.subscriptionId}/regeneratePrimaryKey`;
          expect((await customer("POST", path)).status).toBe(200);
          await world.goBack(point);
          server.onRecipient = () => undefined;
          world.service.advance(20 * minuteMs);
          await send(world);
          expect(taken(server)).toEqual([]);
          const fresh = await happen(world, account.subscriptionId);
          const call = asker(world.service, world.service.operatorHeaders);
          const shown = (await call("GET", "/system")).body as { held: { waiting: object } };
          expect(shown.held.waiting).toMatchObject({ mails: 1, "events without mails": 1 });
          await resumeWorld(world, messages);
          await send(world);
          await send(world);
          const sent = messages === "drop" ? [fresh] : [pending, unmade, fresh];
          expect(taken(server)).toEqual(sent.toSorted());
        } finally {
          await world.end();
          await server.stop();
        }
      });
  });
