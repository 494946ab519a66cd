import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { credentialKinds, ended, type Why } from "../../src/access/ended.ts";
import { coreCredentials } from "../../src/access/kept-credential.ts";
import { sql } from "../../src/database/sql.ts";
import { given } from "../../src/running/ports.ts";
import { keptCredentials } from "../../src/running/sign-in-ports.ts";
import { asker, sessionOf, trySignIn } from "../callers.ts";
import { kinds, signUp, startService, type TestService } from "../harness.ts";
import { events, isRefused, leftOf, type Scene, sceneOf } from "./ended-scene.ts";
import { follow } from "./followed-stream.ts";

/** What is left after each event, by hand: e ended, i those sessions alone that began with what was removed, h refused, - left. */
const left: Readonly<Record<Why, string>> = {
  //                session sessions tokens assistants passkeys codes identities links invitations keys returns
  addressProved: "- e e e e e e e e - e",
  addressTaken: "e e e e e e e e e e e",
  signedOut: "e - - - - - - - - - -",
  passwordChanged: "- e e - - - - e - - -",
  passwordReset: "e e e e - - - e e - -",
  emailChanged: "- e - - - - - e - - -",
  // What was made since alone: here the app codes.
  addressReturned: "e e e e - e - e e - -",
  factorAdded: "- e - - - - - e - - -",
  factorRemoved: "- i - - - e - e - - -",
  factorReset: "e e e e e e - e e - -",
  enteredFromHost: "e e e e e e e e e - e",
  identityLinked: "- - - - - - - e - - -",
  identityUnlinked: "- i - - - - e e - - -",
  userBlocked: "e e h - - - - e e h -",
  userDeleted: "e e e e e e e e e e e",
  roleNarrowed: "- - - - - - - - e - -",
  roleRaised: "e e e e - - - e e - e",
  memberRaised: "- - e - - - - - - - -",
  // With an assistant its codes end.
  memberRemoved: "- - e e - - - -/e e - -",
};

/** Tables whose digest or subject nobody enters by, and keys, which belong to subscriptions. */
const others = [
  "closed_mailbox",
  "known_address",
  "mail_text",
  "mail_text_in_language",
  "proof_done",
  "subscription_key",
  "terms",
];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what ends, on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    for (const why of Object.keys(left) as Why[])
      test(why, async () => {
        const scene = await sceneOf(service, why);
        expect(await leftOf(scene)).toBe("- - - - - - - - - - -");
        // An operator with a passkey reads nothing by less.
        const less = why === "roleNarrowed" ? [] : [...scene.sessions, scene.token];
        const entering = [scene.first, ...less];
        const streams = entering.map((token) => follow(service, token));
        for (const stream of streams) await stream.open();
        const happened = (await events[why](scene)) as { status?: number; text?: string };
        expect([happened.status ?? 200, happened.status === 200 ? "" : (happened.text ?? "")]).toEqual([
          200,
          "",
        ]);
        expect(await leftOf(scene)).toBe(left[why]);
        // Whose credential is refused gets no more events, and who is another caller now neither.
        for (const [at, stream] of streams.entries())
          if (why === "roleNarrowed" || (await isRefused(service, entering[at]!)))
            expect(await stream.ended()).toEqual(["event: calls", "event: ended"]);
          else expect(stream.hasEnded).toBe(false);
        for (const stream of streams) stream.close();
      });

    test("after a block is undone its sessions stay ended, and what was refused works again", async () => {
      const scene = await sceneOf(service, "userBlocked");
      await events.userBlocked(scene);
      expect(await leftOf(scene)).toBe(left.userBlocked);
      const { operator, account } = scene;
      expect((await operator("PATCH", `/users/${account.userId}`, { state: "active" })).status).toBe(200);
      expect(await leftOf(scene)).toBe("e e - - - - - e e - -");
      const signIn = { email: account.email, password: account.password };
      const headers = service.clientHeaders;
      service.advance(30_000);
      const code = scene.app.generate({ timestamp: service.app.clock() });
      const signedIn = await service.ask("POST", "/auth/signin", { headers, json: { ...signIn, code } });
      expect(signedIn.status).toBe(200);
    });

    test("a sign-in whose password is being checked does not survive a reset, a block or another factor", async () => {
      const { passwords } = service.app.identity;
      const verify = passwords.verify.bind(passwords);
      for (const why of ["passwordReset", "userBlocked", "factorReset"] as const) {
        const account = await signUp(service);
        await service.app.database.run(
          sql`insert into second_factor (user_id, last_step, on_since) values (${account.userId}, 0, null)`,
        );
        const operator = asker(service, service.operatorHeaders);
        const scene = { service, account, operator } as unknown as Scene;
        passwords.verify = async (...given) => {
          const right = await verify(...given);
          await events[why](scene);
          return right;
        };
        try {
          expect((await trySignIn(service, account.email, account.password)).status).toBe(401);
        } finally {
          passwords.verify = verify;
        }
        const made = await service.app.database.get(sql`
          select count(*) as made from access_token where user_id = ${account.userId}`);
        expect(made).toEqual({ made: 0 });
      }
    });

    test("a change by a session that ends during its call is not made", async () => {
      const { passwords } = service.app.identity;
      const hash = passwords.hash.bind(passwords);
      const account = await signUp(service);
      const { userId, password } = account;
      const own = asker(service, { authorization: `Bearer ${await sessionOf(service, userId)}` });
      const operator = asker(service, service.operatorHeaders);
      let isReset = false;
      passwords.hash = async (given) => {
        if (!isReset) {
          isReset = true;
          await events.passwordReset({ service, account, operator } as unknown as Scene);
        }
        return hash(given);
      };
      try {
        const patch = { password: "of the thief", current_password: password };
        expect((await own("PATCH", `/users/${userId}`, patch)).body).toMatchObject({
          code: "invalid_credential",
          detail: "The session or token has ended. Nothing was changed.",
        });
      } finally {
        passwords.hash = hash;
      }
      expect((await trySignIn(service, account.email, "of the thief")).status).toBe(401);
      expect((await trySignIn(service, account.email, "another password")).status).toBe(200);
    });

    test("a change by an operator whose role is taken during its call is not made", async () => {
      const { passwords } = service.app.identity;
      const hash = passwords.hash.bind(passwords);
      const [operator, target] = [await signUp(service), await signUp(service)];
      const { database } = service.app;
      await database.run(sql`
        update app_user set role = 'operator', operator_role = 'owner' where id = ${operator.userId}`);
      const own = asker(service, { authorization: `Bearer ${await sessionOf(service, operator.userId)}` });
      passwords.hash = async (given) => {
        await database.run(sql`update app_user set operator_role = 'data' where id = ${operator.userId}`);
        return hash(given);
      };
      try {
        const patch = { role: "operator", operator_role: "owner", password: "of another owner" };
        expect((await own("PATCH", `/users/${target.userId}`, patch)).body).toMatchObject({
          code: "forbidden",
          detail: "Your role was changed during this call. Nothing was changed.",
        });
      } finally {
        passwords.hash = hash;
      }
      expect(await database.get(sql`select role from app_user where id = ${target.userId}`)).toEqual({
        role: "customer",
      });
    });

    test("every table with a digest or key of a caller has a declared credential", () => {
      const declared = [...coreCredentials, ...given(service.app.running, keptCredentials).flat()];
      const schema = readFileSync("src/database/schema.sql", "utf8");
      const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \((.*?)^\)/gms)];
      const entered = tables.flatMap(([, table, columns]) =>
        /^\s*(digest|public_key|challenge|subject) /m.test(columns!) && !others.includes(table!)
          ? [table!]
          : [],
      );
      // These have a sealed secret, or the codes and tokens that enter for them.
      const all = [...entered, "assistant", "second_factor"].sort();
      expect([...new Set(declared.flatMap((one) => one.tables))].sort()).toEqual(all);
      expect(new Set(declared.map(({ kind }) => kind))).toEqual(
        new Set(credentialKinds.filter((one) => one !== "keys")),
      );
      expect(Object.keys(ended)).toEqual(Object.keys(left));
    });
  });
