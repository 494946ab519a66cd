import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, sessionOf } from "../../../../test/callers.ts";
import { embedded, kinds } from "../../../../test/database/databases.ts";
import { type Account, signUp, startService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";

const vin = "/vin-decoder/5J6RW2H59JL990075";
const waits = "The trial credits come when the email address is confirmed.";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`trial credits of confirmed addresses on ${kind.dialect}`, () => {
    let scene: MailScene;

    beforeAll(async () => {
      scene = await openMailScene(kind, { VINGATE_TRIAL: "confirmed" });
    });

    afterAll(() => scene.end());

    const call = async ({ key }: Account) =>
      (await scene.service.ask("GET", vin, { headers: { "x-authkey": key } })).status;
    const trialOf = async ({ subscriptionId }: Account) => {
      const { state_comment, credits } = (await scene.operator("GET", `/subscriptions/${subscriptionId}`))
        .body as { state_comment: string | null; credits: { granted: number } };
      const grants = (await scene.operator("GET", `/subscriptions/${subscriptionId}/grants`)).body as {
        source: string;
        credits: number;
      }[];
      const given = grants.filter((one) => one.credits > 0).map((one) => `${one.source} ${one.credits}`);
      return [credits.granted, state_comment, ...given];
    };
    const ownOf = async ({ userId }: Account) =>
      asker(scene.service, { authorization: `Bearer ${await sessionOf(scene.service, userId)}` });
    const confirm = async (account: Account) => {
      const own = await ownOf(account);
      await scene.send();
      await scene.send();
      const confirm_token = scene.linksTo("confirm").at(-1);
      scene.server.received.length = 0;
      return (await own("POST", "/auth/confirm", { confirm_token })).status;
    };
    const move = async (account: Account, email: string) =>
      (
        await (
          await ownOf(account)
        )("PATCH", `/users/${account.userId}`, {
          email,
          current_password: account.password,
        })
      ).status;

    test("come with the confirmation, once", async () => {
      const account = await signUp(scene.service);
      expect(await trialOf(account)).toEqual([0, waits]);
      expect(await call(account)).toBe(402);
      expect(await confirm(account)).toBe(200);
      expect(await trialOf(account)).toEqual([15, null, "trial 15"]);
      expect(await call(account)).toBe(200);
      expect(await move(account, `x.${account.email}`)).toBe(200);
      expect(await confirm(account)).toBe(200);
      expect(await trialOf(account)).toEqual([15, null, "trial 15"]);
    });

    test("of two confirmations at once, one gives them", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      const confirm_token = scene.linksTo("confirm").at(-1);
      scene.server.received.length = 0;
      const own = await ownOf(account);
      const got = await Promise.all([1, 2, 3].map(() => own("POST", "/auth/confirm", { confirm_token })));
      expect(got.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
      expect(await trialOf(account)).toEqual([15, null, "trial 15"]);
    });

    test("one mailbox has them once, by all its accounts", async () => {
      const [first, second] = [await signUp(scene.service), await signUp(scene.service)];
      await scene.send();
      await scene.send();
      scene.server.received.length = 0;
      expect(await move(first, "real@example.com")).toBe(200);
      expect(await confirm(first)).toBe(200);
      expect(await trialOf(first)).toEqual([15, null, "trial 15"]);
      expect(await move(second, "real+tag@example.com")).toBe(200);
      expect(await confirm(second)).toBe(200);
      expect(await trialOf(second)).toEqual([0, "Another account of this address had the trial credits."]);
    });

    test("a stranger's account that never had them leaves them to the owner of the address", async () => {
      const stranger = await signUp(scene.service, "owner@example.com");
      await scene.operator("DELETE", `/users/${stranger.userId}`);
      expect(
        await scene.service.app.database.all(
          sql`select user_id from waiting_trial where user_id = ${stranger.userId}`,
        ),
      ).toEqual([]);
      await scene.send();
      scene.server.received.length = 0;
      const owner = await signUp(scene.service, "owner@example.com");
      expect(await confirm(owner)).toBe(200);
      expect(await trialOf(owner)).toEqual([15, null, "trial 15"]);
    });

    test("an address that a stranger entered and left signs up, and has its own", async () => {
      const stranger = await signUp(scene.service, "left@example.com");
      expect(await move(stranger, "strangers@example.com")).toBe(200);
      const owner = await signUp(scene.service, "left@example.com");
      scene.server.received.length = 0;
      await scene.send();
      await scene.send();
      scene.server.received.length = 0;
      expect((await (await ownOf(owner))("POST", "/auth/confirm/send")).status).toBe(200);
      expect(await confirm(owner)).toBe(200);
      expect(await trialOf(owner)).toEqual([15, null, "trial 15"]);
      expect((await (await ownOf(stranger))("POST", "/auth/confirm/send")).status).toBe(200);
      expect(await confirm(stranger)).toBe(200);
      expect(await trialOf(stranger)).toEqual([15, null, "trial 15"]);
    });

    test("come at once to whom an operator opens an account", async () => {
      const made = (
        await scene.operator("POST", "/users/signup", {
          email: "by-operator@example.com",
          first_name: "A",
          last_name: "B",
        })
      ).body as { subscription: { id: string } };
      expect(await trialOf({ subscriptionId: made.subscription.id } as Account)).toEqual([
        15,
        null,
        "trial 15",
      ]);
    });
  });

test("without mail the trial credits come at once", async () => {
  const service = await startService(embedded[0]!, { VINGATE_TRIAL: "confirmed" });
  const { subscriptionId } = await signUp(service);
  const got = await asker(service, service.operatorHeaders)("GET", `/subscriptions/${subscriptionId}`);
  expect(got.body).toMatchObject({ state_comment: null, credits: { granted: 15 } });
  await service.end();
});
