import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { byPasskey } from "../../src/access/proof.ts";
import { sql } from "../../src/database/sql.ts";
import { asker, sessionOf, signedIn } from "../callers.ts";
import { kinds, problem, signUp, startService, type TestService } from "../harness.ts";

const minutes = (count: number) => count * 60_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`step-up on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("15 minutes after sign-in a session proves again who its user is", async () => {
      const account = await signUp(service);
      const ask = asker(service, await signedIn(service, account));
      const path = `/users/${account.userId}/token`;
      service.advance(minutes(15) - 1);
      const created = await ask("POST", path);
      expect(created.status).toBe(200);
      service.advance(1);
      const refused = await ask("POST", path);
      expect(refused.body).toEqual(
        problem(
          "step_up_required",
          401,
          "Confirm that it is you",
          "Confirm that it is you: enter your password again. Nothing was changed.",
          refused,
          { required: "one_factor", max_age: 900, methods: ["password"] },
        ),
      );
      expect(refused.headers.get("www-authenticate")).toBe(
        'Bearer error="insufficient_user_authentication", acr_values="urn:vingate:one-factor", max_age="900"',
      );
      const wrong = await ask("POST", "/auth/step-up", { password: "not the password" });
      expect(wrong.body).toEqual(
        problem("forbidden", 403, "Forbidden", "password is wrong. Nothing was changed.", wrong),
      );
      expect((await ask("POST", path)).status).toBe(401);
      expect((await ask("POST", "/auth/step-up", { password: account.password })).body).toEqual({
        status: "success",
      });
      expect((await ask("POST", path)).status).toBe(200);
      const program = asker(service, { authorization: (created.body as { token: string }).token });
      expect((await program("POST", "/auth/step-up", { password: account.password })).status).toBe(403);
    });

    test("with a second factor the password alone does not suffice", async () => {
      const account = await signUp(service);
      const ask = asker(service, await signedIn(service, account));
      const path = `/users/${account.userId}/second-factor`;
      const { secret } = (await ask("POST", path)).body as { secret: string };
      const app = new TOTP({ secret: Secret.fromBase32(secret) });
      const code = () => app.generate({ timestamp: service.app.clock() });
      expect((await ask("PUT", path, { code: code() })).status).toBe(200);
      service.advance(minutes(16));
      const { password } = account;
      expect((await ask("POST", "/auth/step-up", { password })).body).toMatchObject({
        code: "second_factor_required",
      });
      expect((await ask("DELETE", path)).status).toBe(401);
      expect((await ask("POST", "/auth/step-up", { password, code: code() })).status).toBe(200);
      expect((await ask("DELETE", path)).status).toBe(200);
    });

    test("a password renews no passkey, and the refusal names what does", async () => {
      const account = await signUp(service);
      const { userId, password } = account;
      await service.app.database.run(sql`
        insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
        values (${userId}, ${userId}, ${userId}, ${new Uint8Array(1)}, 0, '[]', 'Key', 0)`);
      const ask = asker(service, {
        authorization: `Bearer ${await sessionOf(service, userId, byPasskey)}`,
      });
      const path = `/users/${userId}/token`;
      expect((await ask("POST", path)).status).toBe(200);
      service.advance(minutes(16));
      expect((await ask("POST", "/auth/step-up", { password })).status).toBe(200);
      const refused = await ask("POST", path);
      expect(refused.body).toEqual(
        problem(
          "step_up_required",
          401,
          "Confirm that it is you",
          "Confirm that it is you with your second factor. Nothing was changed.",
          refused,
          { required: "two_factor", max_age: 900, methods: ["passkey"] },
        ),
      );
    });

    test("changes of who may enter are asked for it, other changes of users are not", async () => {
      const owner = await signUp(service);
      const target = await signUp(service);
      await service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'owner' where id = ${owner.userId}`);
      const ask = asker(service, await signedIn(service, owner));
      const path = `/users/${target.userId}`;
      const names = { email: target.email, first_name: "A", last_name: "B" };
      service.advance(minutes(16));
      const codeOf = async (...call: Parameters<typeof ask>) => {
        const got = await ask(...call);
        return got.status === 200 ? 200 : (got.body as { code: string }).code;
      };
      expect(await codeOf("PATCH", path, { first_name: "C" })).toBe(200);
      const wanted = { role: "operator", operator_role: "support" };
      const asked = "step_up_required";
      expect(await codeOf("PATCH", path, wanted)).toBe(asked);
      expect(await codeOf("PATCH", path, { email: "another@example.com" })).toBe(asked);
      expect(await codeOf("PUT", path, names)).toBe(asked);
      expect(await codeOf("PUT", path, { ...names, ...wanted })).toBe(asked);
      const fresh = { ...names, email: `fresh-${kind.dialect}@example.com` };
      expect(
        await codeOf("POST", `/users/fresh-customer-${kind.dialect}`, { ...fresh, email: "c@example.com" }),
      ).toBe(200);
      expect(await codeOf("POST", `/users/fresh-${kind.dialect}`, { ...fresh, ...wanted })).toBe(asked);
      expect(await codeOf("PUT", "/auth/account", { account_id: target.userId, reason: "Look" })).toBe(asked);
      await ask("POST", "/auth/step-up", { password: owner.password });
      expect(await codeOf("PATCH", path, wanted)).toBe(200);
    });
  });
