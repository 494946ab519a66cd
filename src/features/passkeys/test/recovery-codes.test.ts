import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { type Asker, asker } from "../../../../test/callers.ts";
import { startWorld } from "../../../../test/decisions/world.ts";
import { type Got, kinds, problem, startService, type TestService } from "../../../../test/harness.ts";
import { SoftAuthenticator } from "../../../../test/soft-authenticator.ts";
import { sql } from "../../../database/sql.ts";
import { add, codeOf, newPerson, type Person, signInWith } from "./passkey-scene.ts";

const codesOf = ({ body }: Got) => (body as { recovery_codes?: string[] }).recovery_codes;

const signIn = (service: TestService, { account: { email, password } }: Person, code?: string) =>
  service.ask("POST", "/auth/signin", {
    headers: service.clientHeaders,
    json: { email, password, ...(code !== undefined && { code }) },
  });

/** A user whose device is added, and the codes that came with it. */
async function withCodes(service: TestService) {
  const person = await newPerson(service);
  const added = await add(person);
  const { id } = added.body as { id: string };
  return { ...person, id, codes: codesOf(added)!, state: `/users/${person.account.userId}/second-factor` };
}

/** The same as of users who added their passkey before codes came with it. */
async function ofBefore(service: TestService) {
  const person = await withCodes(service);
  for (const table of [sql`second_factor`, sql`recovery_code`])
    await service.change(sql`delete from ${table} where user_id = ${person.account.userId}`);
  return person;
}

const asSession = (service: TestService, got: Got): Asker =>
  asker(service, { authorization: `Bearer ${(got.body as { token: string }).token}` });

async function addApp(service: TestService, ask: Asker, state: string) {
  const { secret } = (await ask("POST", state)).body as { secret: string };
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const confirmed = await ask("PUT", state, { code: app.generate({ timestamp: service.app.clock() }) });
  service.advance(30_000);
  return { app, codes: codesOf(confirmed)! };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`recovery codes of passkeys on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("they come with the first passkey, and the password alone opens no session", async () => {
      const person = await withCodes(service);
      const { ask, codes, state, device } = person;
      expect(new Set(codes).size).toBe(10);
      expect((await ask("GET", state)).body).toEqual({ on_since: null, recovery_codes_left: 10 });
      const missing = await signIn(service, person);
      expect(missing.body).toEqual({
        ...problem(
          "second_factor_required",
          401,
          "Second factor required",
          "Use your passkey, or enter a recovery code.",
          missing,
        ),
        methods: ["passkey", "recovery_code"],
      });
      expect(codeOf(await signIn(service, person, "aaaa-bbbb"))).toBe("invalid_credential");
      expect(codeOf(await signIn(service, person, "123456"))).toBe("invalid_credential");
      const got = await signIn(service, person, codes[0]);
      expect([codeOf(got), codeOf(await signIn(service, person, codes[0]))]).toEqual([
        200,
        "invalid_credential",
      ]);
      // What replaces a lost passkey must be able to add the next.
      const recovered = { ...person, ask: asSession(service, got) };
      const added = await add(recovered, {}, new SoftAuthenticator(person.account.userId));
      expect([codeOf(added), codesOf(added)]).toEqual([200, undefined]);
      expect((await recovered.ask("GET", state)).body).toEqual({ on_since: null, recovery_codes_left: 9 });
      expect(codesOf(await signInWith(service, device))).toBeUndefined();
    });

    test("a step-up by password needs one too", async () => {
      const { ask, account, codes } = await withCodes(service);
      service.advance(16 * 60_000);
      const refused = await ask("POST", `/users/${account.userId}/passkeys/options`);
      expect(refused.body).toMatchObject({
        code: "step_up_required",
        methods: ["recovery_code", "passkey"],
      });
      const stepUp = (code?: string) =>
        ask("POST", "/auth/step-up", { password: account.password, ...(code !== undefined && { code }) });
      expect(codeOf(await stepUp())).toBe("second_factor_required");
      expect(codeOf(await stepUp("aaaa-bbbb"))).toBe("forbidden");
      expect(codeOf(await stepUp(codes[0]))).toBe(200);
      expect(codeOf(await ask("POST", `/users/${account.userId}/passkeys/options`))).toBe(200);
    });

    test("users of before sign in by password until their passkey signs in, which brings codes once", async () => {
      const person = await ofBefore(service);
      expect(codeOf(await signIn(service, person))).toBe(200);
      const got = await signInWith(service, person.device);
      const codes = codesOf(got)!;
      expect(codes).toHaveLength(10);
      expect(codeOf(await signIn(service, person))).toBe("second_factor_required");
      expect(codeOf(await signIn(service, person, codes[0]))).toBe(200);
      expect(codesOf(await signInWith(service, person.device))).toBeUndefined();
      const made = await service.ask("GET", "/audit?action=user.create_recovery_codes", {
        headers: service.operatorHeaders,
      });
      const object = `/users/${person.account.userId}`;
      expect((made.body as { object: string }[]).filter((one) => one.object === object)).toHaveLength(1);
    });

    test("users of before receive them with another passkey", async () => {
      const person = await ofBefore(service);
      expect(codesOf(await add(person, {}, new SoftAuthenticator(person.account.userId)))).toHaveLength(10);
    });

    test("codes that are used up are replaced at the next sign-in by passkey, not by the password", async () => {
      const person = await withCodes(service);
      for (const code of person.codes) expect(codeOf(await signIn(service, person, code))).toBe(200);
      expect(codeOf(await signIn(service, person))).toBe("second_factor_required");
      expect(codesOf(await signInWith(service, person.device))).toHaveLength(10);
    });

    test("new ones replace them, and users without a second factor get none", async () => {
      const person = await withCodes(service);
      const { ask, codes, state } = person;
      const fresh = codesOf(await ask("POST", `${state}/recovery-codes`))!;
      expect(fresh).toHaveLength(10);
      expect(codeOf(await signIn(service, person, codes[0]))).toBe("invalid_credential");
      expect(codeOf(await signIn(service, person, fresh[0]))).toBe(200);
      const { ask: other, account } = await newPerson(service);
      const none = await other("POST", `/users/${account.userId}/second-factor/recovery-codes`);
      expect(none.body).toMatchObject({
        code: "conflict",
        detail: "There is no second factor. Add app codes or a passkey first.",
      });
    });

    test("they go with the last passkey, and stay while app codes are on", async () => {
      const alone = await withCodes(service);
      const path = (person: { path: string; id: string }) => `${person.path}/${person.id}`;
      expect(codeOf(await alone.ask("DELETE", path(alone)))).toBe(200);
      expect((await alone.ask("GET", alone.state)).body).toEqual({ on_since: null, recovery_codes_left: 0 });
      expect(codeOf(await signIn(service, alone))).toBe(200);
      expect(codesOf(await add(alone, {}, new SoftAuthenticator(alone.account.userId)))).toHaveLength(10);
      const both = await withCodes(service);
      const { app, codes } = await addApp(service, both.ask, both.state);
      expect(codeOf(await signIn(service, both, both.codes[0]))).toBe("invalid_credential");
      expect(codeOf(await both.ask("DELETE", path(both)))).toBe(200);
      expect((await both.ask("GET", both.state)).body).toMatchObject({ recovery_codes_left: 10 });
      expect(codeOf(await signIn(service, both, codes[0]))).toBe(200);
      expect(codeOf(await signIn(service, both, app.generate({ timestamp: service.app.clock() })))).toBe(200);
    });

    test("app codes that are turned off leave them to the passkey", async () => {
      const person = await withCodes(service);
      const { app, codes } = await addApp(service, person.ask, person.state);
      expect((await person.ask("DELETE", person.state)).body).toEqual({
        on_since: null,
        recovery_codes_left: 10,
      });
      const code = app.generate({ timestamp: service.app.clock() });
      expect(codeOf(await signIn(service, person, code))).toBe("invalid_credential");
      expect(codeOf(await signIn(service, person))).toBe("second_factor_required");
      expect(codeOf(await signIn(service, person, codes[0]))).toBe(200);
      expect(codesOf(await signInWith(service, person.device))).toBeUndefined();
    });

    test("no restore brings app codes back that were turned off beside a passkey", async () => {
      const world = await startWorld(kind);
      try {
        const person = await withCodes(world.service);
        const { codes } = await addApp(world.service, person.ask, person.state);
        const point = await world.point();
        expect((await person.ask("DELETE", person.state)).status).toBe(200);
        await world.goBack(point);
        const missing = await signIn(world.service, person);
        expect(missing.body).toMatchObject({ methods: ["passkey", "recovery_code"] });
        expect(codeOf(await signIn(world.service, person, codes[0]))).toBe(200);
      } finally {
        await world.end();
      }
    });
  });
