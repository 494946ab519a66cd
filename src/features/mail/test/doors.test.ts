import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { asker, sessionOf, signedIn, trySignIn } from "../../../../test/callers.ts";
import { kinds, problem, signUp } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`an account whose mailbox is not proved, on ${kind.dialect}`, () => {
    let scene: MailScene;
    beforeAll(async () => {
      scene = await openMailScene(kind);
    });
    // The last link is then that of the account of the test.
    afterEach(async () => {
      await scene.send();
      scene.server.received.length = 0;
    });
    afterAll(() => scene.end());

    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const asClient = (path: string, json: unknown) =>
      scene.service.ask("POST", path, { headers: scene.service.clientHeaders, json });
    /** The status of a lookup by a key. */
    const lookup = async (key: string) =>
      (await scene.service.ask("GET", `/vin-decoder/${goodVin}`, { headers: { "x-authkey": key } })).status;

    test("it makes nothing that would outlive its owner's arrival, until it is proved", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      const token = scene.linksTo("confirm").at(-1);
      const own = asker(scene.service, await signedIn(scene.service, account));
      const path = `/users/${account.userId}`;
      const refused = await own("POST", `${path}/token`);
      expect(refused.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          "Confirm your email address first: open the link that was mailed to you, or send another one. Nothing was changed.",
          refused,
        ),
      );
      expect((await own("POST", `${path}/passkeys/options`)).status).toBe(409);
      const elsewhere = await sessionOf(scene.service, account.userId);
      expect((await own("POST", "/auth/confirm", { confirm_token: token })).body).toEqual({
        status: "success",
      });
      expect((await scene.service.ask("GET", path, { headers: bearer(elsewhere) })).status).toBe(401);
      expect((await own("POST", `${path}/token`)).status).toBe(200);
      expect((await own("POST", `${path}/passkeys/options`)).status).toBe(200);
      expect(await lookup(account.key)).toBe(200);
      expect((await scene.operator("GET", path)).body).toMatchObject({ email_proved_by: "registrant" });
    });

    test("who receives its mail and did not make it takes it, and all of before ends", async () => {
      const stranger = await signUp(scene.service);
      await scene.send();
      const token = scene.linksTo("confirm").at(-1);
      const session = await signedIn(scene.service, stranger);
      const asked = await asClient("/auth/confirm", { confirm_token: token });
      expect(asked.body).toEqual(
        problem(
          "forbidden",
          403,
          "Forbidden",
          "Enter the password of this account. If you did not make it, choose a new password: it becomes yours, and no one else can enter any more.",
          asked,
          { methods: ["password", "new_password"] },
        ),
      );
      expect(
        (await asClient("/auth/confirm", { confirm_token: token, password: "a guess at it" })).status,
      ).toBe(403);
      const mine = { confirm_token: token, new_password: "of the owner" };
      expect((await asClient("/auth/confirm", mine)).body).toEqual({ status: "success" });
      expect((await scene.service.ask("GET", "/auth/accounts", { headers: session })).status).toBe(401);
      expect((await trySignIn(scene.service, stranger.email, stranger.password)).status).toBe(401);
      expect([await lookup(stranger.key), await lookup(stranger.secondaryKey)]).toEqual([401, 401]);
      const owner = asker(
        scene.service,
        await signedIn(scene.service, { email: stranger.email, password: "of the owner" }),
      );
      const keys = await owner("POST", `/subscriptions/${stranger.subscriptionId}/listSecrets`);
      expect(await lookup((keys.body as { primary_key: string }).primary_key)).toBe(200);
      expect((await scene.operator("GET", `/users/${stranger.userId}`)).body).toMatchObject({
        email_proved_by: "taker",
      });
    });

    test("a reset ends what a stranger made, keys too", async () => {
      const stranger = await signUp(scene.service);
      const operator = asker(scene.service, scene.service.operatorHeaders);
      const made = await operator("POST", `/users/${stranger.userId}/resetLink`);
      const { reset_token } = made.body as { reset_token: string };
      expect((await asClient("/auth/reset", { reset_token, password: "of the owner" })).status).toBe(200);
      expect(await lookup(stranger.key)).toBe(401);
    });

    test("who takes an account does not pay with the card of who made it", async () => {
      const stranger = await signUp(scene.service);
      const { database } = scene.service.app;
      await database.run(sql`
        insert into payment_method (account_id, provider, customer_ref, method_ref, label, saved_at)
        values (${stranger.userId}, 'stripe', 'cus_1', 'pm_1', 'Visa ending 4242', 1)`);
      await database.run(sql`
        insert into top_up (subscription_id, enabled, threshold, package_id, month_limit_minor, failures, next_at,
          updated_at)
        values (${stranger.subscriptionId}, 1, 10, 'small', 5000, 0, 0, 1)`);
      const made = await scene.operator("POST", `/users/${stranger.userId}/resetLink`);
      const { reset_token } = made.body as { reset_token: string };
      expect((await asClient("/auth/reset", { reset_token, password: "of the owner" })).status).toBe(200);
      expect(
        await database.get(sql`
          select (select count(*) from payment_method where account_id = ${stranger.userId}) as cards,
            (select count(*) from top_up where subscription_id = ${stranger.subscriptionId}) as topups`),
      ).toEqual({ cards: 0, topups: 0 });
    });

    test("a sign-up with an operator's session proves no mailbox", async () => {
      const operator = await signUp(scene.service);
      await scene.service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'data' where id = ${operator.userId}`);
      const headers = bearer(await sessionOf(scene.service, operator.userId));
      const json = {
        email: `of.${operator.email}`,
        password: "of a stranger",
        first_name: "Ada",
        last_name: "Byron",
      };
      const made = await scene.service.ask("POST", "/auth/signup", { headers, json });
      const { user } = made.body as { user: { id: string } };
      expect((await scene.operator("GET", `/users/${user.id}`)).body).toMatchObject({
        email_confirmed: false,
        language: "en",
        email_proved_by: null,
      });
      const repeated = { ...json, email: json.email.replace("@", "+2@") };
      expect((await scene.service.ask("POST", "/auth/signup", { headers, json: repeated })).status).toBe(409);
    });

    test("another address of a proved account is taken by no one", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      const own = asker(scene.service, await signedIn(scene.service, account));
      await own("POST", "/auth/confirm", { confirm_token: scene.linksTo("confirm").at(-1) });
      const moved = { email: `typo.${account.email}`, current_password: account.password };
      expect((await own("PATCH", `/users/${account.userId}`, moved)).status).toBe(200);
      await scene.send();
      const token = scene.linksTo("confirm").at(-1);
      const refused = await asClient("/auth/confirm", {
        confirm_token: token,
        new_password: "of a stranger",
      });
      expect(refused.body).toMatchObject({ code: "forbidden", methods: ["password"] });
      const elsewhere = await sessionOf(scene.service, account.userId);
      const right = { confirm_token: token, password: account.password };
      expect((await asClient("/auth/confirm", right)).status).toBe(200);
      // It is not the first proof.
      expect((await scene.service.ask("GET", "/auth/accounts", { headers: bearer(elsewhere) })).status).toBe(
        200,
      );
    });
  });
