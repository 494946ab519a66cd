import { expect } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { sql } from "../../src/database/sql.ts";
import { asker, signedIn, trySignIn } from "../callers.ts";
import { type Account, signUp, type TestService } from "../harness.ts";
import type { Story } from "./stories.ts";
import type { World } from "./world.ts";

export const succeeded = (got: {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}) => {
  if (got.status !== 200) throw new Error(`${got.status}: ${got.text}`);
  return got.body as never;
};

export const operatorOf = ({ service }: World) => asker(service, service.operatorHeaders);
const isIn = async ({ service }: World, { email, password }: { email: string; password: string }) =>
  (await trySignIn(service, email, password)).status;
const tokenStatus = async ({ service }: World, token: string) =>
  (await service.ask("GET", "/auth/accounts", { headers: { authorization: `Bearer ${token}` } })).status;

async function newToken(service: TestService, account: Account): Promise<string> {
  const ask = asker(service, await signedIn(service, account));
  return (succeeded(await ask("POST", `/users/${account.userId}/token`)) as { token: string }).token;
}

async function reset(world: World, userId: string, password: string): Promise<void> {
  const made = succeeded(await operatorOf(world)("POST", `/users/${userId}/resetLink`));
  const { reset_token } = made as { reset_token: string };
  succeeded(
    await asker(world.service, world.service.clientHeaders)("POST", "/auth/reset", { reset_token, password }),
  );
}

const accessToken: Story = async function* (world) {
  const account = await signUp(world.service);
  const [revoked, kept, loggedOut] = [
    await newToken(world.service, account),
    await newToken(world.service, account),
    await newToken(world.service, account),
  ];
  yield;
  const path = `/users/${account.userId}/tokens`;
  const ask = operatorOf(world);
  const oldest = (succeeded(await ask("GET", path)) as { id: string }[]).at(-1)!;
  succeeded(await ask("DELETE", `${path}/${oldest.id}`));
  succeeded(await asker(world.service, { authorization: `Bearer ${loggedOut}` })("POST", "/auth/logout"));
  yield;
  const statuses = [];
  for (const token of [revoked, kept, loggedOut]) statuses.push(await tokenStatus(world, token));
  expect(statuses).toEqual([401, 200, 401]);
};

const password: Story = async function* (world) {
  const account = await signUp(world.service);
  const token = await newToken(world.service, account);
  const next = { ...account, password: "another long one" };
  yield;
  const ask = asker(world.service, await signedIn(world.service, account));
  const change = { password: next.password, current_password: account.password };
  succeeded(await ask("PATCH", `/users/${account.userId}`, change));
  yield;
  expect([await isIn(world, account), await isIn(world, next), await tokenStatus(world, token)]).toEqual([
    401, 401, 401,
  ]);
  await reset(world, account.userId, "a third long one");
  expect(await isIn(world, { ...account, password: "a third long one" })).toBe(200);
};

const resetPassword: Story = async function* (world) {
  const account = await signUp(world.service);
  const untouched = await signUp(world.service);
  yield;
  await reset(world, account.userId, "another long one");
  yield;
  expect([await isIn(world, account), await isIn(world, untouched)]).toEqual([401, 200]);
};

/** A user with app codes. */
async function withCodes(world: World) {
  const account = await signUp(world.service);
  const path = `/users/${account.userId}/second-factor`;
  const turnOn = async (ask: ReturnType<typeof asker>) => {
    const { secret } = succeeded(await ask("POST", path)) as { secret: string };
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = app.generate({ timestamp: world.service.app.clock() });
    const { recovery_codes } = succeeded(await ask("PUT", path, { code })) as { recovery_codes: string[] };
    world.service.advance(30_000);
    return { app, codes: recovery_codes };
  };
  const first = await turnOn(asker(world.service, await signedIn(world.service, account)));
  const signIn = (code?: string) =>
    world.service.ask("POST", "/auth/signin", {
      headers: world.service.clientHeaders,
      json: { email: account.email, password: account.password, ...(code && { code }) },
    });
  const askWith = async (code: string) => {
    const { token } = succeeded(await signIn(code)) as { token: string };
    return asker(world.service, { authorization: `Bearer ${token}` });
  };
  const codeOf = (app: TOTP) => app.generate({ timestamp: world.service.app.clock() });
  const statusWith = async (code?: string) => (await signIn(code)).status;
  return { path, turnOn, ...first, askWith, codeOf, statusWith };
}

const removedFactor: Story = async function* (world) {
  const { path, app, askWith, codeOf, statusWith } = await withCodes(world);
  yield;
  succeeded(await (await askWith(codeOf(app)))("DELETE", path));
  yield;
  expect(await statusWith()).toBe(200);
};

const replacedFactor: Story = async function* (world) {
  const { path, app, codes, turnOn, askWith, codeOf, statusWith } = await withCodes(world);
  yield;
  await turnOn(await askWith(codeOf(app)));
  yield;
  world.service.advance(30_000);
  expect([await statusWith(), await statusWith(codeOf(app)), await statusWith(codes[0])]).toEqual([
    401, 401, 401,
  ]);
  succeeded(await operatorOf(world)("DELETE", path));
  expect(await statusWith()).toBe(200);
};

const recoveryCodes: Story = async function* (world) {
  const { codes, statusWith } = await withCodes(world);
  yield;
  expect(await statusWith(codes[0])).toBe(200);
  yield;
  expect([await statusWith(codes[0]), await statusWith(codes[1])]).toEqual([401, 200]);
};

const replacedCodes: Story = async function* (world) {
  const { path, app, codes, askWith, codeOf, statusWith } = await withCodes(world);
  yield;
  succeeded(await (await askWith(codeOf(app)))("POST", `${path}/recovery-codes`));
  yield;
  world.service.advance(30_000);
  expect([await statusWith(codes[0]), await statusWith(codeOf(app))]).toEqual([401, 200]);
};

const roles: Story = async function* (world) {
  const add = async (id: string, role: string, state = "active") => {
    const body = { email: `${id}@example.com`, first_name: "A", last_name: "B", password: "long enough 1" };
    const operator = role !== "customer" && { role: "operator", operator_role: role };
    succeeded(await operatorOf(world)("POST", `/users/${id}`, { ...body, ...operator, state }));
  };
  const before = {
    lowered: "owner",
    moved: "support",
    ended: "billing",
    raised: "support",
    blocked: "customer",
  };
  for (const [id, role] of Object.entries(before)) await add(id, role);
  await add("waiting", "customer", "pending");
  yield;
  const change = async (id: string, json: object) =>
    succeeded(await operatorOf(world)("PATCH", `/users/${id}`, json));
  await change("lowered", { operator_role: "support" });
  await change("moved", { operator_role: "data" });
  await change("ended", { role: "customer" });
  await change("raised", { operator_role: "owner" });
  await change("blocked", { state: "blocked" });
  await change("waiting", { state: "active" });
  await change("waiting", { state: "blocked" });
  yield;
  const { database } = world.service.app;
  expect(
    await database.all(sql`
      select id, role, operator_role, state from app_user where email like '%@example.com' and note is null
        and id in ('lowered', 'moved', 'ended', 'raised', 'blocked', 'waiting') order by id`),
  ).toEqual([
    { id: "blocked", role: "customer", operator_role: null, state: "blocked" },
    { id: "ended", role: "customer", operator_role: null, state: "active" },
    { id: "lowered", role: "operator", operator_role: "support", state: "active" },
    { id: "moved", role: "operator", operator_role: "data", state: "active" },
    { id: "raised", role: "operator", operator_role: "support", state: "active" },
    { id: "waiting", role: "customer", operator_role: null, state: "blocked" },
  ]);
  const counted = sql`select count(*) as total from app_user where state = 'blocked'`;
  const total = sql`select total from list_total where name = 'user/blocked'`;
  expect(await database.get(total)).toEqual(await database.get<object>(counted));
};

const leftAddress: Story = async function* (world) {
  const account = await signUp(world.service, "left@example.com");
  const path = `/users/${account.userId}`;
  yield;
  const email = "next@example.com";
  succeeded(
    await asker(world.service, await signedIn(world.service, account))("PATCH", path, {
      email,
      current_password: account.password,
    }),
  );
  yield;
  const { database } = world.service.app;
  expect([await isIn(world, account), await isIn(world, { ...account, email })]).toEqual([401, 401]);
  expect(
    await database.get(sql`
      select email, email_key, email_confirmed_at as confirmed,
        (select count(*) from user_word where word like 'left@%') as words
      from app_user where id = ${account.userId}`),
  ).toEqual({ email: "", email_key: null, confirmed: null, words: 0 });
  succeeded(await operatorOf(world)("PATCH", path, { email }));
  expect(await isIn(world, { ...account, email })).toBe(200);
};

export const signInStories: readonly Story[] = [
  accessToken,
  password,
  resetPassword,
  removedFactor,
  replacedFactor,
  recoveryCodes,
  replacedCodes,
  roles,
  leftAddress,
];
