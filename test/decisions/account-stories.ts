import { expect } from "bun:test";
import { addSigningKey } from "../../src/access/rotation/signing-keys.ts";
import { hourMs } from "../../src/base/durations.ts";
import { rotateOperatorToken } from "../../src/cli/rotate/operator-token.ts";
import { sql } from "../../src/database/sql.ts";
import { saleRecords } from "../../src/vehicles/families/apis/saleshistory.ts";
import { erase, erasedSubject } from "../../src/vehicles/imports/datasets/erase.ts";
import { noteErasure } from "../../src/vehicles/imports/datasets/erase-again.ts";
import { recordsSource } from "../../src/vehicles/imports/sources/own-records.ts";
import { asker, signedIn } from "../callers.ts";
import { signUp, testStart } from "../harness.ts";
import { importText } from "../vehicles/imports/importing.ts";
import { lienHeader, lienRow, liens, vins } from "../vehicles/imports/liens.ts";
import { operatorOf, succeeded } from "./sign-in-stories.ts";
import type { Story } from "./stories.ts";

const subscriptions: Story = async function* (world) {
  const ask = (method: string, id: string, json?: object) =>
    operatorOf(world)(method, `/subscriptions/${id}`, json);
  const { userId, subscriptionId } = await signUp(world.service);
  const ids = ["deleted", "cancelled", "suspended", "rejected", "shortened", "renewed"];
  for (const id of ids) {
    const state = id === "rejected" ? "submitted" : "active";
    succeeded(
      await ask("POST", id, { scope: "/apis", owner_id: userId, state, expires_at: "2026-12-24T00:00:00Z" }),
    );
  }
  yield;
  succeeded(await ask("DELETE", "deleted"));
  for (const id of ["cancelled", "suspended", "rejected"] as const)
    succeeded(await ask("PATCH", id, { state: id }));
  succeeded(await ask("PATCH", "shortened", { expires_at: "2026-12-01T00:00:00Z" }));
  succeeded(await ask("PATCH", "renewed", { expires_at: "2027-01-01T00:00:00Z" }));
  yield;
  const { database } = world.service.app;
  const rows = await database.all(sql`
    select s.id, s.state, s.deleted_at is not null as gone, s.ended_at is not null as ended, s.expires_at, b.active
    from subscription s join credit_balance b on b.subscription_id = s.id
    where s.owner_id = ${userId} and s.id <> ${subscriptionId} order by s.id`);
  const row = { state: "active", gone: 0, ended: 0, expires_at: Date.UTC(2026, 11, 24), active: 1 };
  expect(rows).toEqual([
    { ...row, id: "cancelled", state: "cancelled", ended: 1, active: 0 },
    { ...row, id: "deleted", gone: 1, active: 0 },
    { ...row, id: "rejected", state: "rejected", ended: 1 },
    { ...row, id: "renewed" },
    { ...row, id: "shortened", expires_at: Date.UTC(2026, 11, 1) },
    { ...row, id: "suspended", state: "suspended" },
  ]);
  const totals = await database.all(sql`
    select name, total from list_total where name like 'subscription/%' and total <> 0 order by name`);
  expect(totals).toEqual(
    await database.all<object>(sql`
      select 'subscription/' || state as name, count(*) as total from subscription where deleted_at is null
      group by state order by name`),
  );
};

const erasedAccount: Story = async function* (world) {
  const account = await signUp(world.service, "erased@example.com");
  const webhook = { url: "http://127.0.0.1:9/", types: ["key.replaced"] };
  const ask = asker(world.service, await signedIn(world.service, account));
  succeeded(await ask("POST", "/webhooks", webhook));
  const details = { name: "Ann Lee", address: ["Main Street 1"], city: "Austin", country: "US" };
  succeeded(await ask("PUT", `/users/${account.userId}/billing-details`, details));
  yield;
  // This account is also lost by the database.
  const late = await signUp(world.service, "late@example.com");
  for (const { userId } of [account, late]) succeeded(await operatorOf(world)("DELETE", `/users/${userId}`));
  yield;
  const { database } = world.service.app;
  const user = await database.get(sql`
    select state, email, email_key, first_name, last_name, password_hash, (select count(*) from user_word) as words,
      (select count(*) from webhook where user_id = ${account.userId}) as webhooks,
      (select count(*) from billing_account where account_id = ${account.userId}) as details,
      (select count(*) from trial_mailbox where mailbox like 'erased@%') as mailboxes,
      (select count(*) from closed_mailbox) as closed,
      (select count(*) from subscription_key where subscription_id = ${account.subscriptionId}) as "keys",
      (select state from subscription where id = ${account.subscriptionId}) as subscription
    from app_user where id = ${account.userId}`);
  const words = await database.get<{ count: number }>(
    sql`select count(*) as count from user_word where user_id <> ${account.userId}`,
  );
  expect(user).toEqual({
    state: "deleted",
    email: "",
    email_key: null,
    first_name: "",
    last_name: "",
    password_hash: null,
    words: words!.count,
    webhooks: 0,
    details: 0,
    mailboxes: 0,
    closed: 2,
    keys: 0,
    subscription: "cancelled",
  });
};

const sale = (id: string, contact: object): string => {
  const example = saleRecords.example as { data: object };
  return `${JSON.stringify({ ...example, data: { ...example.data, listing_id: id, ...contact } })}\n`;
};

const records: Story = async function* (world) {
  const sales = recordsSource(saleRecords, { yearMax: 2028 });
  const subjects = [
    ["email", "ann.lee@example.com"],
    ["phone", "202 555 0199"],
    ["vin", vins[0]],
  ] as const;
  const count = async (kind: (typeof subjects)[number][0], text: string) =>
    erase(world.service.app.database, erasedSubject(kind, text), Date.now, true);
  const counts = async () => {
    const all = [];
    for (const [kind, text] of subjects) all.push(await count(kind, text));
    return all;
  };
  const found = [{ saleshistory: 1 }, { saleshistory: 1 }, { lien: 1 }];
  {
    const { database } = world.service.app;
    const text = sale("a", { email: "ann.lee@example.com" }) + sale("b", { phone: "202.555.0199" });
    await importText(database, sales, text, { version: "1" });
    await importText(database, liens, lienHeader + lienRow(vins[0], "A") + lienRow(vins[1], "B"));
    expect(await counts()).toEqual(found);
  }
  yield;
  {
    const { database, identity } = world.service.app;
    for (const [kind, text] of subjects) {
      await erase(database, erasedSubject(kind, text), Date.now, false);
      await noteErasure(database, identity.vault, kind, text);
    }
  }
  yield;
  expect(await counts()).toEqual([{}, {}, {}]);
  expect(await count("vin", vins[1])).toEqual({ lien: 1 });
};

const operatorToken: Story = async function* (world) {
  const now = testStart + 24 * hourMs;
  yield;
  await rotateOperatorToken(world.service.app.database, { now, graceMs: hourMs, file: undefined });
  yield;
  expect(
    await world.service.app.database.all(sql`select expires_at from access_token where kind = 'vgo'`),
  ).toEqual([{ expires_at: now + hourMs }]);
};

const signingKey: Story = async function* (world) {
  const add = async (now: number, revoke: boolean) => {
    const { database, identity } = world.service.app;
    const secret = crypto.getRandomValues(new Uint8Array(32));
    await database.transaction((tx) =>
      addSigningKey(tx, identity.vault, { secret, former: new Uint8Array(32), now, revoke }),
    );
    await identity.secrets.refresh(database);
  };
  const sign = (at: number) => world.service.app.identity.secrets.images.sign("x.jpg", at);
  const [now, later] = [world.service.app.clock(), world.service.app.clock() + 2 * hourMs];
  // The next key does not sign yet when both are revoked.
  await add(now + hourMs, false);
  const [former, next] = [sign(now), sign(later)];
  yield;
  await add(world.service.app.clock(), true);
  const own = sign(later);
  yield;
  const { images } = world.service.app.identity.secrets;
  expect([
    images.admits("x.jpg", former, now + 1),
    images.admits("x.jpg", next, later + 1),
    images.admits("x.jpg", own, later + 1),
  ]).toEqual([false, false, true]);
};

export const accountStories: readonly Story[] = [
  subscriptions,
  erasedAccount,
  records,
  operatorToken,
  signingKey,
];
