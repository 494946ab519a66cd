import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { type Account, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(kind.dialect, () => {
    let scene: MailScene;

    beforeAll(async () => {
      scene = await openMailScene(kind);
    });

    afterAll(() => scene.end());

    /** A customer whose address is confirmed, with nothing to send. */
    const customer = async (names = { first_name: "Ada", last_name: "Byron" }): Promise<Account> => {
      const { service, server } = scene;
      const account = await signUp(service);
      await service.change(sql`
        update app_user set email_confirmed_at = 1, first_name = ${names.first_name}, last_name = ${names.last_name}
        where id = ${account.userId}`);
      await service.change(sql`delete from mail`);
      server.received.length = 0;
      server.onRecipient = () => undefined;
      server.onMessage = () => undefined;
      return account;
    };

    const expiring = ({ subscriptionId }: Account, left = 1353) =>
      writeEvent(scene.service.app.database, scene.service.app.clock(), {
        // `never`: without the feature of the event its type is unknown.
        type: "credits.expiring" as never,
        owner: { subscriptionId },
        data: {
          subscription_id: subscriptionId,
          grant_id: "g",
          source: "purchase",
          left,
          expires_at: "2026-12-12T00:00:00.000Z",
        } as never,
      });

    const mails = async () =>
      (await scene.operator("GET", "/mails")).body as {
        id: string;
        state: string;
        attempts: number;
        response: string;
      }[];

    test("an event becomes one mail that arrives whole", async () => {
      const account = await customer({ first_name: "Č Т", last_name: "ő 😀\u202e<b>" });
      await scene.service.change(sql`
        update subscription set display_name = ${"Č Т ő & <Growth>"} where id = ${account.subscriptionId}`);
      const id = await expiring(account);
      await scene.send();
      await scene.send();
      expect(scene.server.received).toHaveLength(1);
      const [received] = scene.server.received;
      expect(received).toMatchObject({ from: "billing@lotdata.example", to: [account.email], secure: true });
      const mail = await readMail(received!);
      expect(mail.from).toEqual({ name: "Lotdata", address: "billing@lotdata.example" });
      expect(mail.subject).toBe("1,353 credits expire on 12 Dec 2026");
      expect(mail.messageId).toBe(`<${id}.credits_expiring@lotdata.example>`);
      expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
      expect(mail.text?.trimEnd()).toBe(
        [
          "1,353 credits expire on 12 Dec 2026",
          "",
          "These credits of Č Т ő & <Growth> are left. They are used before those that",
          "expire later.",
          "",
          "View credits: http://vingate.test/console/billing",
          "",
          "-- ",
          "You get this for the account of Č Т ő 😀 <b>.",
          "Lotdata s.r.o., Dlouhá 12, 110 00 Praha 1, Czechia.",
        ].join("\n"),
      );
      expect(mail.html).toContain("These credits of Č Т ő &amp; &lt;Growth&gt; are left.");
      expect(mail.html).not.toContain("<img");
      expect(await mails()).toMatchObject([{ id: `${id}.credits_expiring`, state: "sent", attempts: 1 }]);
    });

    test("a mail that is deferred is sent later", async () => {
      const account = await customer();
      await expiring(account);
      scene.server.onRecipient = () => ({ code: 451, text: "4.7.1 try again later" });
      await scene.send();
      expect(await mails()).toMatchObject([
        { state: "deferred", attempts: 1, response: "451 4.7.1 try again later" },
      ]);
      scene.server.onRecipient = () => undefined;
      await scene.send();
      expect(scene.server.received).toHaveLength(0);
      scene.service.advance(6000);
      await scene.send();
      expect(scene.server.received).toHaveLength(1);
      expect(await mails()).toMatchObject([{ state: "sent", attempts: 2 }]);
    });

    test("a refused address is marked, and gets no more mail until the mark is removed", async () => {
      const account = await customer();
      await expiring(account);
      scene.server.onRecipient = () => ({ code: 550, text: "5.1.1 unknown user" });
      await scene.send();
      scene.server.onRecipient = () => undefined;
      await expiring(account);
      await scene.send();
      const marked = "Not sent, the address is marked: 550 5.1.1 unknown user";
      expect((await mails()).map(({ state, response }) => [state, response]).sort()).toEqual([
        ["failed", "550 5.1.1 unknown user"],
        ["failed", marked],
      ]);
      const state = (await scene.operator("GET", "/mails/state")).body as { marked: object[] };
      expect(state.marked).toMatchObject([{ address: account.email, user_id: account.userId }]);
      const { id } = (await mails())[0]!;
      expect((await scene.operator("POST", `/mails/send/${id}`)).status).toBe(409);
      expect((await scene.operator("DELETE", `/mails/addresses/${account.email}`)).status).toBe(200);
      expect((await scene.operator("DELETE", `/mails/addresses/${account.email}`)).status).toBe(404);
      expect((await scene.operator("POST", `/mails/send/${id}`)).status).toBe(200);
      await scene.send();
      expect(scene.server.received).toHaveLength(1);
    });

    test("a refusal by policy marks no address", async () => {
      const account = await customer();
      await expiring(account);
      scene.server.onMessage = () => ({ code: 554, text: "5.7.1 refused by policy" });
      await scene.send();
      expect((await mails()).map(({ state }) => state)).toEqual(["failed"]);
      expect((await scene.operator("GET", "/mails/state")).body).toMatchObject({ marked_count: 0 });
    });

    test("a mail whose sending was cut after its data is tried again with the same ID", async () => {
      const account = await customer();
      await expiring(account);
      scene.server.onMessage = () => "drop";
      await scene.send();
      scene.server.onMessage = () => undefined;
      expect((await mails()).map(({ state }) => state)).toEqual(["deferred"]);
      scene.service.advance(6000);
      await scene.send();
      const ids = await Promise.all(
        scene.server.received.map(async (one) => (await readMail(one)).messageId),
      );
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
    });

    test("an erased account gets nothing but the note that it is erased", async () => {
      const account = await customer();
      await expiring(account);
      scene.server.onRecipient = () => ({ code: 451, text: "later" });
      await scene.send();
      expect((await scene.operator("DELETE", `/users/${account.userId}`)).status).toBe(200);
      scene.server.onRecipient = () => undefined;
      scene.service.advance(6000);
      await scene.send();
      const subjects = await Promise.all(
        scene.server.received.map(async (one) => (await readMail(one)).subject),
      );
      expect(subjects).toEqual(["Your account is deleted"]);
      expect(await mails()).toEqual([]);
    });

    test("an address that is not confirmed gets no mail of events", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      scene.server.received.length = 0;
      await expiring(account);
      await scene.send();
      expect(scene.server.received).toEqual([]);
    });

    test("an event becomes a mail after an outage of any length", async () => {
      const account = await customer();
      await expiring(account);
      scene.service.advance(7 * 86_400_000);
      await scene.send();
      expect(scene.server.received.map(({ to }) => to)).toEqual([[account.email]]);
    });
  });
