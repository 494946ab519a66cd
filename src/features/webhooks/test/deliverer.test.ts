import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import { until } from "../../../../test/until.ts";
import { createVault } from "../../../access/vault.ts";
import { dayMs } from "../../../base/durations.ts";
import { createLog } from "../../../base/log.ts";
import { outboundAllow } from "../../../base/settings/setting.ts";
import type { Database } from "../../../database/database.ts";
import { migrate } from "../../../database/migrate.ts";
import { sql } from "../../../database/sql.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { purgeEvents } from "../../../outbox/purge.ts";
import { createSecret, secretContext } from "../../../outbox/signature.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { Deliverer } from "../delivery/deliver.ts";
import { readOutbox } from "../delivery/outbox-state.ts";
import { answerOk, type Receiver, startReceiver } from "./receiver.ts";

const vault = createVault(new Uint8Array(32));
let fresh: Fresh;
let db: Database;
let receiver: Receiver;
let now = Date.UTC(2026, 10, 21);
let addresses = ["127.0.0.1"];
let monotonic = 0;

beforeAll(async () => {
  fresh = await kinds[0]!.fresh();
  db = await fresh.open();
  await migrate(db, migrations);
  receiver = startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await fresh.end();
});
afterEach(async () => {
  for (const table of [
    sql`webhook`,
    sql`webhook_delivery`,
    sql`webhook_attempt`,
    sql`outbox_event`,
    sql`outbox_lease`,
  ])
    await db.run(sql`delete from ${table}`);
  receiver.answer = answerOk;
  receiver.received.length = 0;
  addresses = ["127.0.0.1"];
});

const guard = new OutboundGuard({
  allow: outboundAllow("127.0.0.0/8"),
  resolve: async () => addresses,
  now: () => monotonic,
});
const deliverer = (holder: string, attemptMs?: number) =>
  new Deliverer({
    database: db,
    vault,
    clock: () => now,
    log: createLog(
      () => now,
      () => undefined,
    ),
    held: { current: undefined },
    holder,
    guardOf: () => guard,
    apisOfFamily: () => [],
    ...(attemptMs !== undefined && { attemptMs }),
  });
const add = (id: string, url: string, owner: string | null = null) =>
  db.run(sql`
    insert into webhook (id, user_id, url, description, types, credit_thresholds, sealed, state, created_at, updated_at)
    values (${id}, ${owner}, ${url}, '', '["key.replaced"]', '[]', ${vault.seal(createSecret(), secretContext(id))},
      'active', ${now}, ${now})`);
const write = (events: number) =>
  writeEvents(
    db,
    now,
    Array.from({ length: events }, () => ({
      type: "key.replaced" as const,
      owner: "operators" as const,
      data: { subscription_id: "s", slot: "primary", former_expires_at: null },
    })),
  );
const errors = async (id: string) =>
  (
    await db.all<{ error: string | null }>(
      sql`select error from webhook_attempt where webhook_id = ${id} order by event_id, number`,
    )
  ).map(({ error }) => error);
/** Delivers one event, so that the address is known as quick. */
const prove = async (by: Deliverer, id: string) => {
  await write(1);
  await by.tick();
  await by.settled();
  expect(await errors(id)).toEqual([null]);
};
const pathsReceived = () => receiver.received.map(({ path }) => path);

test("an address that hangs delays no other, and its events wait", async () => {
  await add("hangs", `${receiver.url}/hangs`);
  await add("sound", `${receiver.url}/sound`);
  const free = Promise.withResolvers<void>();
  receiver.answer = async (request) => {
    if (request.url.endsWith("/hangs")) await free.promise;
    return answerOk();
  };
  await write(40);
  const one = deliverer("one");
  await one.tick();
  await until(
    () => pathsReceived().filter((path) => path === "/sound").length === 40,
    "the sound one has all",
  );
  // An address that was not tried yet gets one request.
  expect(pathsReceived().filter((path) => path === "/hangs")).toHaveLength(1);
  free.resolve();
  await one.settled();
  expect(pathsReceived().filter((path) => path === "/hangs")).toHaveLength(40);
  await one.close();
});

test("thirty slow addresses of three accounts delay no address of others", async () => {
  const accounts = ["a", "b", "c"];
  for (const account of accounts)
    for (let at = 0; at < 10; at++) await add(`${account}${at}`, `${receiver.url}/slow`, account);
  await add("new", `http://fresh.test:${new URL(receiver.url).port}/new`, "d");
  const free = Promise.withResolvers<void>();
  receiver.answer = async (request) => {
    if (request.url.endsWith("/slow")) await free.promise;
    return answerOk();
  };
  for (const owner of [...accounts, "d"])
    await writeEvents(db, now, [
      {
        type: "key.replaced",
        owner: { userId: owner },
        data: { subscription_id: "s", slot: "primary", former_expires_at: null },
      },
    ]);
  const one = deliverer("one");
  await one.tick();
  const slow = () => pathsReceived().filter((path) => path === "/slow").length;
  await until(() => pathsReceived().includes("/new") || slow() > 6, "the other one has its event");
  // Two of an account, since nothing is known of these addresses.
  expect(slow()).toBe(6);
  free.resolve();
  await one.settled();
  await one.close();
});

test("no answer in time is a failure, and ends the turn of the webhook", async () => {
  await add("hangs", `${receiver.url}/hangs`);
  const free = Promise.withResolvers<void>();
  const one = deliverer("one", 50);
  await prove(one, "hangs");
  receiver.answer = async () => {
    await free.promise;
    return answerOk();
  };
  await write(20);
  await one.tick();
  await one.settled();
  expect((await errors("hangs")).slice(1)).toEqual(
    Array.from({ length: 4 }, () => "no answer within 0.05 s"),
  );
  // All of it waits, and then one attempt is made.
  await one.tick();
  await one.settled();
  expect(receiver.received).toHaveLength(5);
  now += 5000;
  await one.tick();
  await one.settled();
  expect(receiver.received).toHaveLength(6);
  free.resolve();
  await one.close();
});

test("a dead address and one that becomes private are not connected to", async () => {
  const closed = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = closed;
  closed.stop(true);
  await add("dead", `http://127.0.0.1:${port}/`);
  await add("moves", receiver.url.replace("127.0.0.1", "hooks.test"));
  const one = deliverer("one");
  const turn = async () => {
    await write(1);
    await one.tick();
    await one.settled();
  };
  await turn();
  expect(await errors("dead")).toEqual(["no connection could be made"]);
  expect(await errors("moves")).toEqual([null]);
  addresses = ["10.0.0.1"];
  monotonic += 60_000;
  await turn();
  expect((await errors("moves"))[1]).toStartWith("the address is refused: hooks.test:");
  expect(receiver.received).toHaveLength(1);
  await one.close();
});

test("one process delivers, and another takes over when it ends", async () => {
  await add("sound", `${receiver.url}/sound`);
  const [one, two] = [deliverer("one"), deliverer("two")];
  await write(1);
  await one.tick();
  await one.settled();
  await write(3);
  await two.tick();
  await two.settled();
  expect(receiver.received).toHaveLength(1);
  expect((await readOutbox(db, now + 1000)).lateMs).toBe(1000);
  await one.close();
  const three = deliverer("three");
  await three.tick();
  await three.settled();
  expect(receiver.received).toHaveLength(4);
  await three.close();
});

test("events and their log are deleted after their days", async () => {
  await add("sound", `${receiver.url}/sound`);
  const one = deliverer("one");
  await write(2);
  await one.tick();
  await one.settled();
  const kept = async () =>
    (await db.get<{ rows: number }>(sql`
      select (select count(*) from outbox_event) + (select count(*) from webhook_delivery) +
        (select count(*) from webhook_attempt) as rows`))!.rows;
  now += 30 * dayMs;
  await write(1);
  expect(await purgeEvents(db, now, 30)).toBe(0);
  expect(await purgeEvents(db, now + 1, 30)).toBe(2);
  expect(await kept()).toBe(1);
  await one.close();
});

test("a webhook whose address cannot be opened stops no other", async () => {
  await add("bad", receiver.url);
  await db.run(sql`update webhook set url_sealed = ${new Uint8Array(40)} where id = 'bad'`);
  await add("good", receiver.url);
  await write(1);
  const only = deliverer("only");
  await only.tick();
  await only.settled();
  expect([await errors("bad"), await errors("good")]).toEqual([[], [null]]);
  await only.close();
});
