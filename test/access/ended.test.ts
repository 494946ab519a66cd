import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { credentialKinds, ended, type Why } from "../../src/access/ended.ts";
import { coreCredentials } from "../../src/access/kept-credential.ts";
import { byAppCode, byPasskey, byPassword, bySingleSignOn, type Proved } from "../../src/access/proof.ts";
import { digestToken, mintToken } from "../../src/access/tokens.ts";
import { sql } from "../../src/database/sql.ts";
import { credentialsEnded } from "../../src/running/credentials-ended.ts";
import { type Asker, asker, sessionOf, trySignIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

/** What is left after each event, by hand: e ended, i those sessions alone that began with what was removed, - left. */
const left: Readonly<Record<Why, string>> = {
  //                session sessions tokens assistants passkeys codes identities links invitations
  addressProved: "- e e e e e e e e",
  addressTaken: "e e e e e e e e e",
  signedOut: "e - - - - - - - -",
  passwordChanged: "- e e - - - - e -",
  passwordReset: "e e e e - - - e e",
  emailChanged: "- e - - - - - e -",
  factorAdded: "- e - - - - - e -",
  factorRemoved: "- i - - - e - e -",
  factorReset: "e e e e e e - e e",
  identityLinked: "- - - - - - - e -",
  identityUnlinked: "- i - - - - e e -",
  userBlocked: "e e - - - - - e e",
  userDeleted: "e e e e e e e e e",
  roleNarrowed: "- - - - - - - - e",
  roleRaised: "e e e e - - - e e",
  memberRaised: "- - e - - - - - -",
  // With an assistant its codes end.
  memberRemoved: "- - e e - - - -/e e",
};

interface Scene {
  readonly service: TestService;
  readonly account: Account;
  readonly organization: string;
  readonly own: Asker;
  readonly operator: Asker;
  readonly app: TOTP;
  readonly confirm: string;
}

/** How each event comes about. */
const events: Readonly<Record<Why, (scene: Scene) => Promise<unknown>>> = {
  addressProved: ({ own, confirm }) => own("POST", "/auth/confirm", { confirm_token: confirm }),
  addressTaken: ({ service, confirm }) =>
    service.ask("POST", "/auth/confirm", {
      headers: service.clientHeaders,
      json: { confirm_token: confirm, new_password: "another password" },
    }),
  signedOut: ({ own }) => own("POST", "/auth/logout"),
  passwordChanged: ({ own, account: { userId, password } }) =>
    own("PATCH", `/users/${userId}`, { password: "another password", current_password: password }),
  async passwordReset({ service, operator, account: { userId } }) {
    const made = await operator("POST", `/users/${userId}/resetLink`);
    const { reset_token } = made.body as { reset_token: string };
    const json = { reset_token, password: "another password" };
    return service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json });
  },
  emailChanged: ({ own, account: { userId, password, email } }) =>
    own("PATCH", `/users/${userId}`, { email: `new.${email}`, current_password: password }),
  async factorAdded({ own, account: { userId }, service }) {
    const path = `/users/${userId}/second-factor`;
    const { secret } = (await own("POST", path)).body as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.app.clock() });
    return own("PUT", path, { code });
  },
  factorRemoved: ({ own, account: { userId } }) => own("DELETE", `/users/${userId}/second-factor`),
  factorReset: ({ operator, account: { userId } }) => operator("DELETE", `/users/${userId}/second-factor`),
  identityLinked: ({ service: { app }, account: { userId } }) =>
    app.database.transaction((tx) => credentialsEnded(tx, app, { userId }, "identityLinked")),
  identityUnlinked: ({ own, account: { userId } }) => own("DELETE", `/users/${userId}/identities/${userId}`),
  userBlocked: ({ operator, account: { userId } }) =>
    operator("PATCH", `/users/${userId}`, { state: "blocked" }),
  userDeleted: ({ operator, account: { userId } }) => operator("DELETE", `/users/${userId}`),
  roleNarrowed: ({ operator, account: { userId } }) =>
    operator("PATCH", `/users/${userId}`, { operator_role: "data" }),
  roleRaised: ({ operator, account: { userId } }) =>
    operator("PATCH", `/users/${userId}`, { role: "operator", operator_role: "support" }),
  memberRaised: ({ operator, organization, account: { userId } }) =>
    operator("PUT", `/organizations/${organization}/members/${userId}`, { role: "billing" }),
  memberRemoved: ({ operator, organization, account: { userId } }) =>
    operator("DELETE", `/organizations/${organization}/members/${userId}`),
};

/** A user with a credential of every kind. */
async function sceneOf(
  service: TestService,
  why: Why,
): Promise<Scene & { sessions: readonly string[]; first: string }> {
  const { database } = service.app;
  const account = await signUp(service);
  const { userId, subscriptionId } = account;
  const organization = (await signUp(service)).userId;
  const path = `/users/${userId}/second-factor`;
  const confirm = mintToken("vgm");
  const first = await sessionOf(service, userId, byPasskey);
  const own = asker(service, { authorization: `Bearer ${first}` });
  const { secret } = (await own("POST", path)).body as { secret: string };
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await own("PUT", path, { code: app.generate({ timestamp: service.app.clock() }) });
  const begin = (proved: Proved) => sessionOf(service, userId, proved);
  const sessions = [await begin(byPassword), await begin(byAppCode), await begin(bySingleSignOn(false))];
  await own("POST", `/users/${userId}/token`);
  if (why.startsWith("member")) {
    await database.run(
      sql`update access_token set account_id = ${organization} where user_id = ${userId} and kind = 'vgt'`,
    );
    await database.run(sql`
      insert into member (organization_id, user_id, role, joined_at) values (${organization}, ${userId}, 'developer', 0)`);
    await database.run(sql`update app_user set kind = 'organization' where id = ${organization}`);
  }
  if (why === "roleNarrowed")
    await database.run(
      sql`update app_user set role = 'operator', operator_role = 'owner' where id = ${userId}`,
    );
  const of = why.startsWith("member") ? organization : userId;
  for (const statement of [
    sql`insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      values (${userId}, ${userId}, ${userId}, ${new Uint8Array(1)}, 0, '[]', 'Key', 0)`,
    sql`insert into identity (issuer, subject, id, user_id, linked_at)
      values ('https://id.example/', ${userId}, ${userId}, ${userId}, 0)`,
    sql`insert into assistant (id, user_id, account_id, subscription_id, client_id, name, host, credits_per_day, created_at)
      values (${userId}, ${userId}, ${of}, ${subscriptionId}, 'c', 'Desk', 'desk.example', 1, 0)`,
    sql`insert into assistant_code (digest, assistant_id, redirect_uri, challenge, expires_at)
      values (${userId}, ${userId}, 'https://desk.example/', 'c', ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into password_reset (user_id, digest, created_at, expires_at)
      values (${userId}, ${userId}, 0, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into email_confirmation (user_id, digest, expires_at) values (${userId}, ${digestToken(confirm)}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into sign_on_attempt (digest, provider, purpose, user_id, expires_at)
      values (${userId}, 'customers', 'link', ${userId}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into passkey_challenge (challenge, user_id, expires_at) values (${userId}, ${userId}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into organization_invitation (id, organization_id, email, email_key, role, digest, invited_by, created_at, expires_at)
      values (${userId}, ${organization}, ${userId}, ${userId}, 'owner', ${userId}, ${`/users/${userId}`}, 0, ${Number.MAX_SAFE_INTEGER})`,
  ])
    await database.run(statement);
  const operator = asker(service, service.operatorHeaders);
  return { service, account, organization, own, operator, app, confirm, sessions, first };
}

/** Which of the credentials are left, in the columns of the table above. */
async function leftOf({
  service,
  account: { userId },
  sessions,
  first,
}: Awaited<ReturnType<typeof sceneOf>>) {
  const { database } = service.app;
  const has = async (statement: ReturnType<typeof sql>) => ((await database.get(statement)) ? "-" : "e");
  const live = (token: string) =>
    has(sql`select 1 as found from access_token where digest = ${digestToken(token)}`);
  const others = await Promise.all(sessions.map(live));
  const count = others.filter((one) => one === "e").length;
  const links = [
    sql`select 1 as found from password_reset where user_id = ${userId}`,
    sql`select 1 as found from email_confirmation where user_id = ${userId}`,
    sql`select 1 as found from sign_on_attempt where user_id = ${userId}`,
    sql`select 1 as found from passkey_challenge where user_id = ${userId}`,
    sql`select 1 as found from assistant_code where assistant_id = ${userId}`,
  ];
  const ofLinks = new Set(await Promise.all(links.map(has)));
  return [
    await live(first),
    count === 0 ? "-" : count === sessions.length ? "e" : "i",
    await has(sql`select 1 as found from access_token where user_id = ${userId} and kind = 'vgt'`),
    await has(sql`select 1 as found from assistant where user_id = ${userId}`),
    await has(sql`select 1 as found from passkey where user_id = ${userId}`),
    await has(sql`select 1 as found from second_factor where user_id = ${userId} and on_since is not null`),
    await has(sql`select 1 as found from identity where user_id = ${userId}`),
    ofLinks.size === 1 ? [...ofLinks][0] : [...ofLinks].sort().join("/"),
    await has(sql`select 1 as found from organization_invitation where invited_by = ${`/users/${userId}`}`),
  ].join(" ");
}

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
        expect(await leftOf(scene)).toBe("- - - - - - - - -");
        const happened = (await events[why](scene)) as { status?: number; text?: string };
        expect([happened.status ?? 200, happened.status === 200 ? "" : (happened.text ?? "")]).toEqual([
          200,
          "",
        ]);
        expect(await leftOf(scene)).toBe(left[why]);
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
        expect((await own("PATCH", `/users/${target.userId}`, patch)).status).toBe(401);
      } finally {
        passwords.hash = hash;
      }
      expect(await database.get(sql`select role from app_user where id = ${target.userId}`)).toEqual({
        role: "customer",
      });
    });

    test("every table with a digest or key of a caller has a declared credential", () => {
      const declared = [
        ...coreCredentials,
        ...service.app.running.flatMap(({ credentials = [] }) => credentials),
      ];
      expect([...new Set(declared.flatMap(({ tables }) => tables))].sort()).toEqual([
        "access_token",
        "assistant",
        "assistant_code",
        "assistant_token",
        "email_confirmation",
        "identity",
        "organization_invitation",
        "passkey",
        "passkey_challenge",
        "password_reset",
        "recovery_code",
        "second_factor",
        "sign_on_attempt",
      ]);
      expect(new Set(declared.map(({ kind }) => kind))).toEqual(
        new Set(credentialKinds.filter((one) => one !== "keys")),
      );
      expect(Object.keys(ended)).toEqual(Object.keys(left));
    });
  });
