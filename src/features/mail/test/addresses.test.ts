import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import { type Account, kinds, problem, signUp } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { until } from "../../../../test/until.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`links to unconfirmed addresses, on ${kind.dialect}`, () => {
    let scene: MailScene;
    beforeAll(async () => {
      scene = await openMailScene(kind);
    });
    afterEach(async () => {
      await scene.send();
      scene.server.received.length = 0;
    });
    afterAll(() => scene.end());

    const asClient = (path: string, json: unknown) =>
      scene.service.ask("POST", path, { headers: scene.service.clientHeaders, json });
    const resetLinks = async () =>
      (await scene.service.app.database.get<{ links: number }>(
        sql`select count(*) as links from reset_link`,
      ))!.links;

    /** A customer whose mailbox is proved. */
    async function proved(): Promise<Account & { readonly ask: Asker }> {
      const account = await signUp(scene.service);
      await scene.send();
      const ask = asker(scene.service, await signedIn(scene.service, account));
      await ask("POST", "/auth/confirm", { confirm_token: scene.linksTo("confirm").at(-1) });
      return { ...account, ask };
    }

    /** Requests a link for an address, and another one whose account receives it. */
    async function forget(email: string): Promise<void> {
      const other = await proved();
      const before = await resetLinks();
      expect((await asClient("/auth/forgot", { email })).body).toEqual({ status: "success" });
      expect((await asClient("/auth/forgot", { email: other.email })).status).toBe(200);
      await until(async () => (await resetLinks()) > before, "the later request is answered");
    }

    test("an account that was moved to another's address is not shared with whoever reads there", async () => {
      const { ask, userId, password } = await proved();
      const email = `victim.of.${userId}@example.com`;
      await ask("PATCH", `/users/${userId}`, { email, current_password: password });
      await scene.send();
      const token = scene.linksTo("confirm").at(-1)!;
      await forget(email);
      await scene.send();
      expect(scene.server.received.filter(({ to }) => to.includes(email)).length).toBe(1);
      expect((await ask("POST", "/auth/confirm", { confirm_token: token })).status).toBe(200);
      await asClient("/auth/forgot", { email });
      await until(async () => {
        await scene.send();
        return scene.server.received.filter(({ to }) => to.includes(email)).length === 2;
      }, "a confirmed address receives a link");
    });

    test("none goes to the address of before when that changes before it is sent", async () => {
      const { ask, userId, email, password } = await proved();
      const { database } = scene.service.app;
      const read = database.all.bind(database);
      // The address changes when its account has been found.
      let isMoved = false;
      let isFound = false;
      const all = async <T>(statement: Sql) => {
        const rows = await read<T>(statement);
        if (!isFound && rows.some((row) => (row as { email?: string }).email === email)) {
          isFound = true;
          const moved = { email: `new.${email}`, current_password: password };
          isMoved = (await ask("PATCH", `/users/${userId}`, moved)).status === 200;
        }
        return rows;
      };
      Object.assign(database, { all });
      try {
        expect((await asClient("/auth/forgot", { email })).status).toBe(200);
        await until(() => isMoved, "the address has changed");
      } finally {
        Reflect.deleteProperty(database, "all");
      }
      await forget("unknown@example.com");
      expect(
        await database.get(sql`select 1 as found from reset_link where user_id = ${userId}`),
      ).toBeUndefined();
    });

    test("the contact address of an organization is confirmed by its link alone, and nothing ends", async () => {
      const owner = await proved();
      const named = { name: "Acme", contact_email: `office.of.${owner.userId}@example.com` };
      const { id } = (await owner.ask("POST", "/organizations", named)).body as { id: string };
      const transfer = `/subscriptions/${owner.subscriptionId}/transfer`;
      expect((await owner.ask("POST", transfer, { account_id: id })).status).toBe(200);
      await scene.send();
      const token = scene.linksTo("confirm").at(-1)!;
      const confirmed = await asClient("/auth/confirm", {
        confirm_token: token,
        new_password: "a stranger's",
      });
      expect(confirmed.body).toEqual({ status: "success" });
      await owner.ask("PUT", "/auth/account", { account_id: id });
      expect((await owner.ask("GET", `/organizations/${id}`)).body).toMatchObject({
        contact_confirmed: true,
      });
      const headers = { "x-authkey": owner.key };
      expect((await scene.service.ask("GET", `/vin-decoder/${goodVin}`, { headers })).status).toBe(200);
      expect((await owner.ask("GET", `/users/${id}/remaining-credentials`)).body).toEqual([
        expect.objectContaining({ event: "subscription_moved" }),
        expect.objectContaining({ event: "subscription_moved" }),
        expect.objectContaining({ event: "subscription_moved" }),
      ]);
    });

    test("no reset link is made for an organization, which has no password", async () => {
      const owner = await proved();
      const { id } = (await owner.ask("POST", "/organizations", { name: "Acme" })).body as { id: string };
      const refused = await scene.operator("POST", `/users/${id}/resetLink`);
      expect(refused.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          "An organization has no password. Make a link for one of its members.",
          refused,
        ),
      );
    });
  });

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a customer who becomes an operator, on ${kind.dialect}`, () => {
    test("confirms its address before it has the passkey that is required", async () => {
      const scene = await openMailScene(kind, { VINGATE_OPERATOR_SECOND_FACTOR: "passkey" });
      try {
        const account = await signUp(scene.service);
        const path = `/users/${account.userId}`;
        expect((await scene.operator("PATCH", path, { role: "operator" })).status).toBe(200);
        const own = asker(scene.service, await signedIn(scene.service, account));
        expect((await own("POST", `${path}/passkeys/options`)).status).toBe(409);
        expect((await own("POST", "/auth/confirm/send")).status).toBe(200);
        await scene.send();
        const confirm_token = scene.linksTo("confirm").at(-1);
        expect((await own("POST", "/auth/confirm", { confirm_token })).status).toBe(200);
        expect((await own("POST", `${path}/passkeys/options`)).status).toBe(200);
      } finally {
        await scene.end();
      }
    });
  });
