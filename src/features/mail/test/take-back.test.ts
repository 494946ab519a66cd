import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { asker, sessionOf, signedIn, trySignIn } from "../../../../test/callers.ts";
import { kinds } from "../../../../test/database/databases.ts";
import { type Account, type Got, problem, signUp } from "../../../../test/harness.ts";
import { byAppCode } from "../../../access/proof.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";

const dayMs = 24 * 3_600_000;
const password = "another good password";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`changed addresses on ${kind.dialect}`, () => {
    let scene: MailScene;

    beforeAll(async () => {
      scene = await openMailScene(kind);
    });

    afterEach(async () => {
      await scene.service.app.database.run(sql`delete from mail`);
      scene.server.received.length = 0;
    });

    afterAll(() => scene.end());

    const proved = async () => {
      const account = await signUp(scene.service);
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1, proved_at = 1 where id = ${account.userId}`);
      await scene.service.app.database.run(sql`delete from mail`);
      return account;
    };
    const ownOf = async ({ userId }: Account) =>
      asker(scene.service, { authorization: `Bearer ${await sessionOf(scene.service, userId)}` });
    const move = async (account: Account, email: string) =>
      (await ownOf(account))("PATCH", `/users/${account.userId}`, {
        email,
        current_password: account.password,
      });
    const mails = () =>
      scene.service.app.database.all<{ kind: string; address: string }>(
        sql`select kind, address from mail order by id`,
      );
    const links = async () => {
      for (let turn = 0; turn < 5; turn++) await scene.send();
      return scene.linksTo("take-back");
    };
    /** Mails of several accounts are sent in no order. */
    const linkTo = (address: string) =>
      scene.server.received
        .filter(({ to }) => to[0] === address)
        .flatMap(({ raw }) => /take-back#(vgr_\w+)/.exec(raw.replaceAll("=\r\n", ""))?.[1] ?? [])[0];
    const takeBack = (return_token: string | undefined): Promise<Got> =>
      scene.service.ask("POST", "/auth/take-back", {
        headers: scene.service.clientHeaders,
        json: { return_token, password },
      });
    const addressOf = async ({ userId }: Account) => {
      const { email, email_confirmed } = (await scene.operator("GET", `/users/${userId}`)).body as {
        email: string;
        email_confirmed: boolean;
      };
      return [email, email_confirmed];
    };
    const refusedLink = (got: Got) =>
      problem(
        "forbidden",
        403,
        "Forbidden",
        "The link is invalid, used or expired. Ask the operator for help with your account.",
        got,
      );

    test("the former address takes the account back, and the thief loses it", async () => {
      const account = await proved();
      const thief = `thief.${account.email}`;
      const stolen = await signedIn(scene.service, account);
      expect((await move(account, thief)).status).toBe(200);
      expect(await mails()).toEqual([
        { kind: "address_changed", address: account.email },
        { kind: "confirm_address", address: thief },
      ]);
      const [token] = await links();
      const mail = await readMail(scene.server.received.find(({ to }) => to[0] === account.email)!);
      expect(mail.subject).toBe("Your account has another email address");
      // What the thief does next keeps no one from it.
      const own = await ownOf(account);
      await own("PATCH", `/users/${account.userId}`, {
        password: "of the thief",
        current_password: account.password,
      });
      const got = await takeBack(token);
      expect(got.body).toEqual({ status: "success" });
      expect(await addressOf(account)).toEqual([account.email, true]);
      expect((await trySignIn(scene.service, thief, "of the thief")).status).toBe(401);
      expect((await trySignIn(scene.service, account.email, "of the thief")).status).toBe(401);
      expect((await trySignIn(scene.service, account.email, password)).status).toBe(200);
      expect((await asker(scene.service, stolen)("GET", `/users/${account.userId}`)).status).toBe(401);
      expect((await own("GET", `/users/${account.userId}`)).status).toBe(401);
      const repeated = await takeBack(token);
      expect(repeated.body).toEqual(refusedLink(repeated));
      // The thief's own address gets no link.
      expect(await links()).toEqual([token!]);
    });

    test("a link is valid for seven days", async () => {
      const [one, other] = [await proved(), await proved()];
      await move(one, `x.${one.email}`);
      scene.service.advance(1000);
      await move(other, `x.${other.email}`);
      await links();
      const [first, second] = [linkTo(one.email), linkTo(other.email)];
      scene.service.advance(7 * dayMs - 1000);
      const late = await takeBack(first);
      expect(late.body).toEqual(refusedLink(late));
      expect((await takeBack(second)).status).toBe(200);
    });

    test("a second change does not end the link of the first one; the second address loses", async () => {
      const account = await proved();
      await move(account, `second.${account.email}`);
      const [first] = await links();
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1 where id = ${account.userId}`);
      scene.service.advance(1000);
      await move(account, `third.${account.email}`);
      const [, second] = await links();
      expect((await takeBack(first)).status).toBe(200);
      expect((await takeBack(second)).status).toBe(403);
      expect(await addressOf(account)).toEqual([account.email, true]);
    });

    test("the link of the second address leaves that of the first one", async () => {
      const account = await proved();
      await move(account, `second.${account.email}`);
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1 where id = ${account.userId}`);
      scene.service.advance(1000);
      await move(account, `third.${account.email}`);
      const [first, second] = await links();
      expect((await takeBack(second)).status).toBe(200);
      expect((await takeBack(first)).status).toBe(200);
      expect(await addressOf(account)).toEqual([account.email, true]);
    });

    test("a thief that returns to the former address keeps no link of its own", async () => {
      const reset = async (account: Account) => {
        // An address that is not confirmed is mailed none: the operator gives it.
        const { operatorHeaders, clientHeaders: headers } = scene.service;
        const path = `/users/${account.userId}/resetLink`;
        const made = await scene.service.ask("POST", path, { headers: operatorHeaders });
        const { reset_token } = made.body as { reset_token: string };
        return scene.service.ask("POST", "/auth/reset", { headers, json: { reset_token, password } });
      };
      const confirm = async (account: Account) => {
        const json = { confirm_token: scene.linksTo("confirm").at(-1) };
        return (await ownOf(account))("POST", "/auth/confirm", json);
      };
      for (const prove of [reset, confirm]) {
        const account = await proved();
        const thief = `thief.${account.email}`;
        await move(account, thief);
        await links();
        expect((await confirm(account)).status).toBe(200);
        scene.service.advance(1000);
        expect((await move(account, account.email)).status).toBe(200);
        await links();
        expect([account.email, thief].map((one) => linkTo(one)?.slice(0, 4))).toEqual(["vgr_", "vgr_"]);
        expect((await prove(account)).status).toBe(200);
        const got = await takeBack(linkTo(thief));
        expect(got.body).toEqual(refusedLink(got));
        expect(await addressOf(account)).toEqual([account.email, prove === confirm]);
        // That of the owner's address stays.
        expect((await takeBack(linkTo(account.email))).status).toBe(200);
        await scene.service.app.database.run(sql`delete from mail`);
        scene.server.received.length = 0;
      }
    });

    test("the address that loses the account is mailed so, without a link", async () => {
      const account = await proved();
      const second = `second.${account.email}`;
      await move(account, second);
      const [token] = await links();
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1 where id = ${account.userId}`);
      scene.server.received.length = 0;
      expect((await takeBack(token)).status).toBe(200);
      expect(await links()).toEqual([]);
      expect(scene.server.received.map(({ to }) => to[0])).toContain(second);
      const mailed = await readMail(scene.server.received.find(({ to }) => to[0] === second)!);
      expect(mailed.subject).toBe("Your account has another email address");
      expect(mailed.text?.replaceAll("\n", " ")).toContain(
        `Someone gave the account of ${second} its former email address`,
      );
    });

    test("a second factor of before stays, one that was added since does not", async () => {
      const on = async (account: Account) => {
        const own = await ownOf(account);
        const path = `/users/${account.userId}/second-factor`;
        const { secret } = (await own("POST", path)).body as { secret: string };
        const app = new TOTP({ secret: Secret.fromBase32(secret) });
        const code = app.generate({ timestamp: scene.service.app.clock() });
        expect((await own("PUT", path, { code })).status).toBe(200);
      };
      const isOn = async ({ userId }: Account) =>
        (await scene.service.app.database.get(
          sql`select 1 as found from second_factor where user_id = ${userId} and on_since is not null`,
        )) !== undefined;
      const former = await proved();
      await on(former);
      scene.service.advance(1000);
      await scene.service.app.database.run(sql`delete from mail`);
      const session = await sessionOf(scene.service, former.userId, byAppCode);
      const own = asker(scene.service, { authorization: `Bearer ${session}` });
      const moved = await own("PATCH", `/users/${former.userId}`, {
        email: `x.${former.email}`,
        current_password: former.password,
      });
      expect(moved.status).toBe(200);
      const [first] = await links();
      expect((await takeBack(first)).status).toBe(200);
      expect(await isOn(former)).toBe(true);
      expect((await trySignIn(scene.service, former.email, password)).status).toBe(401);

      const later = await proved();
      await move(later, `x.${later.email}`);
      scene.service.advance(1000);
      await on(later);
      const second = (await links()).at(-1);
      expect((await takeBack(second)).status).toBe(200);
      expect(await isOn(later)).toBe(false);
      expect((await trySignIn(scene.service, later.email, password)).status).toBe(200);
    });

    test("no one else gets an address that can be taken back", async () => {
      const [account, thief] = [await proved(), await proved()];
      await move(account, `x.${account.email}`);
      const taken = await move(thief, account.email);
      const detail = "An account with this email already exists.";
      expect(taken.body).toEqual(problem("conflict", 409, "Conflict", detail, taken));
      expect(
        (
          await scene.service.ask("POST", "/auth/signup", {
            headers: scene.service.clientHeaders,
            json: { email: account.email, password, first_name: "A", last_name: "B" },
          })
        ).status,
      ).toBe(409);
      const [token] = await links();
      // An operator knows whose address it is.
      const made = await scene.operator("POST", "/users/other-with-address", {
        email: account.email,
        first_name: "A",
        last_name: "B",
      });
      expect(made.status).toBe(200);
      const refused = await takeBack(token);
      expect(refused.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          "Another account has this address now. Nothing was changed. Ask the operator.",
          refused,
        ),
      );
    });

    test("a change by an operator is mailed without a link, one of an unproved address not at all", async () => {
      const account = await proved();
      await scene.operator("PATCH", `/users/${account.userId}`, { email: `x.${account.email}` });
      expect(await mails()).toEqual([{ kind: "address_changed", address: account.email }]);
      expect(await links()).toEqual([]);
      const unproved = await signUp(scene.service);
      await scene.service.app.database.run(sql`delete from mail`);
      await move(unproved, `x.${unproved.email}`);
      expect(await mails()).toEqual([{ kind: "confirm_address", address: `x.${unproved.email}` }]);
    });

    test("a blocked account is not taken back, and an erased one keeps no address", async () => {
      const account = await proved();
      await move(account, `x.${account.email}`);
      const [token] = await links();
      await scene.operator("PATCH", `/users/${account.userId}`, { state: "blocked" });
      expect((await takeBack(token)).status).toBe(403);
      await scene.operator("PATCH", `/users/${account.userId}`, { state: "active" });
      await scene.operator("DELETE", `/users/${account.userId}`);
      expect((await takeBack(token)).status).toBe(403);
      const kept = await scene.service.app.database.all(
        sql`select email from address_return where user_id = ${account.userId}`,
      );
      expect(kept).toEqual([]);
    });
  });
