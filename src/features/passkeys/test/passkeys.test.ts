import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { asker } from "../../../../test/callers.ts";
import { kinds, problem, startService, type TestService } from "../../../../test/harness.ts";
import { type Oddity, SoftAuthenticator } from "../../../../test/soft-authenticator.ts";
import { sql } from "../../../database/sql.ts";
import { handleOf } from "../stored-passkeys.ts";
import {
  add,
  codeOf,
  newPerson,
  personWithPasskey,
  registration,
  send,
  signInWith,
  visitorChallenge,
} from "./passkey-scene.ts";

const minutes = (count: number) => count * 60_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`passkeys on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const now = () => new Date(service.app.clock()).toISOString();
    const actionsOf = async (userId: string) =>
      (
        await service.app.database.all<{ action: string }>(sql`
          select action from audit_log where object like ${`/users/${userId}/passkeys/%`} order by at, id`)
      ).map(({ action }) => action);

    test("a user adds one, signs in with it, renames it and removes it", async () => {
      const person = await newPerson(service);
      const { ask, path, device, account } = person;
      const options = await ask("POST", `${path}/options`);
      const { challenge } = options.body as { challenge: string };
      expect(options.body).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rp: { id: "vingate.test", name: "Vingate" },
        user: { id: handleOf(account.userId), name: account.email, displayName: "Ada Byron" },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
        timeout: 300_000,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
      });
      const added = await ask("POST", path, { name: "Laptop", response: device.register(challenge) });
      const { id } = added.body as { id: string };
      const shown = { id, name: "Laptop", created_at: now(), last_used_at: null };
      const codes = expect.arrayContaining([expect.stringMatching(/^[2-9a-z]{4}-[2-9a-z]{4}$/)]);
      expect(added.body).toEqual({ ...shown, recovery_codes: codes });
      service.advance(minutes(1));
      const got = await signInWith(service, device);
      expect(got.body).toEqual({
        token: expect.stringMatching(/^vgs_/),
        expires_at: expect.any(String),
        user: expect.objectContaining({ id: account.userId }),
      });
      const fresh = asker(service, { authorization: `Bearer ${(got.body as { token: string }).token}` });
      expect((await fresh("GET", path)).body).toEqual([{ ...shown, last_used_at: now() }]);
      const sessions = (await fresh("GET", `/users/${account.userId}/sessions`)).body as { method: string }[];
      expect(sessions.map(({ method }) => method)).toEqual(["passkey", "passkey"]);
      const renamed = { ...shown, name: "Phone", last_used_at: now() };
      expect((await ask("PATCH", `${path}/${id}`, { name: "Phone" })).body).toEqual(renamed);
      expect((await ask("DELETE", `${path}/${id}`)).body).toEqual({ status: "success", id });
      expect((await ask("GET", path)).body).toEqual([]);
      expect(codeOf(await signInWith(service, device))).toBe("invalid_credential");
      expect(await actionsOf(account.userId)).toEqual([
        "user.add_passkey",
        "user.rename_passkey",
        "user.remove_passkey",
      ]);
    });

    test("with app codes a sign-in by passkey is asked for none", async () => {
      const { account, device } = await personWithPasskey(service);
      await service.app.database.run(sql`
        update second_factor set on_since = 1 where user_id = ${account.userId}`);
      expect(codeOf(await signInWith(service, device))).toBe(200);
    });

    const refusedProofs: readonly (readonly [string, Oddity])[] = [
      ["of another origin", { origin: "https://evil.example" }],
      ["for another site", { rpId: "evil.example" }],
      ["for another challenge", { challenge: randomBytes(32).toString("base64url") }],
      ["of a registration", { type: "webauthn.create" }],
      ["of a frame in another site", { crossOrigin: true }],
      ["whose user was not checked", { flags: 1 }],
      ["without its user", { flags: 4 }],
      ["with a counter that goes back", { counter: 1 }],
      ["of another user", { userHandle: handleOf("another") }],
      ["of an unknown passkey", { credentialId: randomBytes(16) }],
    ];
    test.each(refusedProofs)("a proof %s is refused", async (_, odd) => {
      const { device } = await personWithPasskey(service);
      expect(codeOf(await signInWith(service, device))).toBe(200);
      expect(codeOf(await signInWith(service, device, { counter: 2 }))).toBe(200);
      expect(codeOf(await signInWith(service, device, odd))).toBe("invalid_credential");
      expect(codeOf(await signInWith(service, device, { counter: 9 }))).toBe(200);
    });

    test("a proof signed by another key is refused, and says only that", async () => {
      const { account, device } = await personWithPasskey(service);
      const thief = new SoftAuthenticator(account.userId, Buffer.from(device.credentialId, "base64url"));
      const got = await signInWith(service, thief);
      expect(got.body).toEqual(
        problem(
          "invalid_credential",
          401,
          "Invalid credential",
          "The passkey was refused: it is not known here, was removed, or took over 5 minutes. Try again, or use your password.",
          got,
        ),
      );
      expect(codeOf(await signInWith(service, device))).toBe(200);
    });

    test("a proof is accepted once, also of 64 simultaneous sign-ins, and for 5 minutes", async () => {
      const { device } = await personWithPasskey(service);
      // Without a counter, which would refuse a replay too.
      const proof = device.prove(await visitorChallenge(service), { counter: 0 });
      const racers = Array.from({ length: 64 }, (_, at) => send(service, proof, `198.51.100.${at + 1}`));
      const statuses = (await Promise.all(racers)).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...new Array(63).fill(401)]);
      expect(codeOf(await send(service, proof))).toBe("invalid_credential");
      const challenge = await visitorChallenge(service);
      for (const odd of [{ flags: 1 }, {}])
        expect(codeOf(await send(service, device.prove(challenge, odd)))).toBe("invalid_credential");
      const late = device.prove(await visitorChallenge(service));
      service.advance(minutes(5));
      expect(codeOf(await send(service, late))).toBe("invalid_credential");
      const last = device.prove(await visitorChallenge(service));
      service.advance(minutes(5) - 1);
      expect(codeOf(await send(service, last))).toBe(200);
    });

    test("devices that do not count are accepted", async () => {
      const { device } = await personWithPasskey(service);
      for (let i = 0; i < 2; i++) expect(codeOf(await signInWith(service, device, { counter: 0 }))).toBe(200);
    });

    test("a blocked user is refused, and signs in when the block is undone", async () => {
      const { device, account } = await personWithPasskey(service);
      const set = (state: string) =>
        service.ask("PATCH", `/users/${account.userId}`, {
          headers: service.operatorHeaders,
          json: { state },
        });
      await set("blocked");
      expect(codeOf(await signInWith(service, device))).toBe("forbidden");
      await set("active");
      expect(codeOf(await signInWith(service, device))).toBe(200);
    });

    test("registrations that are not right add nothing", async () => {
      const person = await newPerson(service);
      const other = await newPerson(service);
      const certificate = new Map<string, unknown>([
        ["alg", -7],
        ["sig", Buffer.alloc(70)],
        ["x5c", [Buffer.alloc(300)]],
      ]);
      const odds: Oddity[] = [
        { origin: "https://evil.example" },
        { rpId: "evil.example" },
        { challenge: await registration(other) },
        { challenge: await visitorChallenge(service) },
        { type: "webauthn.get" },
        { flags: 1 },
        { format: ["packed", certificate] },
        { format: ["fido-u2f", new Map()] },
      ];
      for (const odd of odds) expect(codeOf(await add(person, odd))).toBe("conflict");
      const late = person.device.register(await registration(person));
      service.advance(minutes(5));
      expect(codeOf(await person.ask("POST", person.path, { name: "Late", response: late }))).toBe(
        "conflict",
      );
      const replaced = person.device.register(await registration(person));
      await registration(person);
      expect(codeOf(await person.ask("POST", person.path, { name: "Old", response: replaced }))).toBe(
        "conflict",
      );
      expect((await person.ask("GET", person.path)).body).toEqual([]);
      expect(codeOf(await add(person))).toBe(200);
      expect(codeOf(await add(other, {}, person.device))).toBe("conflict");
    });

    test("a user has at most 20, also of simultaneous additions", async () => {
      const person = await newPerson(service);
      const device = () => new SoftAuthenticator(person.account.userId);
      for (let i = 0; i < 19; i++) expect(codeOf(await add(person, {}, device()))).toBe(200);
      expect((await person.ask("GET", person.path)).body).toHaveLength(19);
      const challenges = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString("base64url"));
      for (const challenge of challenges)
        await service.app.database.run(sql`
          insert into passkey_challenge (challenge, user_id, expires_at)
          values (${challenge}, ${person.account.userId}, ${service.app.clock() + 1000})`);
      const added = await Promise.all(
        challenges.map((challenge) =>
          person.ask("POST", person.path, { name: "More", response: device().register(challenge) }),
        ),
      );
      expect(added.map(codeOf).sort()).toEqual([200, "conflict"]);
      expect(codeOf(await person.ask("POST", `${person.path}/options`))).toBe("conflict");
    });
  });
