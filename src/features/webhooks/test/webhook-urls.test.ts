import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { webhooks } from "../../../outbox/webhook-rows.ts";
import { addressOf, sealUrls } from "../delivery/webhook-address.ts";
import { answerOk } from "./receiver.ts";
import { openWebhookScene, type WebhookScene } from "./webhook-scene.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`addresses of webhooks on ${kind.dialect}`, () => {
    let scene: WebhookScene;
    beforeAll(async () => {
      scene = await openWebhookScene(kind);
    });
    afterEach(() => scene.reset());
    afterAll(() => scene?.end());

    test("the path and query of an address are used, and shown nowhere", async () => {
      const secret = crypto.randomUUID();
      const url = `${scene.receiver.url}/${secret}?token=${secret}&v`;
      const shown = `${scene.receiver.url}/hidden?token=hidden&hidden`;
      const { id } = await scene.created(scene.customer, { url });
      const requested: string[] = [];
      scene.receiver.answer = (request) => {
        requested.push(request.url);
        return answerOk();
      };
      // A form sends the address as shown, a program the real one.
      for (const same of [shown, url])
        await scene.customer("PATCH", `/webhooks/${id}`, { url: same, description: "renamed" });
      await scene.customer("POST", `/webhooks/${id}/test`);
      await scene.deliver();
      expect(requested).toEqual([url]);
      const { database } = scene.service.app;
      const places = [
        await scene.customer("GET", "/webhooks").then(({ text }) => text),
        JSON.stringify(await database.all(sql`select url from webhook`)),
        JSON.stringify(await database.all(sql`select * from audit_log`)),
        scene.service.logged.join(),
      ];
      expect(places.map((text) => text.includes(secret))).toEqual([false, false, false, false]);
      expect(places[0]).toContain(shown);
    });

    test("addresses that an earlier version stored are sealed at the next start", async () => {
      const { database, identity } = scene.service.app;
      const { id } = await scene.created(scene.customer);
      const plain = `${scene.receiver.url}/secret`;
      await database.run(sql`update webhook set url = ${plain}, url_sealed = null where id = ${id}`);
      await sealUrls(database, identity.vault);
      const row = (await webhooks.find(database, id))!;
      expect([row.url, addressOf(row, identity.vault)]).toEqual([`${scene.receiver.url}/hidden`, plain]);
      // One with a query had been sealed, and showed its path.
      const whole = `${plain}?token=secret`;
      const sealed = identity.vault.seal(whole, `webhook-url/${id}`);
      const shown = `${plain}?token=hidden`;
      await database.run(sql`update webhook set url = ${shown}, url_sealed = ${sealed} where id = ${id}`);
      await sealUrls(database, identity.vault);
      const repeated = (await webhooks.find(database, id))!;
      expect([repeated.url, addressOf(repeated, identity.vault)]).toEqual([
        `${scene.receiver.url}/hidden?token=hidden`,
        whole,
      ]);
    });
  });
}
