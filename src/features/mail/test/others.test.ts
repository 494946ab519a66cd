import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { asker, sessionOf, signedIn } from "../../../../test/callers.ts";
import { kinds } from "../../../../test/database/databases.ts";
import { type Account, problem, signUp } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";
import { countByClock } from "./rate-windows.ts";

const hourMs = 3_600_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`mails that others cause, on ${kind.dialect}`, () => {
    let scene: MailScene;

    beforeAll(async () => {
      scene = await openMailScene(kind);
    });

    afterEach(async () => {
      await scene.service.app.database.run(sql`delete from mail`);
      scene.server.received.length = 0;
    });

    afterAll(() => scene.end());

    const mailsTo = async (part: string) =>
      (
        await scene.service.app.database.all<{ kind: string; address: string }>(
          sql`select kind, address from mail order by id`,
        )
      )
        .filter(({ address }) => address.includes(part))
        .map((row) => row.kind);
    /** A customer that owns an organization, whose session acts for it. */
    const owner = async (name: string, firstName = "Ann") => {
      const account = await signUp(scene.service);
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1, proved_at = 1, first_name = ${firstName} where id = ${account.userId}`);
      const fresh = async () =>
        asker(scene.service, { authorization: `Bearer ${await sessionOf(scene.service, account.userId)}` });
      const made = (await (await fresh())("POST", "/organizations", { name: "New" })).body as { id: string };
      // Earlier versions took names with any character.
      await scene.service.change(sql`update app_user set first_name = ${name} where id = ${made.id}`);
      const invite = async (email: string) => {
        const own = await fresh();
        await own("PUT", "/auth/account", { account_id: made.id });
        const got = await own("POST", `/organizations/${made.id}/invitations`, { email });
        return [got.status, (got.body as { sent?: boolean }).sent];
      };
      return { account, invite };
    };
    const ownOf = async (account: Account) => asker(scene.service, await signedIn(scene.service, account));

    test("a mailbox is sent five an hour, over all senders and kinds", async () => {
      const { invite } = await owner("One");
      const other = await owner("Other");
      expect(await invite("victim+1@example.com")).toEqual([200, true]);
      expect(await other.invite("victim+2@example.com")).toEqual([200, true]);
      const mover = await signUp(scene.service);
      const own = await ownOf(mover);
      const move = (email: string) =>
        own("PATCH", `/users/${mover.userId}`, { email, current_password: mover.password });
      expect((await move("victim+3@example.com")).status).toBe(200);
      expect((await own("POST", "/auth/confirm/send")).status).toBe(200);
      expect((await move("VICTIM+4@example.com")).status).toBe(200);
      const refused = await move("victim+5@example.com");
      const detail = "This address has been sent as many mails as others may cause. Nothing was changed.";
      expect(refused.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, refused));
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
      // The invitation is made, and its inviter hands the link over.
      expect(await invite("victim+6@example.com")).toEqual([200, false]);
      expect(await invite("neighbor@example.com")).toEqual([200, true]);
      expect(await mailsTo("+")).toEqual([
        "organization_invitation",
        "organization_invitation",
        "confirm_address",
        "confirm_address",
        "confirm_address",
      ]);
    });

    test("they use up no mail of the recipient's own account", async () => {
      const victim = await signUp(scene.service);
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1, proved_at = 1 where id = ${victim.userId}`);
      const { invite } = await owner("Three");
      for (let turn = 0; turn < 8; turn++) await invite(victim.email.replace("@", `+${turn}@`));
      await scene.service.app.database.run(sql`delete from mail`);
      const headers = scene.service.clientHeaders;
      const forgot = await scene.service.ask("POST", "/auth/forgot", {
        headers,
        json: { email: victim.email },
      });
      expect(forgot.status).toBe(200);
      await until(async () => (await mailsTo("@")).length > 0, "the reset link is written");
      for (const from of ["203.0.113.1", "198.51.100.1"]) {
        const { email, password } = victim;
        await scene.service.ask("POST", "/auth/signin", { headers, json: { email, password }, from });
      }
      expect(await mailsTo(victim.email)).toEqual(["reset_password", "new_sign_in"]);
    });

    test("sign-ins and new passwords are mailed to a confirmed address alone", async () => {
      const stranger = await signUp(scene.service);
      const own = await ownOf(stranger);
      let { password } = stranger;
      const change = async (members: object) =>
        (await own("PATCH", `/users/${stranger.userId}`, { ...members, current_password: password })).status;
      const signIn = async (from: string) => {
        const json = { email: "target@example.com", password };
        const headers = scene.service.clientHeaders;
        return (await scene.service.ask("POST", "/auth/signin", { headers, json, from })).status;
      };
      const actOnce = async (turn: number) => {
        const next = `another password ${turn}`;
        const statuses = [await change({ password: next })];
        password = next;
        for (const host of [1, 2]) statuses.push(await signIn(`2001:db8:${turn}${host}::1`));
        expect(statuses).toEqual([200, 200, 200]);
      };
      expect(await change({ email: "target@example.com" })).toBe(200);
      await actOnce(1);
      expect(await mailsTo("target@")).toEqual(["confirm_address"]);
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1 where id = ${stranger.userId}`);
      await actOnce(2);
      expect((await mailsTo("target@")).sort()).toEqual([
        "confirm_address",
        "new_sign_in",
        "new_sign_in",
        "sign_in_changed",
      ]);
    });

    test("a mailbox is sent ten a day", async () => {
      countByClock(scene.service);
      const { invite } = await owner("Two");
      for (let turn = 0; turn < 5; turn++)
        expect(await invite(`victim+${turn}@example.com`)).toEqual([200, true]);
      scene.service.advance(hourMs);
      const sent: unknown[] = [];
      for (let turn = 0; turn < 6; turn++) sent.push((await invite(`victim+a${turn}@example.com`))[1]);
      expect(sent).toEqual([true, true, true, true, true, false]);
      scene.service.advance(hourMs);
      expect(await invite("victim+b@example.com")).toEqual([200, false]);
      scene.service.advance(23 * hourMs);
      expect(await invite("victim+c@example.com")).toEqual([200, true]);
    });

    test("an address that strangers have used up can sign up, and have its link sent", async () => {
      countByClock(scene.service);
      const { invite } = await owner("Four");
      for (let turn = 0; turn < 5; turn++) await invite(`late+${turn}@example.com`);
      await scene.service.app.database.run(sql`delete from mail`);
      const json = {
        email: "late@example.com",
        password: "a good password",
        first_name: "A",
        last_name: "B",
      };
      const made = await scene.service.ask("POST", "/auth/signup", {
        headers: scene.service.clientHeaders,
        json,
      });
      expect(made.status).toBe(200);
      expect(await mailsTo("late@")).toEqual([]);
      const own = asker(scene.service, await signedIn(scene.service, json));
      const statuses: number[] = [];
      for (let turn = 0; turn < 5; turn++) statuses.push((await own("POST", "/auth/confirm/send")).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200]);
      expect((await mailsTo("late@")).length).toBe(5);
      expect(await invite("late+5@example.com")).toEqual([200, false]);
      // The bound is the mailbox's: a stranger's next account of it has no other.
      for (let turn = 0; turn < 6; turn++) {
        scene.service.advance(hourMs);
        statuses.push((await own("POST", "/auth/confirm/send")).status);
      }
      expect(statuses.slice(5)).toEqual([200, 200, 200, 200, 200, 429]);
    });

    test("an account has five addresses confirmed an hour", async () => {
      const account = await signUp(scene.service);
      const own = await ownOf(account);
      const statuses: number[] = [];
      for (let turn = 0; turn < 6; turn++)
        statuses.push(
          (
            await own("PATCH", `/users/${account.userId}`, {
              email: `moved${turn}.${account.email}`,
              current_password: account.password,
            })
          ).status,
        );
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    test("names of others carry no links and no hidden characters", async () => {
      const { invite } = await owner(
        "Your invoice is due: http://evil.example/\u202epay",
        "www.evil.example",
      );
      await invite("reader@example.com");
      await scene.send();
      const received = scene.server.received.find(({ to }) => to[0] === "reader@example.com")!;
      const { subject, text } = await readMail(received);
      expect(subject).toBe("Invitation to Your invoice is due: http: evil example/ pay");
      expect(text).toContain("www evil example");
      expect(`${text}${received.raw}`).not.toMatch(/evil\.|\u202e/);
    });
  });
