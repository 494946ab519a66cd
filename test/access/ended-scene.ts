import { Secret, TOTP } from "otpauth";
import type { Why } from "../../src/access/ended.ts";
import { insertAddressReturn } from "../../src/access/links/address-returns.ts";
import { byAppCode, byPasskey, byPassword, bySingleSignOn, type Proved } from "../../src/access/proof.ts";
import { digestToken, mintToken } from "../../src/access/tokens.ts";
import { sql } from "../../src/database/sql.ts";
import { credentialsEnded } from "../../src/running/credentials-ended.ts";
import { type Asker, asker, sessionOf } from "../callers.ts";
import { type Account, signUp, type TestService } from "../harness.ts";
import { hostEntryToken } from "../host-entry.ts";
import { goodVin } from "../subscribers.ts";

/** A user to whom an event happens. */
export interface Scene {
  readonly service: TestService;
  readonly account: Account;
  readonly organization: string;
  readonly own: Asker;
  readonly operator: Asker;
  readonly app: TOTP;
  readonly confirm: string;
}

/** How each event comes about. */
export const events: Readonly<Record<Why, (scene: Scene) => Promise<unknown>>> = {
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
  async addressReturned({ service: { app, clientHeaders, ask }, account: { userId, email } }) {
    const former = { id: userId, email: `old.${email}`, emailKey: `old.${email}` };
    const return_token = await app.database.transaction((tx) => insertAddressReturn(tx, former, app.clock()));
    const json = { return_token, password: "another password" };
    return ask("POST", "/auth/take-back", { headers: clientHeaders, json });
  },
  async factorAdded({ own, account: { userId }, service }) {
    const path = `/users/${userId}/second-factor`;
    const { secret } = (await own("POST", path)).body as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.app.clock() });
    return own("PUT", path, { code });
  },
  factorRemoved: ({ own, account: { userId } }) => own("DELETE", `/users/${userId}/second-factor`),
  factorReset: ({ operator, account: { userId } }) => operator("DELETE", `/users/${userId}/second-factor`),
  async enteredFromHost({ service, account: { userId } }) {
    const json = { entry_token: await hostEntryToken(service.app, userId), password: "another password" };
    return service.ask("POST", "/auth/enter", { headers: service.clientHeaders, json });
  },
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
    operator("PUT", `/organizations/${organization}/members/${userId}`, { role: "owner" }),
  memberRemoved: ({ operator, organization, account: { userId } }) =>
    operator("DELETE", `/organizations/${organization}/members/${userId}`),
};

/** The user's live credentials. */
interface FullScene extends Scene {
  readonly first: string;
  readonly sessions: readonly string[];
  readonly token: string;
}

/** A user with a credential of every kind. */
export async function sceneOf(service: TestService, why: Why): Promise<FullScene> {
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
  const { token } = (await own("POST", `/users/${userId}/token`)).body as { token: string };
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
    sql`insert into reset_link (digest, user_id, origin, created_at, expires_at)
      values (${userId}, ${userId}, 'other', 0, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into admission_link (digest, user_id, expires_at)
      values (${userId}, ${userId}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into address_return (digest, user_id, email, email_key, created_at, expires_at)
      values (${userId}, ${userId}, '', '', 0, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into email_confirmation (user_id, digest, expires_at) values (${userId}, ${digestToken(confirm)}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into sign_on_attempt (digest, provider, purpose, user_id, expires_at)
      values (${userId}, 'customers', 'link', ${userId}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into passkey_challenge (challenge, user_id, expires_at) values (${userId}, ${userId}, ${Number.MAX_SAFE_INTEGER})`,
    sql`insert into organization_invitation (id, organization_id, email, email_key, role, digest, invited_by, created_at, expires_at)
      values (${userId}, ${organization}, ${userId}, ${userId}, 'owner', ${userId}, ${`/users/${userId}`}, 0, ${Number.MAX_SAFE_INTEGER})`,
  ])
    await database.run(statement);
  const operator = asker(service, service.operatorHeaders);
  return { service, account, organization, own, operator, app, confirm, sessions, first, token };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whether a session or access token enters no longer. */
export const isRefused = async (service: TestService, token: string): Promise<boolean> =>
  (await service.ask("GET", "/auth/accounts", { headers: bearer(token) })).status === 401;

/**
 * Which of the credentials are left, in the columns of the table. Sessions, tokens and keys are tried: h is still there and
 * refused.
 */
export async function leftOf({ service, account: { userId, key }, sessions, first, token }: FullScene) {
  const { database } = service.app;
  const has = async (statement: ReturnType<typeof sql>) => ((await database.get(statement)) ? "-" : "e");
  const tried = async (path: string, headers: Record<string, string>, kept: ReturnType<typeof sql>) => {
    const isRefused = (await service.ask("GET", path, { headers })).status === 401;
    const isKept = (await has(kept)) === "-";
    return isRefused ? (isKept ? "h" : "e") : isKept ? "-" : "enters without a row";
  };
  const live = (one: string) =>
    tried(
      "/auth/accounts",
      bearer(one),
      sql`select 1 as found from access_token where digest = ${digestToken(one)}`,
    );
  const others: string[] = [];
  for (const one of sessions) others.push(await live(one));
  const count = others.filter((one) => one === "e").length;
  const links = [
    sql`select 1 as found from password_reset where user_id = ${userId}`,
    sql`select 1 as found from reset_link where user_id = ${userId}`,
    sql`select 1 as found from admission_link where user_id = ${userId}`,
    sql`select 1 as found from email_confirmation where user_id = ${userId}`,
    sql`select 1 as found from sign_on_attempt where user_id = ${userId}`,
    sql`select 1 as found from passkey_challenge where user_id = ${userId}`,
    sql`select 1 as found from assistant_code where assistant_id = ${userId}`,
  ];
  const ofLinks = new Set(await Promise.all(links.map(has)));
  return [
    await live(first),
    count === 0 ? "-" : count === sessions.length ? "e" : "i",
    await live(token),
    await has(sql`select 1 as found from assistant where user_id = ${userId}`),
    await has(sql`select 1 as found from passkey where user_id = ${userId}`),
    await has(sql`select 1 as found from second_factor where user_id = ${userId} and on_since is not null`),
    await has(sql`select 1 as found from identity where user_id = ${userId}`),
    ofLinks.size === 1 ? [...ofLinks][0] : [...ofLinks].sort().join("/"),
    await has(sql`select 1 as found from organization_invitation where invited_by = ${`/users/${userId}`}`),
    await tried(
      `/vin-decoder/${goodVin}`,
      { "x-AuthKey": key },
      sql`select 1 as found from subscription_key where digest = ${digestToken(key)}`,
    ),
    await has(sql`select 1 as found from address_return where user_id = ${userId}`),
  ].join(" ");
}
