import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { embedded, kinds } from "../../../../test/database/databases.ts";
import { type Got, problem, signUp, startService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";

const hourMs = 3_600_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(kind.dialect, () => {
    let scene: MailScene;

    beforeAll(async () => {
      scene = await openMailScene(kind);
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
    const confirmed = async (id: string) =>
      ((await scene.operator("GET", `/users/${id}`)).body as { email_confirmed: boolean }).email_confirmed;
    const mailsWaiting = async () =>
      (await scene.service.app.database.get<{ mails: number }>(sql`
        select count(*) as mails from mail where state = 'pending'`))!.mails;
    const refusedLink = (got: Got) =>
      problem(
        "forbidden",
        403,
        "Forbidden",
        "The confirmation link is invalid, used or expired. Sign in and send a new one.",
        got,
      );

    test("a link confirms the address of a sign-up, once", async () => {
      const { userId, email, key, password } = await signUp(scene.service);
      expect(await confirmed(userId)).toBe(false);
      const called = await scene.service.ask("GET", "/vin-decoder/5J6RW2H59JL990075", {
        headers: { "x-authkey": key },
      });
      expect(called.status).toBe(200);
      await scene.send();
      expect(scene.server.received.map(({ to }) => to)).toEqual([[email]]);
      const [token] = scene.linksTo("confirm");
      const given = { confirm_token: token, password };
      expect((await asClient("/auth/confirm", given)).body).toEqual({ status: "success" });
      expect(await confirmed(userId)).toBe(true);
      const repeated = await asClient("/auth/confirm", given);
      expect(repeated.body).toEqual(refusedLink(repeated));
    });

    test("a link ends after a day, and when another one is sent", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      const former = scene.linksTo("confirm").at(-1);
      const own = asker(scene.service, await signedIn(scene.service, account));
      expect((await own("POST", "/auth/confirm/send")).status).toBe(200);
      await scene.send();
      const token = scene.linksTo("confirm").at(-1);
      expect((await asClient("/auth/confirm", { confirm_token: former })).status).toBe(403);
      scene.service.advance(24 * hourMs);
      const late = await asClient("/auth/confirm", { confirm_token: token });
      expect(late.body).toEqual(refusedLink(late));
      expect(await confirmed(account.userId)).toBe(false);
    });

    test("a link is of one account, and of its address at that time", async () => {
      const one = await signUp(scene.service);
      await scene.send();
      const first = scene.linksTo("confirm").at(-1);
      const other = await signUp(scene.service);
      await scene.send();
      const second = scene.linksTo("confirm").at(-1);
      const { password } = other;
      expect((await asClient("/auth/confirm", { confirm_token: second, password })).status).toBe(200);
      expect([await confirmed(one.userId), await confirmed(other.userId)]).toEqual([false, true]);
      const own = asker(scene.service, await signedIn(scene.service, one));
      const moved = await own("PATCH", `/users/${one.userId}`, {
        email: `moved${one.email}`,
        current_password: one.password,
      });
      expect(moved.body).toMatchObject({ email: `moved${one.email}`, email_confirmed: false });
      expect((await asClient("/auth/confirm", { confirm_token: first })).status).toBe(403);
      await scene.send();
      expect(scene.server.received.at(-1)!.to).toEqual([`moved${one.email}`]);
      const third = scene.linksTo("confirm").at(-1);
      expect((await own("POST", "/auth/confirm", { confirm_token: third })).status).toBe(200);
      expect(await confirmed(one.userId)).toBe(true);
    });

    test("confirming removes the mark of a refused address", async () => {
      const account = await signUp(scene.service);
      scene.server.onRecipient = () => ({ code: 550, text: "5.1.1 unknown user" });
      await scene.send();
      scene.server.onRecipient = () => undefined;
      const marked = async () =>
        ((await scene.operator("GET", "/mails/state")).body as { marked_count: number }).marked_count;
      expect(await marked()).toBe(1);
      const own = asker(scene.service, await signedIn(scene.service, account));
      await own("POST", "/auth/confirm/send");
      await scene.send();
      await own("POST", "/auth/confirm", { confirm_token: scene.linksTo("confirm")[0] });
      expect(await marked()).toBe(0);
      const confirmedAlready = await own("POST", "/auth/confirm/send");
      expect(confirmedAlready.status).toBe(409);
    });

    test("a forgotten password gives the same response with and without an account", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      const [known, unknown] = [
        await asClient("/auth/forgot", { email: account.email }),
        await asClient("/auth/forgot", { email: "unknown@example.com" }),
      ];
      const same = (got: Got) => ({
        status: got.status,
        body: got.body,
        headers: [...got.headers.keys()].sort(),
      });
      expect(same(known)).toEqual(same(unknown));
      expect(known).toMatchObject({ status: 200, body: { status: "success" } });
      await until(async () => (await mailsWaiting()) === 1, "the reset link is written");
      await scene.send();
      expect(scene.server.received.at(-1)!.to).toEqual([account.email]);
      const reset_token = scene.linksTo("reset").at(-1);
      const password = "another good password";
      expect((await asClient("/auth/reset", { reset_token, password })).status).toBe(200);
      await signedIn(scene.service, { email: account.email, password });
    });

    test("a mailbox gets at most three links per hour", async () => {
      const account = await signUp(scene.service);
      await scene.send();
      for (let turn = 0; turn < 5; turn++) await asClient("/auth/forgot", { email: account.email });
      await until(async () => (await mailsWaiting()) >= 3, "three links are written");
      await scene.send();
      await scene.send();
      expect(scene.linksTo("reset")).toHaveLength(3);
    });

    test("a sign-in from a new address is reported, but the first one is not", async () => {
      const account = await signUp(scene.service);
      await scene.service.change(sql`
        update app_user set email_confirmed_at = 1, proved_at = 1 where id = ${account.userId}`);
      await scene.send();
      scene.server.received.length = 0;
      const from = async (address: string) => {
        const { email, password } = account;
        expect((await asClient("/auth/signin", { email, password }, address)).status).toBe(200);
        await scene.send();
        return scene.server.received.length;
      };
      expect(await from("203.0.113.7")).toBe(0);
      expect(await from("203.0.113.7")).toBe(0);
      expect(await from("198.51.100.9")).toBe(1);
      expect(await from("198.51.100.9")).toBe(1);
      const mail = await readMail(scene.server.received[0]!);
      expect(mail.subject).toBe("New sign-in to your account");
      expect(mail.text).toContain("198.51.100.x");
      expect(mail.text).not.toContain("198.51.100.9");
    });
  });

test("without a mail server nothing changes", async () => {
  const service = await startService(embedded[0]!);
  try {
    const account = await signUp(service);
    const operator = asker(service, service.operatorHeaders);
    expect((await operator("GET", `/users/${account.userId}`)).body).toMatchObject({ email_confirmed: true });
    expect((await operator("GET", "/identity")).body).toMatchObject({ mail: false });
    const own = asker(service, await signedIn(service, account));
    const moved = { email: "moved@example.com", current_password: account.password };
    expect((await own("PATCH", `/users/${account.userId}`, moved)).body).toMatchObject({
      email_confirmed: true,
    });
    const forgot = await service.ask("POST", "/auth/forgot", {
      headers: service.clientHeaders,
      json: { email: account.email },
    });
    expect(forgot.body).toEqual(
      problem(
        "conflict",
        409,
        "Conflict",
        "This service sends no mail. Ask the operator for a reset link.",
        forgot,
      ),
    );
    expect((await own("POST", "/auth/confirm/send")).status).toBe(409);
    expect((await operator("POST", "/mails/test", { to: "a@example.com" })).status).toBe(409);
    await operator("DELETE", `/users/${account.userId}`);
    expect((await operator("GET", "/mails")).body).toEqual([]);
  } finally {
    await service.end();
  }
});
