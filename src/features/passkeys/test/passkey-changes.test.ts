import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, sessionOf, signedIn } from "../../../../test/callers.ts";
import { kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { SoftAuthenticator } from "../../../../test/soft-authenticator.ts";
import { byPassword } from "../../../access/proof.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Passkeys } from "../passkeys.ts";
import {
  add,
  codeOf,
  newPerson,
  personWithPasskey,
  registration,
  signInWith,
  visitorChallenge,
} from "./passkey-scene.ts";

const minutes = (count: number) => count * 60_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`changes of passkeys on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_OPERATOR_SECOND_FACTOR: "required" });
    });
    afterAll(() => service.end());

    const rowsOf = (userId: string, table = sql`passkey`) =>
      service.app.database.all(sql`select * from ${table} where user_id = ${userId}`);

    test("a passkey proves again who the user of a session is", async () => {
      const person = await personWithPasskey(service);
      const thief = await personWithPasskey(service);
      const { ask, path, id, device } = person;
      service.advance(minutes(16));
      expect(codeOf(await ask("POST", `${path}/options`))).toBe("step_up_required");
      expect(codeOf(await ask("POST", path, { name: "L", response: device.register("none") }))).toBe(
        "step_up_required",
      );
      expect(codeOf(await ask("DELETE", `${path}/${id}`))).toBe("step_up_required");
      const options = await ask("POST", "/auth/passkey/options");
      const { challenge } = options.body as { challenge: string };
      expect(options.body).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: "vingate.test",
        timeout: 300_000,
        userVerification: "required",
        allowCredentials: [{ id: device.credentialId, type: "public-key", transports: ["internal"] }],
      });
      const stepUp = (response: unknown) => ask("POST", "/auth/step-up/passkey", { response });
      const others = thief.device.prove(await visitorChallenge(service));
      expect(codeOf(await stepUp(others))).toBe("forbidden");
      expect(codeOf(await ask("DELETE", `${path}/${id}`))).toBe("step_up_required");
      const proof = device.prove(challenge);
      expect((await stepUp(proof)).body).toEqual({ status: "success" });
      expect(codeOf(await stepUp(proof))).toBe("forbidden");
      expect(codeOf(await ask("DELETE", `${path}/${id}`))).toBe(200);
    });

    test("an access token, and other users, cannot change them", async () => {
      const { account, ask, path, id, device } = await personWithPasskey(service);
      const { token } = (await ask("POST", `/users/${account.userId}/token`)).body as { token: string };
      const program = asker(service, { authorization: `Bearer ${token}` });
      const stranger = await personWithPasskey(service);
      const operator = asker(service, service.operatorHeaders);
      for (const [caller, code] of [
        [program, "insufficient_scope"],
        [stranger.ask, "not_found"],
        [operator, "forbidden"],
      ] as const) {
        const response = device.register(await visitorChallenge(service));
        expect(codeOf(await caller("POST", `${path}/options`))).toBe(code);
        expect(codeOf(await caller("POST", path, { name: "Mine", response }))).toBe(code);
        expect(codeOf(await caller("PATCH", `${path}/${id}`, { name: "Mine" }))).toBe(code);
        expect(codeOf(await caller("DELETE", `${path}/${id}`))).toBe(code);
      }
      expect(codeOf(await stranger.ask("GET", path))).toBe("not_found");
      for (const call of [
        await stranger.ask("PATCH", `${stranger.path}/${id}`, { name: "Mine" }),
        await stranger.ask("DELETE", `${stranger.path}/${id}`),
      ])
        expect(codeOf(call)).toBe("not_found");
      const proof = device.prove(await visitorChallenge(service));
      expect(codeOf(await program("POST", "/auth/step-up/passkey", { response: proof }))).toBe(
        "insufficient_scope",
      );
      expect((await operator("GET", path)).body).toEqual([expect.objectContaining({ id, name: "Laptop" })]);
    });

    test("the last way in stays", async () => {
      const person = await personWithPasskey(service);
      const { account, ask, path, id } = person;
      await service.change(sql`update app_user set password_hash = null where id = ${account.userId}`);
      expect(codeOf(await ask("DELETE", `${path}/${id}`))).toBe("conflict");
      const other = new SoftAuthenticator(account.userId);
      expect(codeOf(await add(person, {}, other))).toBe(200);
      expect(codeOf(await ask("DELETE", `${path}/${id}`))).toBe(200);
      expect(codeOf(await signInWith(service, other))).toBe(200);
    });

    test("an operator with a passkey is not confined, and without one again", async () => {
      const account = await signUp(service);
      await service.change(sql`
        update app_user set role = 'operator', operator_role = 'owner' where id = ${account.userId}`);
      const ask = asker(service, await signedIn(service, account));
      const list = async () => codeOf(await ask("GET", "/users/"));
      expect(await list()).toBe("step_up_required");
      const { device } = await newPerson(service);
      const path = `/users/${account.userId}/passkeys`;
      const response = device.register(await registration({ ask, path }));
      const added = await ask("POST", path, { name: "Key", response });
      expect(codeOf(added)).toBe(200);
      expect(await list()).toBe(200);
      // A password alone is still not enough.
      const token = await sessionOf(service, account.userId, byPassword);
      const ofPassword = asker(service, { authorization: `Bearer ${token}` });
      expect(codeOf(await ofPassword("GET", "/users/"))).toBe("step_up_required");
      expect(codeOf(await ask("DELETE", `${path}/${(added.body as { id: string }).id}`))).toBe(200);
      expect(await list()).toBe("step_up_required");
    });

    test("an operator who resets the second factor removes them and ends the sessions", async () => {
      const { account, ask, path, device } = await personWithPasskey(service);
      const reset = `/users/${account.userId}/second-factor`;
      // The user itself turns app codes off, no passkeys.
      expect(codeOf(await ask("DELETE", reset))).toBe(200);
      expect((await ask("GET", path)).body).toHaveLength(1);
      const operator = asker(service, service.operatorHeaders);
      expect((await operator("DELETE", reset)).body).toEqual({ on_since: null, recovery_codes_left: 0 });
      expect((await operator("GET", path)).body).toEqual([]);
      expect(codeOf(await ask("GET", path))).toBe("invalid_credential");
      expect(codeOf(await signInWith(service, device))).toBe("invalid_credential");
      const { body } = await operator("GET", "/audit?action=user.reset_second_factor");
      expect((body as { object: string }[]).map(({ object }) => object)).toEqual([
        `/users/${account.userId}`,
      ]);
      expect(codeOf(await operator("DELETE", reset))).toBe(200);
      const repeated = await operator("GET", "/audit?action=user.reset_second_factor");
      expect(repeated.body).toHaveLength(1);
    });

    test("deleting a user deletes them, and expired challenges go", async () => {
      const person = await personWithPasskey(service);
      const { userId } = person.account;
      await registration(person);
      const expired = await visitorChallenge(service);
      expect(await rowsOf(userId, sql`passkey_challenge`)).toHaveLength(1);
      const operator = asker(service, service.operatorHeaders);
      expect(codeOf(await operator("DELETE", `/users/${userId}`))).toBe(200);
      expect([await rowsOf(userId), await rowsOf(userId, sql`passkey_challenge`)]).toEqual([[], []]);
      const left = () =>
        service.app.database.all(sql`select 1 as one from passkey_challenge where challenge = ${expired}`);
      await opened(service.app, Passkeys).tidyUp(service.app.clock() + minutes(5) - 1);
      expect(await left()).toHaveLength(1);
      await opened(service.app, Passkeys).tidyUp(service.app.clock() + minutes(5));
      expect(await left()).toEqual([]);
    });

    test("a visitor's challenges are bounded by address", async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 61; i++)
        statuses.push(
          (
            await service.ask("POST", "/auth/passkey/options", {
              headers: service.clientHeaders,
              from: "203.0.113.50",
            })
          ).status,
        );
      expect(statuses).toEqual([...new Array(60).fill(200), 429]);
    });
  });

test("a passkey that is added or removed is mailed to the user", async () => {
  const service = await startService(kinds[0]!, {
    VINGATE_SMTP_URL: "smtp://127.0.0.1:9",
    VINGATE_MAIL_FROM: "Vingate <service@vingate.test>",
  });
  const person = await newPerson(service);
  const { ask, path } = person;
  await service.app.database.run(sql`
    update app_user set email_confirmed_at = 1, proved_at = 0 where id = ${person.account.userId}`);
  const { id } = (await add(person)).body as { id: string };
  expect(codeOf(await ask("DELETE", `${path}/${id}`))).toBe(200);
  const mails = await asker(service, service.operatorHeaders)("GET", "/mails?kind=sign_in_changed");
  expect(mails.body).toHaveLength(2);
  await service.end();
});
