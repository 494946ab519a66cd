import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { asker, trySignIn } from "../../../../test/callers.ts";
import { kinds } from "../../../../test/database/databases.ts";
import { type Account, type Got, problem, signUp } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";
import { countByClock } from "./rate-windows.ts";

const hourMs = 3_600_000;
const home = "192.0.2.1";
const password = "another good password";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`links that strangers cause, on ${kind.dialect}`, () => {
    let scene: MailScene;

    beforeAll(async () => {
      scene = await openMailScene(kind);
      countByClock(scene.service);
    });

    afterEach(async () => {
      await scene.send();
      scene.server.received.length = 0;
    });

    afterAll(() => scene.end());

    const asClient = (path: string, json: object, from?: string): Promise<Got> =>
      scene.service.ask("POST", path, {
        headers: scene.service.clientHeaders,
        json,
        ...(from !== undefined && { from }),
      });
    const linksOf = async ({ userId }: Account) =>
      (await scene.service.app.database.get<{ links: number }>(sql`
        select count(*) as links from reset_link where user_id = ${userId}`))!.links;
    const signIn = (account: Account, from: string, more: object = {}) =>
      asClient("/auth/signin", { email: account.email, password: account.password, ...more }, from);
    /** The mail is written after the answer: links that are not made are known when a later one is. */
    const forgot = async (account: Account, from: string, after: number) => {
      expect((await asClient("/auth/forgot", { email: account.email }, from)).body).toEqual({
        status: "success",
      });
      await until(async () => (await linksOf(account)) >= after, `${after} links are made`);
    };
    const settled = async (account: Account) => {
      await scene.send();
      scene.server.received.length = 0;
      return account;
    };
    const reset = async (token: string | undefined) =>
      (await asClient("/auth/reset", { reset_token: token, password })).status;
    const lock = async ({ email }: Account) => {
      const statuses: number[] = [];
      for (let host = 0; host < 21; host++)
        statuses.push((await asClient("/auth/signin", { email, password: "x" }, `203.0.113.${host}`)).status);
      expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
    };

    test("links of one user are valid side by side, and using one ends all", async () => {
      const account = await settled(await signUp(scene.service));
      for (let turn = 1; turn <= 3; turn++) await forgot(account, "203.0.113.9", turn);
      await scene.send();
      await scene.send();
      await scene.send();
      const tokens = scene.linksTo("reset", account.email);
      expect(new Set(tokens).size).toBe(3);
      scene.service.advance(23 * hourMs);
      expect([await reset(tokens[0]), await reset(tokens[1]), await reset(tokens[2])]).toEqual([
        200, 403, 403,
      ]);
      expect((await trySignIn(scene.service, account.email, password)).status).toBe(200);
    });

    test("a link is valid for a day, also if more are requested", async () => {
      const account = await settled(await signUp(scene.service));
      await forgot(account, "203.0.113.9", 1);
      await scene.send();
      scene.service.advance(12 * hourMs);
      await forgot(account, "203.0.113.9", 2);
      await scene.send();
      const [first, second] = scene.linksTo("reset", account.email);
      scene.service.advance(12 * hourMs);
      expect([await reset(first), await reset(second)]).toEqual([403, 200]);
    });

    test("strangers leave links and mails for who requests where the user signed in before", async () => {
      const account = await settled(await signUp(scene.service));
      expect((await signIn(account, home)).status).toBe(200);
      for (let turn = 0; turn < 3; turn++) await forgot(account, "203.0.113.9", turn + 1);
      await forgot(account, "203.0.113.9", 3);
      for (let turn = 4; turn <= 5; turn++) await forgot(account, home, turn);
      for (let turn = 0; turn < 6; turn++) await scene.send();
      expect(scene.linksTo("reset", account.email)).toHaveLength(5);
      // An hour later strangers have as many links still.
      scene.service.advance(hourMs);
      await forgot(account, "203.0.113.10", 5);
      await forgot(account, home, 5);
      expect(await linksOf(account)).toBe(5);
      const [used, ...others] = scene.linksTo("reset", account.email).toReversed();
      expect(await reset(used)).toBe(200);
      // A request that is not worked off yet can make another link.
      for (const other of others) expect(await reset(other)).toBe(403);
    });

    test("operators always get a link; it replaces their own first", async () => {
      const account = await settled(await signUp(scene.service));
      await forgot(account, "203.0.113.9", 1);
      const mailed = await until(async () => {
        await scene.send();
        return scene.linksTo("reset", account.email)[0];
      }, "the link arrives");
      const make = async () =>
        (
          (await scene.operator("POST", `/users/${account.userId}/resetLink`)).body as {
            reset_token: string;
          }
        ).reset_token;
      const made: string[] = [];
      for (let turn = 0; turn < 6; turn++) {
        made.push(await make());
        scene.service.advance(1000);
      }
      expect(await linksOf(account)).toBe(5);
      expect(await reset(made[1])).toBe(403);
      expect(await reset(mailed)).toBe(200);
      expect(await reset(made[5])).toBe(403);
    });

    test("a link that a node of the former version made is valid", async () => {
      const account = await settled(await signUp(scene.service));
      const token = await (async () => {
        const got = await scene.operator("POST", `/users/${account.userId}/resetLink`);
        return (got.body as { reset_token: string }).reset_token;
      })();
      const { database } = scene.service.app;
      await database.run(sql`
        insert into password_reset (user_id, digest, created_at, expires_at)
        select user_id, digest, created_at, expires_at from reset_link where user_id = ${account.userId}`);
      await database.run(sql`delete from reset_link where user_id = ${account.userId}`);
      expect([await reset(token), await reset(token)]).toEqual([200, 403]);
    });

    test("a locked-out user is mailed a link that admits one sign-in", async () => {
      const account = await settled(await signUp(scene.service));
      await signIn(account, home);
      await lock(account);
      const abroad = "198.51.100.7";
      const refused = await signIn(account, abroad);
      const detail =
        "Too many failed sign-ins for this account. Addresses that signed in before can still sign in.";
      expect(refused.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, refused));
      await until(async () => {
        await scene.send();
        return scene.server.received.length > 0;
      }, "the refusal is mailed");
      const mail = await readMail(scene.server.received[0]!);
      expect([mail.subject, scene.server.received[0]!.to]).toEqual([
        "Sign-ins to your account are refused",
        [account.email],
      ]);
      const [admit_token] = scene.linksTo("sign-in");
      // It is no password, and of one user.
      expect((await signIn(account, abroad, { admit_token, password: "a guess" })).status).toBe(401);
      const other = await signUp(scene.service);
      await lock(other);
      expect((await signIn(other, abroad, { admit_token })).status).toBe(429);
      expect((await signIn(account, abroad, { admit_token })).status).toBe(200);
      // The place is known now; the link is used.
      expect((await signIn(account, abroad)).status).toBe(200);
      expect((await signIn(account, "198.51.100.8", { admit_token })).status).toBe(429);
      expect((await signIn(account, home)).status).toBe(200);
    });

    test("a link admits five wrong passwords, from all addresses together", async () => {
      const account = await settled(await signUp(scene.service));
      await lock(account);
      await until(async () => {
        await scene.send();
        return scene.linksTo("sign-in").length > 0;
      }, "the refusal is mailed");
      const [admit_token] = scene.linksTo("sign-in");
      const statuses: number[] = [];
      for (let host = 0; host < 7; host++)
        statuses.push(
          (await signIn(account, `198.51.100.${host}`, { admit_token, password: "a guess" })).status,
        );
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      scene.service.advance(15 * 60_000);
      await lock(account);
      expect((await signIn(account, "198.51.100.9", { admit_token })).status).toBe(200);
    });

    test("refused sign-ins are mailed once an hour, and not to an address without an account", async () => {
      const account = await settled(await signUp(scene.service));
      await lock(account);
      for (let host = 0; host < 5; host++)
        expect((await signIn(account, `198.51.100.${host}`)).status).toBe(429);
      const own = asker(scene.service, scene.service.operatorHeaders);
      await lock({ email: "unknown@example.com" } as Account);
      await until(async () => {
        await scene.send();
        return scene.server.received.length > 0;
      }, "the refusal is mailed");
      expect((await own("GET", "/mails")).status).toBe(200);
      await scene.send();
      expect(scene.server.received.map(({ to }) => to)).toEqual([[account.email]]);
    });
  });
